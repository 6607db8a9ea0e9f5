#include "daemon/queries/checkup.hpp"
#include "daemon/queries/stuck.hpp"
#include "state/platform/answering.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/mount_table.hpp"
#include "state/platform/own_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/mutex_dir.hpp"
#include "watchers/filesystem.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

/// A directory of doctor's own below a root: hidden, so that it is not taken for a session.
class Trial {
public:
  explicit Trial(int root) : root_(root), name_(fmt::format(".doctor-trial-{}", ::getpid())) {
    auto made = make_own_directory(root, name_);
    if (made)
      directory_ = *std::move(made);
    else
      error_ = made.error();
  }
  Trial(Trial const&) = delete;
  Trial& operator=(Trial const&) = delete;
  ~Trial() {
    if (!directory_) return;
    for (auto const* file : {"a", "b"})
      ::unlinkat(directory_.get(), file, 0);
    ::unlinkat(root_, name_.c_str(), AT_REMOVEDIR);
  }

  /// Why nothing can be tried.
  [[nodiscard]] std::optional<Error> const& error() const { return error_; }

  [[nodiscard]] bool exchanges() const {
    for (auto const* file : {"a", "b"})
      if (!UniqueFd(::openat(directory_.get(), file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)))
        return false;
    return ::renameat2(directory_.get(), "a", directory_.get(), "b", RENAME_EXCHANGE) == 0;
  }

  [[nodiscard]] bool has_nameless_files() const {
    return static_cast<bool>(
        UniqueFd(::openat(directory_.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)));
  }

  /// Call it after exchanges().
  [[nodiscard]] bool refuses_to_replace() const {
    return ::renameat2(directory_.get(), "a", directory_.get(), "b", RENAME_NOREPLACE) < 0 && errno == EEXIST;
  }

  /// Call it after exchanges().
  [[nodiscard]] bool keeps_attributes() const {
    auto const file = open_beneath(directory_.get(), "a", O_RDONLY);
    return file && ::fsetxattr(file->get(), layout::settled_attribute, "", 0, 0) == 0;
  }

private:
  int root_;
  std::string name_;
  UniqueFd directory_;
  std::optional<Error> error_;
};

std::size_t kernel_number(char const* path) {
  UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
  char text[32];
  auto size = fd ? ::read(fd.get(), text, sizeof text) : -1;
  std::size_t number = 0;
  if (size > 0) std::from_chars(text, text + size, number);
  return number;
}

} // namespace

void check_root(RootConfig const& root, Onlooker onlooker, Checkup& checkup) {
  if (auto const answers = check_answers(root.path); !answers)
    return checkup.push_back({Weight::problem, root.path, answers.error().message});
  auto directory = open_trusted_directory(root.path);
  if (!directory) {
    auto const code = directory.error().code;
    checkup.push_back(
        {Weight::problem, root.path, directory.error().message,
         code == ENOENT    ? "mkdir -p -- " + shell_quoted(root.path) + "  # or mount what belongs there"
         : code == ENOTDIR ? "ls -ld -- " + shell_quoted(root.path) + "  # a root is a directory"
                           : ""});
    return;
  }
  if (auto name = unreliable_events(directory->get()))
    checkup.push_back({Weight::note, root.path,
                       fmt::format("on {}, which does not report every change: it is polled", *name)});
  if (auto const place = unmounted_above(root.path))
    checkup.push_back({Weight::problem, root.path, not_mounted(*place), "mount " + shell_quoted(*place)});
  Trial trial(directory->get());
  if (trial.error() && onlooker == Onlooker::stranger && trial.error()->fault == Fault::denied)
    return checkup.push_back(
        {Weight::note, root.path,
         fmt::format("whether artifactd can publish there is not checked: user {} may not write "
                     "there; run this as root or as artifactd's user",
                     ::geteuid())});
  if (auto const& error = trial.error()) {
    auto denied = error->fault == Fault::denied;
    checkup.push_back({Weight::problem, root.path,
                       fmt::format("uid {} cannot publish there: {}", ::geteuid(), error->message),
                       denied ? "chmod ug+rwx -- " + shell_quoted(root.path) : ""});
    return;
  }
  check_room(root.path, checkup);
  auto const exchanges = trial.exchanges();
  if (!trial.refuses_to_replace())
    return checkup.push_back({Weight::problem, root.path, std::string(cannot_hold_mutex)});
  if (!exchanges)
    checkup.push_back({Weight::note, root.path,
                       "this file system cannot exchange two files: a writer that takes no lock may go "
                       "unnoticed while a graph is published"});
  if (!trial.keeps_attributes())
    checkup.push_back({Weight::note, root.path,
                       fmt::format("this file system has no user attributes: what was settled is recorded in "
                                   "{} instead, at the cost of one more flush per merge",
                                   layout::settled)});
  if (!trial.has_nameless_files())
    checkup.push_back(
        {Weight::note, root.path, "no O_TMPFILE here: graphs are written under a private name"});
}

void check_watch_limits(std::size_t directories, Checkup& checkup) {
  auto watches = kernel_number("/proc/sys/fs/inotify/max_user_watches");
  auto instances = kernel_number("/proc/sys/fs/inotify/max_user_instances");
  if (watches != 0 && directories > watches)
    checkup.push_back(
        {Weight::problem, "inotify",
         fmt::format("{} directories to watch, but fs.inotify.max_user_watches is {}: the rest is "
                     "polled",
                     directories, watches),
         fmt::format("sysctl -w fs.inotify.max_user_watches={}", 2 * directories)});
  else
    checkup.push_back({Weight::note, "inotify",
                       fmt::format("{} {}, {}", directories, directories == 1 ? "directory" : "directories",
                                   watches == 1 ? "1 watch" : fmt::format("{} watches", watches))});
  if (instances != 0 && instances < 8)
    checkup.push_back({Weight::problem, "inotify",
                       fmt::format("fs.inotify.max_user_instances is {}", instances),
                       "sysctl -w fs.inotify.max_user_instances=128"});
}

} // namespace artifactd
