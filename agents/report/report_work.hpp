// Settles `report` signals: a player's report is classified by what the play shows, and
// `reports/<name>.result.json` answers it. A correction is proposed, never made; a fault of the game is
// submitted to the editor as an `edit` signal; a wish is stored.
#pragma once

#include "agents/report/report_kind.hpp"
#include "agents/report/report_policy.hpp"
#include "state/settle/kind_of_work.hpp"

#include <functional>

namespace artifactd {

namespace report {
struct Answer;
}

/// Called for each answered report. May be empty.
using ReportAnswered = std::function<void(Session const&, Name const&, report::Answer const&)>;

/// `policy` must outlive the work. `cancel`: as in model::CallLimits.
[[nodiscard]] KindOfWork report_work(report::ReportPolicy const& policy, ReportAnswered answered = {},
                                     int cancel = -1);

} // namespace artifactd
