// A correction that a host overwrote, because it continued from its own memory: proposed again.
#pragma once

#include "agents/report/report_policy.hpp"
#include "merge/play/record/examination.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <string>

namespace artifactd::report {

/// The id of the new proposal; empty if no confirmed correction is among the unseen lines, or state.json
/// shows that nothing was lost.
Result<std::string> offer_again(Session const& session, Name const& play, play::UnseenLines const& unseen,
                                ReportPolicy const& policy);

/// What happened, in words; `offered`: the new proposal, if there is one.
[[nodiscard]] std::string two_hosts(play::UnseenLines const& found, std::string const& offered);

} // namespace artifactd::report
