// Between fork and exec: makes a child that has exactly what a Command gives it. Only async-signal-safe calls
// are made there, on memory prepared before.
#pragma once

#include "agents/child/process.hpp"

#include <span>
#include <sys/types.h>

namespace artifactd {

/// Starts the program with `descriptors[i]` (all borrowed) as its descriptor i and no other. It leads a
/// session and group of its own. An Error means that nothing was left running. With a `channel`, also
/// borrowed, the process returned is its warden, which talks there (warden).
Result<pid_t> start(Command const& command, std::span<int const> descriptors, int channel = -1);

} // namespace artifactd
