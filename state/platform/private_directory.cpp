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

Result<void> make_directory(std::string const& path, mode_t mode) {
  auto const parent = std::filesystem::path(path).lexically_normal().parent_path();
  std::error_code failed;
  std::filesystem::create_directories(parent, failed);
  if (failed) return fail(errno_error("mkdir", parent.native(), failed.value()));
  if (::mkdir(path.c_str(), mode) < 0 && errno != EEXIST) return fail(errno_error("mkdir", path));
  return {};
}

} // namespace

bool is_open_to_others(mode_t mode) noexcept {
  return (mode & for_others) != 0;
}

Result<UniqueFd> make_private_directory(std::string const& path, mode_t mode) {
  TRY(make_directory(path, mode));
  auto directory = TRY(open_trusted_directory(path));
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

Result<void> make_private_file(std::string const& path) {
  // Never opens an existing file: closing it would drop any locks this process holds on it.
  if (UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600))) return {};
  if (errno != EEXIST) return fail(errno_error("open", path));
  return narrow_private_file(path);
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
