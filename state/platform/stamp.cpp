#include "state/platform/stamp.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace artifactd {

namespace {

std::int64_t nanoseconds(statx_timestamp const& time) noexcept {
  // Saturate: a hostile time stamp far outside 1677..2262 must not overflow.
  constexpr std::int64_t limit = 9'200'000'000;
  auto seconds = std::int64_t{time.tv_sec};
  if (seconds > limit) seconds = limit;
  if (seconds < -limit) seconds = -limit;
  return seconds * 1'000'000'000 + time.tv_nsec;
}

Result<Stamp> statx_stamp(int directory, char const* name, int flags, std::string_view shown) {
  struct statx raw{};
  if (::statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &raw) < 0)
    return fail(errno_error("stat", shown));
  Stamp stamp;
  stamp.device = makedev(raw.stx_dev_major, raw.stx_dev_minor);
  stamp.inode = raw.stx_ino;
  stamp.birth_ns = (raw.stx_mask & STATX_BTIME) != 0 ? nanoseconds(raw.stx_btime) : 0;
  stamp.modified_ns = nanoseconds(raw.stx_mtime);
  stamp.changed_ns = nanoseconds(raw.stx_ctime);
  stamp.size = raw.stx_size;
  stamp.mode = raw.stx_mode;
  stamp.links = raw.stx_nlink;
  stamp.owner = raw.stx_uid;
  stamp.group = raw.stx_gid;
  return stamp;
}

} // namespace

bool is_plain_file(Stamp const& stamp) noexcept {
  return S_ISREG(stamp.mode) && stamp.links == 1;
}

bool same_file(Stamp const& a, Stamp const& b) noexcept {
  return a.device == b.device && a.inode == b.inode && a.birth_ns == b.birth_ns;
}

bool same_content(Stamp const& a, Stamp const& b) noexcept {
  return same_file(a, b) && a.modified_ns == b.modified_ns && a.size == b.size;
}

bool untouched(Stamp const& a, Stamp const& b) noexcept {
  return same_content(a, b) && a.changed_ns == b.changed_ns;
}

Result<Stamp> stamp_of(int fd) {
  return statx_stamp(fd, "", AT_EMPTY_PATH, "open file");
}

Result<Stamp> stamp_at(int directory, std::string const& name) {
  return statx_stamp(directory, name.c_str(), AT_SYMLINK_NOFOLLOW, name);
}

} // namespace artifactd
