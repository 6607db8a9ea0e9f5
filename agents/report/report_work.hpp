// Settles `report` signals: what a player reports is sorted by what the play shows, and
// `reports/<name>.result.json` answers it. A correction is proposed, never made; a fault of the game is
// handed to the editor as an `edit` signal; a wish is kept.
#pragma once

#include "agents/report/report_kind.hpp"
#include "agents/report/report_policy.hpp"
#include "state/settle/kind_of_work.hpp"

#include <functional>

namespace artifactd {

namespace report {
struct Answer;
}

/// Told of each report that was answered. May be empty.
using ReportAnswered = std::function<void(Session const&, Name const&, report::Answer const&)>;

/// `policy` outlives the work. `cancel`: as in model::CallLimits.
[[nodiscard]] KindOfWork report_work(report::ReportPolicy const& policy, ReportAnswered answered = {},
                                     int cancel = -1);

} // namespace artifactd
