#include "state/platform/access_list.hpp"

#include "state/platform/fd.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/limits.h>
#include <string_view>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace artifactd {

namespace {

constexpr auto attribute = "system.posix_acl_access";

/// Some 30 entries of 8 bytes.
constexpr std::size_t usual_size = 256;

bool has_access_list(int file) noexcept {
  return ::fgetxattr(file, attribute, nullptr, 0) >= 0;
}

/// An entry without an id in this user namespace can be read, but not written.
Result<void> give(int file, std::string_view list, int directory, std::string const& name) {
  if (::fsetxattr(file, attribute, list.data(), list.size(), 0) == 0) return {};
  if (errno != EINVAL) return fail(errno_error("setfacl", name));
  return fail(
      {Fault::denied,
       fmt::format("access.list: the access list of {} names users or groups that are unknown in this "
                   "container, so a new version cannot have it. Map them into the container, or remove the "
                   "list: setfacl -b {}/{}",
                   name, path_of(directory).value_or("."), name),
       EINVAL});
}

/// Whether the name is gone, rather than /proc missing.
bool is_gone(int directory, std::string const& name) {
  return ::faccessat(directory, name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) < 0 && errno == ENOENT;
}

Result<void> remove_from(int file) {
  if (has_access_list(file) && ::fremovexattr(file, attribute) < 0 && errno != ENODATA)
    return fail(errno_error("setfacl", "new version"));
  return {};
}

} // namespace

Result<void> copy_access_list(int directory, std::string const& name, int file) {
  // Linux 6.13 has the first call that reads an attribute by directory and name.
  auto const path = fmt::format("/proc/self/fd/{}/{}", directory, name);
  std::array<char, usual_size> usual{};
  auto size = ::lgetxattr(path.c_str(), attribute, usual.data(), usual.size());
  if (size >= 0) return give(file, {usual.data(), static_cast<std::size_t>(size)}, directory, name);
  auto const code = errno;
  if (code == ENODATA || code == EOPNOTSUPP) return remove_from(file);
  if (code == ENOENT && is_gone(directory, name)) return remove_from(file);
  if (code != ERANGE) return fail(errno_error("getfacl", name, code));
  std::vector<char> longest(XATTR_SIZE_MAX);
  size = ::lgetxattr(path.c_str(), attribute, longest.data(), longest.size());
  if (size < 0) return fail(errno_error("getfacl", name));
  return give(file, {longest.data(), static_cast<std::size_t>(size)}, directory, name);
}

} // namespace artifactd
