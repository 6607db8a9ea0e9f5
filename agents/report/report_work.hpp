// Settles `report` signals: what a player reports is sorted by what the play shows, and
// `reports/<name>.result.json` answers it. A correction is proposed, never made; a fault of the game is
// handed to the editor as an `edit` signal; a wish is kept.
#pragma once

#include "agents/report/report_kind.hpp"
#include "agents/report/report_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// `policy` outlives the work.
[[nodiscard]] KindOfWork report_work(report::ReportPolicy const& policy);

} // namespace artifactd
