#include "agents/state/drive/work_copy.hpp"

#include "agents/state/history.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/actions.hpp"

#include <algorithm>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace artifactd {

namespace {

constexpr std::size_t most_copied = 4'000;
constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr int deepest = 32;

/// Visits every regular file and directory below a directory, in order of names; links are skipped.
class Tree {
public:
  template <class OnFile, class OnDirectory>
  Result<void> walk(int directory, std::string const& path, int depth, OnFile const& on_file,
                    OnDirectory const& on_directory) {
    if (depth > deepest)
      return fail(Fault::too_large, fmt::format("{}: folders are nested more than {} deep", path, deepest));
    // Others may list it at the same time: each needs its own read position.
    auto const own = TRY(open_directory(directory, "."));
    auto names = TRY(list_directory(own.get(), most_copied));
    std::ranges::sort(names);
    for (auto const& name : names) {
      auto const stamp = stamp_at(directory, name);
      if (!stamp) continue;
      auto const whole = path.empty() ? name : path + "/" + name;
      if (S_ISDIR(stamp->mode)) {
        auto const below = TRY(open_directory(directory, name));
        TRY(on_directory(whole));
        TRY(walk(below.get(), whole, depth + 1, on_file, on_directory));
      } else if (S_ISREG(stamp->mode)) {
        bytes_ += stamp->size;
        if (++files_ > most_copied || bytes_ > most_bytes)
          return fail(Fault::too_large,
                      fmt::format("the skill has more than {} files or 64 MiB", most_copied));
        TRY(on_file(whole, TRY(read_file(directory, name, most_bytes))));
      }
    }
    return {};
  }

private:
  std::size_t files_ = 0;
  std::size_t bytes_ = 0;
};

Result<UniqueFd> fresh_directory(Session const& session, int parent, std::string const& name) {
  if (::mkdirat(parent, name.c_str(), 0700) < 0) return fail(errno_error("mkdir", name));
  auto made = TRY(open_directory(parent, name));
  TRY(adopt(made.get(), session, 0700 | (session.file_mode() & 0070)));
  return made;
}

/// Removes whatever is there, following nothing. Agents leave directories without permission to write, or to
/// read.
void remove_below(int parent, std::string const& name, int depth) {
  if (auto const there = stamp_at(parent, name); there && S_ISDIR(there->mode))
    ::fchmodat(parent, name.c_str(), 0700, AT_SYMLINK_NOFOLLOW);
  if (auto const directory =
          depth <= 2 * deepest ? open_directory(parent, name) : Result<UniqueFd>(fail(Fault::missing, ""))) {
    if (auto const names = list_directory(directory->get(), 100 * most_copied))
      for (auto const& each : *names)
        remove_below(directory->get(), each, depth + 1);
    ::unlinkat(parent, name.c_str(), AT_REMOVEDIR);
  } else {
    ::unlinkat(parent, name.c_str(), 0);
  }
}

Result<void> put(Session const& session, int directory, std::string const& path, std::string_view bytes) {
  auto const file = TRY(open_beneath(directory, path, O_WRONLY | O_CREAT | O_EXCL, 0600));
  TRY(adopt(file.get(), session, 0600 | session.file_mode()));
  return write_all(file.get(), bytes);
}

/// Copies the regular files below `from` into the directory `to`.
Result<void> copy_files(Session const& session, int from, int to) {
  auto const on_file = [&](std::string const& path, std::string const& bytes) {
    return put(session, to, path, bytes);
  };
  auto const on_directory = [&](std::string const& path) -> Result<void> {
    auto const [parent, name] = split_path(path);
    TRY(fresh_directory(session, TRY(open_directory(to, parent)).get(), name));
    return {};
  };
  return Tree().walk(from, "", 0, on_file, on_directory);
}

} // namespace

Result<std::string> digest_of_files(int directory) {
  Digest digest;
  auto const on_file = [&digest](std::string const& path, std::string const& bytes) -> Result<void> {
    digest.add(fmt::format("{}:{}:{}:", path.size(), path, bytes.size())).add(bytes);
    return {};
  };
  TRY(Tree().walk(directory, "", 0, on_file, [](std::string const&) { return Result<void>(); }));
  return digest.hex();
}

Result<WorkCopy> WorkCopy::make(Session const& session, std::string const& name, int skill,
                                std::string_view state) {
  auto parent = TRY(session.private_directory(layout::runs));
  remove_below(parent.get(), name, 0);
  auto directory = TRY(fresh_directory(session, parent.get(), name));
  WorkCopy copy(std::move(parent), name, std::move(directory));
  TRY(put(session, copy.directory(), layout::tuning_state, state));
  auto const files = TRY(fresh_directory(session, copy.directory(), "skill"));
  TRY(copy_files(session, skill, files.get()));
  return copy;
}

void WorkCopy::remove_left(Session const& session) {
  auto const parent = open_directory(session.directory(), layout::runs);
  if (!parent) return;
  auto const names = list_directory(parent->get(), most_copied);
  if (!names) return;
  for (auto const& name : *names)
    if (tuning::knows_action(name) != tuning::Known::no) remove_below(parent->get(), name, 0);
}

WorkCopy::WorkCopy(WorkCopy&& other) noexcept
    : parent_(std::move(other.parent_)), name_(std::move(other.name_)),
      directory_(std::move(other.directory_)) {}

WorkCopy::~WorkCopy() {
  if (directory_.get() < 0) return;
  directory_.reset();
  remove_below(parent_.get(), name_, 0);
}

Result<std::string> WorkCopy::state() const {
  return read_file(directory(), layout::tuning_state, tuning::longest_state);
}

} // namespace artifactd
