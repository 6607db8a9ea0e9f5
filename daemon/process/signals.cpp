#include "daemon/process/signals.hpp"

#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace artifactd {

namespace {

sigset_t handled() {
  sigset_t set;
  ::sigemptyset(&set);
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    ::sigaddset(&set, signal);
  return set;
}

UniqueFd open_signals() {
  auto set = handled();
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

} // namespace

void block_signals() {
  auto set = handled();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN); // a closed stderr must not end the daemon
  ::signal(SIGXFSZ, SIG_IGN); // nor a limit on the size of files: the write fails, and the signal waits
}

ProcessSignals::ProcessSignals(Loop& loop, std::function<void(int)> received)
    : fd_(open_signals()), received_(std::move(received)), watch_(loop, fd_.get(), [this] { read(); }) {}

void ProcessSignals::read() {
  signalfd_siginfo info{};
  while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
    received_(static_cast<int>(info.ssi_signo));
}

} // namespace artifactd
