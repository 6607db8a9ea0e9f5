#include "agents/child/warden.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr time_t longest_ending = 10; // seconds; what the kernel has not released by then is left to init
constexpr int between_looks = 10;     // milliseconds

struct Watched {
  pid_t leader;
  int channel;
  bool ended = false;
  bool unheard = false; ///< the parent does not know that the leader has ended
};

time_t seconds_now() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/// From "<pid> (<name>) <state> <parent> …"; the name may hold anything.
pid_t parent_in(char const* stat, std::size_t size) noexcept {
  auto const* end = static_cast<char const*>(::memrchr(stat, ')', size));
  if (end == nullptr) return 0;
  pid_t parent = 0;
  for (end += 4; end < stat + size && *end >= '0' && *end <= '9'; ++end)
    parent = parent * 10 + (*end - '0');
  return parent;
}

pid_t parent_of(int proc, char const* number) noexcept {
  std::array<char, 32> path{};
  auto const length = ::strnlen(number, 16);
  std::memcpy(path.data(), number, length);
  std::memcpy(path.data() + length, "/stat", 6);
  auto const file = ::openat(proc, path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 512> text{};
  auto const got = ::read(file, text.data(), text.size());
  ::close(file);
  return got <= 0 ? 0 : parent_in(text.data(), static_cast<std::size_t>(got));
}

pid_t process_number_in(char const* name) noexcept {
  pid_t number = 0;
  for (; *name >= '0' && *name <= '9'; ++name)
    number = number * 10 + (*name - '0');
  return *name == '\0' ? number : 0;
}

/// Only this process reaps them, so their numbers cannot have been reused yet.
void kill_children() noexcept {
  auto const self = ::getpid();
  auto const proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return;
  alignas(dirent64) std::array<char, 8192> names;
  long got = 0;
  while ((got = ::syscall(SYS_getdents64, proc, names.data(), names.size())) > 0)
    for (long at = 0; at < got;) {
      auto const* entry = reinterpret_cast<dirent64 const*>(names.data() + at);
      at += entry->d_reclen;
      auto const pid = process_number_in(entry->d_name);
      if (pid > 0 && parent_of(proc, entry->d_name) == self) ::kill(pid, SIGKILL);
    }
  ::close(proc);
}

/// The parent waits for this message. If it cannot be sent even after several attempts, the warden ends: the
/// parent notices that as well.
void report_end(Watched& ward, LeaderEnded const& ended) noexcept {
  for (int attempt = 0; attempt < most_sendings; ++attempt)
    if (::send(ward.channel, &ended, sizeof ended, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof ended))
      return;
  ward.unheard = true;
}

/// Whether any child is left.
bool reap(Watched& ward) noexcept {
  LeaderEnded ended{};
  for (;;) {
    auto const pid = ::wait4(-1, &ended.status, WNOHANG, &ended.usage);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return pid == 0;
    if (pid != ward.leader || ward.ended) continue;
    ward.ended = true;
    report_end(ward, ended);
  }
}

void end_everybody(Watched& ward) noexcept {
  auto const until = seconds_now() + longest_ending;
  if (!ward.ended) ::kill(-ward.leader, SIGKILL);
  while (reap(ward) && seconds_now() < until) {
    kill_children(); // each death may leave us more children
    ::poll(nullptr, 0, between_looks);
  }
}

/// False if the other end is closed.
bool obey(Watched const& ward) noexcept {
  unsigned char signal = 0;
  auto const got = ::recv(ward.channel, &signal, 1, 0);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  if (!ward.ended) ::kill(-ward.leader, signal); // a reaped leader's number may have been reused
  return true;
}

/// The channel becomes descriptor 0; all others are closed.
bool close_all_but(int channel) noexcept {
  return (channel == 0 || ::dup2(channel, 0) == 0) && ::syscall(SYS_close_range, 1, ~0U, 0) == 0;
}

} // namespace

bool become_warden() noexcept {
  // Its own session: signals from a terminal to artifactd's group must not reach it.
  return ::setsid() >= 0 && ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void keep_watch(pid_t leader, int channel) noexcept {
  Watched ward{leader, 0};
  sigset_t ends;
  ::sigemptyset(&ends);
  ::sigaddset(&ends, SIGCHLD);
  auto const ready = close_all_but(channel);
  auto const children = ready ? ::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
  for (auto watching = children >= 0; watching;) {
    std::array<pollfd, 2> slots{pollfd{ward.channel, POLLIN, 0}, pollfd{children, POLLIN, 0}};
    if (::poll(slots.data(), slots.size(), -1) < 0 && errno != EINTR) break;
    signalfd_siginfo which;
    while (::read(children, &which, sizeof which) > 0) {
    }
    reap(ward);
    if (slots[0].revents != 0) watching = obey(ward);
    if (ward.unheard) break;
  }
  end_everybody(ward);
  ::_exit(0);
}

} // namespace artifactd
