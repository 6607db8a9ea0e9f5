// For threads that only work for others: a signal to the process must reach the thread that waits for it. If
// another thread does not block it, the kernel may let that one take it, which ends the process.
#pragma once

#include <csignal>

namespace artifactd {

/// In this thread and those that it starts meanwhile, no signal is delivered but those of faults.
class BlockedSignals {
public:
  BlockedSignals() noexcept {
    sigset_t set;
    ::sigfillset(&set);
    for (auto const fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
      ::sigdelset(&set, fault);
    ::pthread_sigmask(SIG_BLOCK, &set, &former_);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &former_, nullptr); }
  BlockedSignals(BlockedSignals const&) = delete;
  BlockedSignals& operator=(BlockedSignals const&) = delete;

private:
  sigset_t former_{};
};

} // namespace artifactd
