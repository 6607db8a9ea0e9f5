// What those who settle, or grant attempts, need of the daemon besides a session.
#pragma once

#include "daemon/config/config.hpp"
#include "state/journal/journal.hpp"
#include "watchers/session_key.hpp"

namespace artifactd {

/// The daemon's journal, if this user may write it; attempts are then counted in one place. Never created
/// here: it belongs to the daemon's user.
[[nodiscard]] Result<Journal> try_journal(Config const& config);

/// Has a running daemon look at the session now instead of at its next attempt.
void ask_to_look(Config const& config, SessionKey const& session);

} // namespace artifactd
