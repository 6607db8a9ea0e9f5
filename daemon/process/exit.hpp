// The exit codes of artifactd and artifactctl. Stable: scripts and the unit file (RestartPreventExitStatus=)
// depend on them.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <string_view>

namespace artifactd {

enum class Exit : std::uint8_t {
  ok = 0,            ///< done, or nothing to do
  judged_bad = 1,    ///< artifacts refused, checks failed
  usage = 2,         ///< the command line makes no sense
  not_found = 3,     ///< no such session, signal, agent or generation
  conflict = 4,      ///< busy, or something is in the way
  configuration = 5, ///< artifactd's own configuration is wrong
  person = 6,        ///< something waits for a person
  unreachable = 7,   ///< the daemon is not running
  io = 74,           ///< the disk or the system failed (EX_IOERR)
};

/// The word for it in JSON: "ok", "refused", "usage", "not_found", "conflict", "configuration", "person",
/// "unreachable", "io".
[[nodiscard]] std::string_view exit_word(Exit exit) noexcept;

/// The code for a command that stopped on an Error.
[[nodiscard]] Exit exit_for(Error const& error) noexcept;

} // namespace artifactd
