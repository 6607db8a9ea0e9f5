#include "state/settle/publish.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace artifactd {

namespace {

void discard(int work, std::string const& name) noexcept {
  ::unlinkat(work, name.c_str(), 0);
}

/// Without EXCHANGE: keep the old file under a second name, then rename over it. A write between the two
/// calls is not noticed; status reports the file system.
Result<bool> link_and_rename(int work, Place const& place, std::string const& name) {
  auto old_name = name + ".old";
  if (::linkat(place.directory.get(), place.name.c_str(), work, old_name.c_str(), 0) < 0)
    return fail(errno_error("link", place.path));
  if (::renameat(work, name.c_str(), place.directory.get(), place.name.c_str()) < 0)
    return fail(errno_error("rename", place.path));
  if (::renameat(work, old_name.c_str(), work, name.c_str()) < 0) return fail(errno_error("rename", name));
  return false;
}

/// True if exchanged, false if link + rename was used.
Result<bool> exchange(int work, Place const& place, std::string const& name) {
  if (::renameat2(work, name.c_str(), place.directory.get(), place.name.c_str(), RENAME_EXCHANGE) == 0)
    return true;
  if (errno == EINVAL || errno == ENOSYS) return link_and_rename(work, place, name);
  return fail(errno_error("exchange", place.path));
}

/// Whether something else is in the base's place, or somebody wrote into it.
Result<bool> has_moved(Place const& place, std::optional<Stamp> const& base) {
  auto const standing = stamp_at(place.directory.get(), place.name);
  if (!standing && standing.error().fault == Fault::missing) return base.has_value();
  if (!standing) return fail(standing.error());
  return !base || !untouched(*standing, *base);
}

Result<Swap> put_first(int work, Place const& place, Staged const& staged) {
  auto const& name = staged.name;
  if (::renameat2(work, name.c_str(), place.directory.get(), place.name.c_str(), RENAME_NOREPLACE) < 0) {
    auto code = errno;
    discard(work, name);
    if (code == EEXIST) return Swap{SwapOutcome::base_moved, "", {}};
    return fail(errno_error("rename", place.path, code));
  }
  TRY(sync_directory(place.directory.get()));
  Swap swap{SwapOutcome::clean, "", TRY(stamp_at(place.directory.get(), place.name))};
  swap.intact = same_content(swap.now, staged.stamp);
  swap.settled = staged.settled;
  return swap;
}

/// overlayfs copies a file of its lower layer up when it is first renamed: inode number and times stay,
/// except birth time and ctime. Elsewhere another birth time means another file, which may have got the same
/// number.
bool copied_up(int work, Stamp const& now, Stamp const& base) noexcept {
  struct statfs file_system{};
  return now.device == base.device && now.inode == base.inode && now.modified_ns == base.modified_ns &&
         now.size == base.size && ::fstatfs(work, &file_system) == 0 &&
         file_system.f_type == OVERLAYFS_SUPER_MAGIC;
}

Result<Swap> inspect(int work, Place const& place, Stamp const& base, Staged const& staged, bool exchanged) {
  auto const& name = staged.name;
  auto old = TRY(stamp_at(work, name));
  if (!S_ISREG(old.mode)) {
    // Somebody put a link or a directory in the document's place at the last instant: return it untouched. If
    // somebody has replaced our version since, recovery keeps that.
    if (::renameat2(work, name.c_str(), place.directory.get(), place.name.c_str(), RENAME_EXCHANGE) == 0)
      if (auto const returned = stamp_at(work, name); returned && same_file(*returned, staged.stamp))
        discard(work, name);
    return fail(Fault::unsafe, place.path + " was replaced by something that is not a regular file");
  }
  auto now = TRY(stamp_at(place.directory.get(), place.name));
  auto outcome = same_content(old, base) || copied_up(work, old, base) ? SwapOutcome::clean
                 : same_file(old, base)                                ? SwapOutcome::rewritten
                                                                       : SwapOutcome::foreign;
  return Swap{outcome, name, now, old, exchanged};
}

} // namespace

Result<Swap> publish(Session const& session, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare,
                     std::string_view settled, Announce const& announce) {
  auto work = TRY(session.kept_directory(layout::work));
  bool moved = false;
  auto const announce_over_base = [&](Stamp const& version) -> Result<void> {
    moved = TRY(has_moved(place, base));
    if (moved) return fail(Fault::changed, place.path + " was replaced meanwhile");
    return announce ? announce(version) : Result<void>();
  };
  auto const staged = stage(session, work.get(), place, base, pieces, spare, settled, announce_over_base);
  if (moved) return Swap{SwapOutcome::base_moved, "", {}};
  if (!staged) return fail(staged.error());
  if (!base) return put_first(work.get(), place, *staged);
  auto const& name = staged->name;
  auto const moved_since = has_moved(place, base);
  if (!moved_since || *moved_since) {
    discard(work.get(), name);
    if (!moved_since) return fail(moved_since.error());
    return Swap{SwapOutcome::base_moved, "", {}};
  }
  auto exchanged = exchange(work.get(), place, name);
  if (!exchanged) {
    discard(work.get(), name);
    if (exchanged.error().fault == Fault::missing) return Swap{SwapOutcome::base_moved, "", {}};
    return fail(std::move(exchanged).error());
  }
  if (spare && !spare->leaving.empty())
    ::renameat2(spare->directory, spare->leaving.c_str(), spare->directory, spare->name.c_str(),
                RENAME_NOREPLACE);
  TRY(sync_directory(place.directory.get()));
  auto swap = TRY(inspect(work.get(), place, *base, *staged, *exchanged));
  swap.intact = same_content(swap.now, staged->stamp);
  swap.settled = staged->settled;
  return swap;
}

} // namespace artifactd
