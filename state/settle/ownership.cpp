#include "state/settle/ownership.hpp"

#include "state/platform/identity.hpp"
#include "state/session/session_access.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

bool still_writable_by_owner(Stamp const& former, gid_t new_group) {
  if (former.owner == 0 || (former.mode & S_IWUSR) == 0 || (former.mode & S_IWOTH) != 0) return true;
  return (former.mode & S_IWGRP) != 0 && is_member(former.owner, new_group);
}

} // namespace

Result<void> inherit_ownership(int fd, Stamp const& made, Stamp const& former, std::string const& shown) {
  if (made.owner != former.owner || made.group != former.group) {
    if (::fchown(fd, former.owner, former.group) < 0) {
      if (errno != EPERM) return fail(errno_error("chown", "new version"));
      auto group_kept = made.group == former.group || ::fchown(fd, static_cast<uid_t>(-1), former.group) == 0;
      if (!still_writable_by_owner(former, group_kept ? former.group : made.group))
        return fail(not_writable_by_owner(former, shown));
    }
  }
  if ((made.mode & 07777) == (former.mode & 0777)) return {};
  if (::fchmod(fd, former.mode & 0777) < 0) return fail(errno_error("chmod", "new version"));
  return {};
}

} // namespace artifactd
