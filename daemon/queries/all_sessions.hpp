// The sessions below all roots, and those that cannot be looked at.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/queries/checkup.hpp"
#include "daemon/queries/stuck_row.hpp"
#include "state/platform/result.hpp"
#include "watchers/session_key.hpp"

#include <exception>
#include <string>
#include <vector>

namespace artifactd {

/// The session as people tell it apart: its path below its root, prefixed with the root's last name if there
/// are several roots; its whole path if it is below none.
[[nodiscard]] std::string below_root(std::vector<std::string> const& roots, std::string const& session);

/// "session.private: …": for one that this user may not look into.
[[nodiscard]] std::string private_session();

/// The row for a session, or a directory above some, that this user may not enter. Harmless if only this user
/// may not: most agents keep theirs private, from other people too.
[[nodiscard]] StuckRow closed_session(Error const& error, Onlooker onlooker);

/// The row for one that could not be looked at because a file in it was not expected.
[[nodiscard]] StuckRow not_looked_at(SessionKey const& session, std::exception const& error);

/// Every session below the roots; roots that cannot be listed become rows.
[[nodiscard]] std::vector<SessionKey> all_sessions(Config const& config, std::vector<StuckRow>& troubles);

} // namespace artifactd
