// The process between artifactd and a program it runs. Whatever the program starts, however often it forks
// and whatever session it moves to, becomes the warden's child when its parent ends, and the warden ends it:
// at the end of the run, or when artifactd itself is gone. It is a fork that executes nothing, so it makes
// only async-signal-safe calls; it holds no descriptor but its channel, and every signal is blocked in it.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace artifactd {

/// What the warden says once: that the program has ended, and how.
struct LeaderEnded {
  int status;
  rusage usage;
};

/// Watches over `leader`, a child of this process that leads a group of its own. On `channel`, a seqpacket
/// socket, each byte that comes in is a signal for the leader's group; LeaderEnded goes out. When the other
/// end is closed everything that is left is killed, for at most ten seconds.
[[noreturn]] void keep_watch(pid_t leader, int channel) noexcept;

/// Makes the calling process the one that inherits orphans. To be called before the leader is forked.
[[nodiscard]] bool become_warden() noexcept;

} // namespace artifactd
