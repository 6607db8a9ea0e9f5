// What the commands that settle, or grant attempts, need besides a session: the daemon's journal.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/settling/settling.hpp"

#include <memory>

namespace artifactd {

/// The daemon's journal, if this user may write it; attempts are then counted in one place.
[[nodiscard]] std::optional<Journal> try_journal(Config const& config);

} // namespace artifactd
