// What the commands that settle or roll back share: a session opened from the command line with everything
// settling needs.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/settling/settling.hpp"

#include <memory>

namespace artifactd {

/// The daemon's journal, if this user may write it; attempts are then counted in one place.
[[nodiscard]] std::optional<Journal> try_journal(Config const& config);

} // namespace artifactd
