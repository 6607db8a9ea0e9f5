#include "state/session/new_session.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/own_file.hpp"
#include "state/platform/stamp.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

mode_t what_the_umask_leaves() {
  auto const mask = ::umask(0);
  ::umask(mask);
  return 0777 & ~mask;
}

mode_t mode_below(Stamp const& parent) {
  if ((parent.mode & S_ISGID) == 0) return what_the_umask_leaves();
  return parent.mode & 07777 & ~static_cast<mode_t>(S_ISVTX | S_IWOTH);
}

/// Watchers see the name only with the final owner and mode: what they may not enter they look at much later.
Result<void> put_in_place(int made, int parent, std::string const& hidden, std::string const& name) {
  auto const above = TRY(stamp_of(parent));
  if (::geteuid() == 0 && ::fchown(made, above.owner, above.group) < 0)
    return fail(errno_error("chown", name));
  if (::fchmod(made, mode_below(above)) < 0) return fail(errno_error("chmod", name));
  if (::renameat2(parent, hidden.c_str(), parent, name.c_str(), RENAME_NOREPLACE) == 0) return {};
  // Not every file system has the flag; without it, an empty directory at most is replaced.
  if (errno == EINVAL && ::renameat(parent, hidden.c_str(), parent, name.c_str()) == 0) return {};
  return fail(errno_error("rename", name));
}

} // namespace

Result<void> make_session_directory(std::string const& path) {
  auto const end = path.find_last_not_of('/');
  auto const whole = path.substr(0, end + 1); // npos + 1: nothing is left
  auto const slash = whole.rfind('/');
  auto const name = whole.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") return fail(Fault::exists, path + " is there already");
  auto const above = slash == whole.npos ? "." : slash == 0 ? "/" : whole.substr(0, slash);
  auto const parent = TRY(open_trusted_directory(above));
  if (stamp_at(parent.get(), name)) return fail(Fault::exists, path + " is there already");
  auto const hidden = fmt::format(".new-session.{}", wall_now_ns());
  auto const made = TRY(make_own_directory(parent.get(), hidden));
  auto placed = put_in_place(made.get(), parent.get(), hidden, name);
  if (placed) return sync_directory(parent.get());
  ::unlinkat(parent.get(), hidden.c_str(), AT_REMOVEDIR);
  if (placed.error().fault == Fault::exists) return fail(Fault::exists, path + " is there already");
  return placed;
}

} // namespace artifactd
