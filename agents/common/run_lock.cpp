#include "agents/common/reinvoke.hpp"
#include "state/platform/digest.hpp"
#include "state/platform/stamp.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tuple>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr int rounds = 20; // an orphan may fork while it is looked for

std::optional<pid_t> process_number(std::string const& name) {
  pid_t pid = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (error != std::errc() || end != name.data() + name.size() || pid <= 0) return std::nullopt;
  return pid;
}

/// Whether any descriptor of the process is this file.
bool holds(pid_t pid, Stamp const& file) {
  auto directory = open_trusted_directory(fmt::format("/proc/{}/fd", pid));
  if (!directory) return false; // gone, or another user's, so not one of our orphans
  auto descriptors = list_directory(directory->get(), 100'000);
  if (!descriptors) return false;
  for (auto const& name : *descriptors) {
    struct stat status{};
    if (::fstatat(directory->get(), name.c_str(), &status, 0) == 0 && status.st_ino == file.inode &&
        S_ISREG(status.st_mode) && status.st_dev == file.device)
      return true;
  }
  return false;
}

/// A process that runs this program: a child of ours between fork and exec, which briefly has copies of all
/// descriptors, or another artifactd. Neither is an agent.
bool is_artifactd(pid_t pid) {
  struct stat ours{};
  struct stat theirs{};
  return ::stat("/proc/self/exe", &ours) == 0 &&
         ::stat(fmt::format("/proc/{}/exe", pid).c_str(), &theirs) == 0 && ours.st_ino == theirs.st_ino &&
         ours.st_dev == theirs.st_dev;
}

/// By a descriptor of the process, and checked again, so that a process with a reused number is not hit.
void end_holder(pid_t pid, Stamp const& file) {
  UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!process || is_artifactd(pid) || !holds(pid, file)) return;
  ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
  pollfd ended{process.get(), POLLIN, 0};
  ::poll(&ended, 1, 1000);
}

Result<void> end_holders(Stamp const& file) {
  auto proc = TRY(open_trusted_directory("/proc"));
  for (auto const& name : TRY(list_directory(proc.get(), 1'000'000))) {
    auto pid = process_number(name);
    if (pid && *pid != ::getpid() && holds(*pid, file)) end_holder(*pid, file);
  }
  return {};
}

} // namespace

void RunLock::end_orphans(std::string const& directory) {
  auto place = open_trusted_directory(directory);
  auto names = place ? list_directory(place->get(), 1'000'000) : std::unexpected(place.error());
  if (!names) return;
  for (auto const& name : *names) {
    auto file = open_beneath(place->get(), name, O_RDWR);
    if (!file) continue;
    if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
      if (auto stamp = stamp_of(file->get())) std::ignore = end_holders(*stamp);
      continue;
    }
    ::unlinkat(place->get(), name.c_str(), 0); // nobody holds it; otherwise one would remain per signal
  }
}

void RunLock::end_others() const {
  if (auto stamp = stamp_of(file_.get())) std::ignore = end_holders(*stamp);
}

Result<RunLock> RunLock::take(std::string const& directory, std::string_view session,
                              SignalName const& signal) {
  auto key = Digest().add(session).add(fmt::format("/{}.{}", signal.name.str(), signal.kind.word())).hex();
  auto place = TRY(open_trusted_directory(directory));
  auto file = TRY(open_beneath(place.get(), key + ".lock", O_RDWR | O_CREAT, 0600));
  for (int round = 0; round < rounds; ++round) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return RunLock(std::move(file));
    if (errno != EWOULDBLOCK) return fail(errno_error("flock", key));
    TRY(end_holders(TRY(stamp_of(file.get()))));
  }
  return fail(Fault::busy, "an earlier run of its command is still running");
}

} // namespace artifactd
