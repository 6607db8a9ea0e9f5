#include "state/session/new_session.hpp"

#include "state/platform/own_file.hpp"
#include "state/platform/stamp.hpp"

#include <cerrno>
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

} // namespace

Result<void> make_session_directory(std::string const& path) {
  auto const end = path.find_last_not_of('/');
  auto const whole = path.substr(0, end + 1); // npos + 1: nothing is left
  auto const slash = whole.rfind('/');
  auto const name = whole.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") return fail(Fault::exists, path + " is there already");
  auto const above = slash == whole.npos ? "." : slash == 0 ? "/" : whole.substr(0, slash);
  auto const parent = TRY(open_trusted_directory(above));
  auto const parent_stamp = TRY(stamp_of(parent.get()));
  auto const made = make_own_directory(parent.get(), name);
  if (!made && made.error().code == EEXIST) return fail(Fault::exists, path + " is there already");
  if (!made) return fail(made.error());
  if (::geteuid() == 0 && ::fchown(made->get(), parent_stamp.owner, parent_stamp.group) < 0)
    return fail(errno_error("chown", path));
  if (::fchmod(made->get(), mode_below(parent_stamp)) < 0) return fail(errno_error("chmod", path));
  return sync_directory(parent.get());
}

} // namespace artifactd
