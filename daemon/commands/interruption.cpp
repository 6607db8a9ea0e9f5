#include "daemon/commands/interruption.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/eventfd.h>
#include <unistd.h>

namespace artifactd {

namespace {

std::atomic<int> times_interrupted{0};
std::atomic<int> received{0};
std::atomic<int> waker{-1};

extern "C" void note_interruption(int signal) {
  auto const before = errno;
  received = signal;
  if (times_interrupted.fetch_add(1) > 0 || signal != SIGINT) {
    std::uint64_t const one = 1;
    if (::write(waker.load(), &one, sizeof one) < 0) errno = before;
  }
  errno = before;
}

} // namespace

Interruption::Interruption() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  times_interrupted = 0;
  waker = event_.get();
  struct sigaction action = {};
  action.sa_handler = note_interruption;
  ::sigemptyset(&action.sa_mask);
  for (auto const signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction former = {};
    ::sigaction(signal, nullptr, &former);
    if (former.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr); // as nohup wants it
  }
}

Interruption::~Interruption() {
  waker = -1;
}

bool Interruption::wanted() const noexcept {
  return times_interrupted.load() > 0;
}

void end_by_interruption() {
  if (times_interrupted.load() == 0) return;
  std::fflush(nullptr);
  ::signal(received, SIG_DFL);
  ::raise(received);
}

} // namespace artifactd
