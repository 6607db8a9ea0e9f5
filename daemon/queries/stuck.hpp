// What waits, in one session or in all of them: for status, and for finding out what to do next.
#pragma once

#include "daemon/queries/seen_daemon.hpp"
#include "daemon/queries/stuck_row.hpp"
#include "watchers/session_key.hpp"

#include <string>
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

/// The session as people tell it apart: its path below its root, prefixed with the root's last name if there
/// are several roots; its whole path if it is below none.
[[nodiscard]] std::string below_root(std::vector<std::string> const& roots, std::string const& session);

/// Every session below the roots; roots that cannot be listed become rows.
[[nodiscard]] std::vector<SessionKey> all_sessions(Config const& config, std::vector<StuckRow>& troubles);

} // namespace artifactd
