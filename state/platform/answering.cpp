#include "state/platform/answering.hpp"

#include "state/platform/fd.hpp"
#include "state/platform/mount_table.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/openat2.h>
#include <map>
#include <memory>
#include <mutex>
#include <poll.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace artifactd {

namespace {

/// Asks the server, not a cache of its answers.
void touch(int file) noexcept {
  struct statx about{};
  ::statx(file, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS, &about);
}

/// A mount below a root is never entered.
int open_on_same_mount(int directory, char const* name) noexcept {
  open_how how{};
  how.flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(::syscall(SYS_openat2, directory, name, &how, sizeof how));
}

/// Runs in the process that may hang, which keeps no descriptor, and so no lock, of its parent. Looks at the
/// directory and at the first one in it, as artifactd is about to do.
[[noreturn]] void look_at(char const* directory) noexcept {
  ::close_range(0, ~0U, 0);
  auto const opened = ::open(directory, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  touch(opened);
  alignas(dirent64) std::array<char, 4096> names; // NOLINT(cppcoreguidelines-pro-type-member-init): read into
  auto const size = ::getdents64(opened, names.data(), names.size());
  for (ssize_t at = 0; at < size;) {
    auto const* entry = reinterpret_cast<dirent64 const*>(names.data() + at);
    at += entry->d_reclen;
    if (entry->d_name[0] == '.') continue;
    touch(open_on_same_mount(opened, entry->d_name));
    break;
  }
  ::_exit(0);
}

using MountIds = std::vector<std::uint64_t>;

/// Its process ends when it has looked.
class Question {
public:
  /// `since`: when it was asked first. Without a process (too many, no memory) there is no answer to wait
  /// for: the caller finds out.
  Question(std::string const& directory, MountIds mounts, Moment since)
      : since_(since), mounts_(std::move(mounts)) {
    auto const process = ::fork();
    if (process == 0) look_at(directory.c_str());
    if (process > 0) process_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  }
  Question(Question const&) = delete;
  Question& operator=(Question const&) = delete;
  ~Question() {
    if (!process_) return;
    give_up();
    wait_for_end(WNOHANG);
  }

  [[nodiscard]] bool is_about(MountIds const& mounts) const { return mounts == mounts_; }
  [[nodiscard]] Moment since() const { return since_; }
  [[nodiscard]] Duration age() const { return Monotonic::now() - since_; }
  [[nodiscard]] bool answered_within(Duration wait) const {
    if (!process_) return true;
    return ended_within(wait) && wait_for_end(WNOHANG | WNOWAIT) == CLD_EXITED;
  }
  /// Somebody else killed its process, so there is no answer.
  [[nodiscard]] bool was_killed() const {
    return process_ && ended_within(Duration::zero()) && wait_for_end(WNOHANG | WNOWAIT) != CLD_EXITED;
  }
  /// The process ends now, or once what it waits for ends.
  void give_up() const { ::syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0); }
  [[nodiscard]] bool has_ended() const { return !process_ || ended_within(Duration::zero()); }

private:
  [[nodiscard]] bool ended_within(Duration wait) const {
    for (;;) {
      pollfd ends{process_.get(), POLLIN, 0};
      auto const left = std::max(Duration::zero(), wait - age());
      auto const ready =
          ::poll(&ends, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
      if (ready >= 0 || errno != EINTR) return ready > 0;
    }
  }
  /// How it ended: CLD_EXITED, CLD_KILLED. Unknown, and taken for the former, where this process ignores
  /// SIGCHLD, and under a tracer such as strace, which learns of the end first.
  int wait_for_end(int options) const {
    siginfo_t ended{};
    auto const told = ::waitid(P_PIDFD, static_cast<id_t>(process_.get()), &ended, WEXITED | options);
    return told == 0 && ended.si_pid != 0 ? ended.si_code : CLD_EXITED;
  }

  Moment since_;
  MountIds mounts_; ///< present when this process was started
  UniqueFd process_;
};

class Questions {
public:
  std::shared_ptr<Question> about(std::string const& directory, MountIds const& mounts) {
    std::lock_guard const lock(mutex_);
    std::erase_if(given_up_, [](auto const& each) { return each->has_ended(); });
    auto& open = open_[directory];
    // Otherwise a host that mounts something every other second would wait again each time.
    auto const since = open ? open->since() : Monotonic::now();
    if (open && (!open->is_about(mounts) || open->was_killed())) {
      open->give_up();
      given_up_.push_back(std::exchange(open, nullptr));
    }
    if (!open) open = std::make_shared<Question>(directory, mounts, since);
    return open;
  }
  void close(std::string const& directory, std::shared_ptr<Question> const& question) {
    std::lock_guard const lock(mutex_);
    auto const known = open_.find(directory);
    if (known != open_.end() && known->second == question) open_.erase(known);
  }

private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Question>> open_;
  std::vector<std::shared_ptr<Question>> given_up_; ///< whose processes may still hang
};

Questions& questions() {
  static Questions all;
  return all;
}

/// No sessions are there. On each machine, systemd mounts an autofs below /proc.
bool is_of_the_kernel(Mount const& mount) {
  constexpr std::array<std::string_view, 3> places = {"/proc/", "/sys/", "/dev/"};
  return std::ranges::any_of(places, [&](std::string_view place) { return mount.place.starts_with(place); });
}

/// Empty if nothing here can hang.
MountIds mounts_to_ask_about() {
  auto const mounts = present_mounts();
  MountIds ids;
  if (std::ranges::any_of(mounts,
                          [](Mount const& each) { return each.is_served() && !is_of_the_kernel(each); }))
    for (auto const& mount : mounts)
      ids.push_back(mount.id);
  return ids;
}

} // namespace

Answering ask(std::string const& directory, Duration wait) {
  auto const mounts = mounts_to_ask_about();
  if (mounts.empty()) return Answering::yes;
  auto const question = questions().about(directory, mounts);
  if (question->answered_within(wait)) {
    questions().close(directory, question);
    return Answering::yes;
  }
  return question->age() < answer_limit ? Answering::not_yet : Answering::no;
}

void ask_all(std::vector<std::string> const& directories) {
  auto const mounts = mounts_to_ask_about();
  if (mounts.empty()) return;
  for (auto const& directory : directories)
    questions().about(directory, mounts);
}

Result<void> check_answers(std::string const& directory) {
  auto answering = Answering::not_yet; // also if somebody killed the process that asks: it is asked again
  while (answering == Answering::not_yet)
    answering = ask(directory, answer_limit);
  if (answering == Answering::yes) return {};
  return fail(does_not_answer(directory));
}

Error does_not_answer(std::string const& directory) {
  auto const mount = mount_of(directory, present_mounts());
  auto const place = mount && mount->is_served() ? mount->place : std::string("MOUNT # see /proc/mounts");
  return {
      Fault::io,
      fmt::format(
          "root.hangs: {} has not answered for {} seconds: the server of its file system is dead, slow or "
          "out of reach. Start it, or as root end the mount: umount -fl {}",
          directory, std::chrono::duration_cast<std::chrono::seconds>(answer_limit).count(), place),
      ETIMEDOUT};
}

} // namespace artifactd
