// Proposed corrections of plays that wait for a person, as status and inbox list them.
#pragma once

#include "daemon/queries/stuck.hpp"

#include <vector>

namespace artifactd {

/// One row for each proposal in these sessions that can still be confirmed, oldest first. Empty if nothing
/// was reported yet, or if this user may not read the proposals.
[[nodiscard]] std::vector<StuckRow> waiting_proposals(Config const& config,
                                                      std::vector<SessionKey> const& sessions);

} // namespace artifactd
