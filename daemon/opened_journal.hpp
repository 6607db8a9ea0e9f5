// The journal as a process opens it that is going to settle: one that was damaged is put aside and told
// about.
#pragma once

#include "daemon/config.hpp"
#include "state/journal.hpp"

namespace artifactd {

/// A backup or a shell may hold the file for a while: a daemon waits for it, and says so once.
enum class IfHeld : std::uint8_t { wait, give_up };

Result<Journal> open_journal(Config const& config, IfHeld if_held);

} // namespace artifactd
