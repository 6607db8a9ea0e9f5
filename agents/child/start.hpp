// The code between fork and exec: makes a child that has exactly what a Command gives it. It makes only
// async-signal-safe calls there, on memory prepared beforehand.
#pragma once

#include "agents/child/process.hpp"

#include <span>
#include <sys/types.h>

namespace artifactd {

/// Starts the program with `descriptors[i]` (all borrowed) as its descriptor i and no others. It leads its
/// own session and group. An Error means that nothing was left running. With a `channel`, also borrowed, the
/// returned process is the program's warden, which communicates over it (warden).
Result<pid_t> start(Command const& command, std::span<int const> descriptors, int channel = -1);

} // namespace artifactd
