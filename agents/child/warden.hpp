// The process between artifactd and a program it runs. Whatever the program starts, however often it forks
// and whatever session it moves to, becomes the warden's child when its parent ends, and the warden ends it:
// at the end of the run, or when artifactd itself is gone. The warden is a fork that never calls exec, so it
// makes only async-signal-safe calls; it holds no descriptor but its channel and blocks every signal.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace artifactd {

/// How often each end tries to send a message on the channel: the other end would wait for it without limit.
inline constexpr int most_sendings = 10;

/// Sent once by the warden: that the program has ended, and how.
struct LeaderEnded {
  int status;
  rusage usage;
};

/// Watches over `leader`, a child of this process that leads its own group. On `channel`, a seqpacket socket,
/// each byte received is a signal for the leader's group; LeaderEnded is sent. When the other end is closed,
/// kills everything that is left, for at most ten seconds.
[[noreturn]] void keep_watch(pid_t leader, int channel) noexcept;

/// Makes the calling process the one that inherits orphans. Call it before the leader is forked.
[[nodiscard]] bool become_warden() noexcept;

} // namespace artifactd
