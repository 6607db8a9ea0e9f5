#include "state/platform/private_directory.hpp"

#include "state/platform/stamp.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr mode_t for_others = 0066; // reading and writing, which passing through does not need

/// False if it is there already.
Result<bool> make_directory(std::string const& path, mode_t mode) {
  auto const parent = std::filesystem::path(path).lexically_normal().parent_path();
  std::error_code failed;
  std::filesystem::create_directories(parent, failed);
  if (failed) return fail(errno_error("mkdir", parent.native(), failed.value()));
  if (::mkdir(path.c_str(), mode) == 0) return true;
  if (errno != EEXIST) return fail(errno_error("mkdir", path));
  return false;
}

/// What root makes belongs to the owner of the directory above it.
Result<void> give_to_owner_above(int made, Stamp const& above, std::string const& path) {
  if (::geteuid() != 0 || above.owner == 0 || ::fchown(made, above.owner, above.group) == 0) return {};
  return fail(errno_error("chown", path));
}

} // namespace

bool is_open_to_others(mode_t mode) noexcept {
  return (mode & for_others) != 0;
}

Result<UniqueFd> make_private_directory(std::string const& path, mode_t mode) {
  auto const is_new = TRY(make_directory(path, mode));
  auto directory = TRY(open_trusted_directory(path));
  if (is_new) {
    auto const parent = std::filesystem::path(path).lexically_normal().parent_path();
    auto const above = TRY(stamp_of(TRY(open_trusted_directory(parent)).get()));
    TRY(give_to_owner_above(directory.get(), above, path));
  }
  auto const stamp = TRY(stamp_of(directory.get()));
  if (!is_open_to_others(stamp.mode)) return directory;
  if (stamp.owner == ::geteuid()) {
    if (::fchmod(directory.get(), stamp.mode & 07777 & ~for_others) < 0)
      return fail(errno_error("chmod", path));
    return directory;
  }
  if ((stamp.mode & 0022) == 0) return directory; // others can list names at most
  return fail(
      Fault::unsafe,
      fmt::format("{} belongs to user {}, and others may write in it; give artifactd a directory of its own, "
                  "or: chmod go-w {}",
                  path, stamp.owner, path));
}

Result<UniqueFd> create_private_file(std::string const& path, int access) {
  auto const [parent, name] = split_path(path);
  auto const directory = TRY(open_trusted_directory(parent));
  auto const above = TRY(stamp_of(directory.get()));
  UniqueFd file(::openat(directory.get(), name.c_str(),
                         access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  if (!file) return fail(errno_error("open", path));
  auto given = give_to_owner_above(file.get(), above, path);
  if (given) return file;
  ::unlinkat(directory.get(), name.c_str(), 0);
  return fail(std::move(given).error());
}

Result<void> make_private_file(std::string const& path) {
  // Never opens an existing file: closing it would drop any locks this process holds on it.
  auto const made = create_private_file(path, O_WRONLY);
  if (made) return {};
  if (made.error().code != EEXIST) return fail(made.error());
  return narrow_private_file(path);
}

Result<void> check_private_owner(std::string const& path) {
  auto const [parent, name] = split_path(path);
  auto const directory = TRY(open_trusted_directory(parent));
  auto const stamp = stamp_at(directory.get(), name);
  if (!stamp) return stamp.error().fault == Fault::missing ? Result<void>() : fail(stamp.error());
  auto const above = TRY(stamp_of(directory.get()));
  auto const self = ::geteuid();
  if (stamp->owner == self || (self == 0 && stamp->owner == above.owner)) return {};
  if (stamp->links == 0) return {}; // another process, the last to close it, is just removing it
  auto const belongs = fmt::format("{} belongs to user {}", path, stamp->owner);
  if (stamp->owner == above.owner) return fail(Fault::denied, belongs + ": run this as that user");
  // What root made for itself in a daemon's directory, nobody needs there.
  auto const other_way = stamp->owner == 0 ? "" : "run this as that user, or give it back: ";
  return fail(Fault::denied, fmt::format("{}, and its directory to user {}: {}chown {}:{} -- {}", belongs,
                                         above.owner, other_way, above.owner, above.group, path));
}

Result<void> narrow_private_file(std::string const& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) < 0)
    return errno == ENOENT ? Result<void>() : fail(errno_error("stat", path));
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 0077) == 0) return {};
  if (::chmod(path.c_str(), 0600) < 0 && errno != ENOENT) return fail(errno_error("chmod", path));
  return {};
}

} // namespace artifactd
