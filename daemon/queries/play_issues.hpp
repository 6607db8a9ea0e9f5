// What went wrong in plays, as status and inbox list it.
#pragma once

#include "agents/report/play_book.hpp"
#include "daemon/queries/stuck.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// One row for each play of these sessions with an open issue, oldest first. Empty if no play was examined
/// yet, or if this user may not read the findings.
[[nodiscard]] std::vector<StuckRow> play_issues(Config const& config,
                                                std::vector<SessionKey> const& sessions);

/// Of one session, oldest first; empty in the same cases.
[[nodiscard]] std::vector<report::PlayIssue> issues_in(Config const& config, std::string const& session);

} // namespace artifactd
