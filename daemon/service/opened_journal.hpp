// Opens the journal for a process that is going to settle: a damaged one is put aside and reported.
#pragma once

#include "daemon/config/config.hpp"
#include "state/journal/journal.hpp"

namespace artifactd {

/// A backup or a shell may hold the file for a while: a daemon waits for it, and says so once.
enum class IfHeld : std::uint8_t { wait, give_up };

Result<Journal> open_journal(Config const& config, IfHeld if_held);

} // namespace artifactd
