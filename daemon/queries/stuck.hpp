// What waits, in one session or in all of them: for status, and for finding out what to do next.
#pragma once

#include "daemon/queries/all_sessions.hpp"
#include "daemon/queries/seen_daemon.hpp"
#include "daemon/queries/stuck_row.hpp"
#include "watchers/session_key.hpp"

#include <vector>

namespace artifactd {

struct Stuck {
  std::vector<StuckRow> rows;
  std::size_t sessions = 0; ///< looked at
  std::size_t pending = 0;  ///< signals present on disk now, explained or not
};

/// Looks at these sessions. The daemon's board says why a signal is pending; if no daemon reports, or it does
/// not watch the session, that is the reason.
[[nodiscard]] Stuck look_for_stuck(Config const& config, std::vector<SessionKey> const& sessions,
                                   SeenDaemon const& daemon);

} // namespace artifactd
