#include "state/settle/other_locks.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/mutex_dir.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <ranges>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

using How = OtherLock::How;

struct LockPlace {
  std::string parent;
  std::string name;
};

LockPlace lock_place(std::string const& path) {
  auto slash = path.rfind('/');
  if (slash == path.npos) return {".", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string note_name(Stamp const& made) {
  return fmt::format("lock.{:x}.{:x}", made.inode, static_cast<std::uint64_t>(made.birth_ns));
}

bool remove_made(int directory, std::string const& name, How how) {
  return ::unlinkat(directory, name.c_str(), how == How::make_directory ? AT_REMOVEDIR : 0) == 0;
}

/// False if something exists there already.
Result<bool> make_lock(int directory, std::string const& name, How how) {
  if (how == How::make_directory) {
    if (::mkdirat(directory, name.c_str(), 0700) == 0) return true;
    if (errno == EEXIST) return false;
    return fail(errno_error("mkdir", name));
  }
  auto made = open_beneath(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!made && made.error().code == EEXIST) return false;
  if (!made) return fail(std::move(made).error());
  return true;
}

Error held_by_another(std::string const& path) {
  return {Fault::busy, fmt::format("another tool holds {} (graph.also_lock)", path)};
}

/// Moves what was judged stale aside, checks that it is still the same, and removes it. A directory in which
/// somebody keeps files is not ours to delete.
Result<void> remove_stale_lock(Session const& session, int directory, std::string const& name, How how,
                               Stamp const& judged) {
  auto work = TRY(session.private_directory(layout::work));
  auto aside = fmt::format("stale-lock.{:x}", judged.inode);
  if (::renameat2(directory, name.c_str(), work.get(), aside.c_str(), RENAME_NOREPLACE) < 0)
    return errno == ENOENT ? Result<void>() : fail(errno_error("rename", name)); // just released
  if (!same_file(TRY(stamp_at(work.get(), aside)), judged)) {
    if (::renameat2(work.get(), aside.c_str(), directory, name.c_str(), RENAME_NOREPLACE) < 0)
      return fail(errno_error("rename", name));
    return fail(held_by_another(name));
  }
  if (remove_made(work.get(), aside, how)) return {};
  auto const kept = fmt::format("{}{:x}.{:x}", layout::kept_mutex, judged.inode, judged.changed_ns);
  if (::renameat2(work.get(), aside.c_str(), session.directory(), kept.c_str(), RENAME_NOREPLACE) < 0)
    return fail(errno_error("rename", name));
  return {};
}

} // namespace

bool may_be_lock_path(std::string const& path) {
  if (path.empty() || path.starts_with('/') || path.find('\0') != path.npos) return false;
  for (auto part : path | std::views::split('/')) {
    std::string_view const word(part.begin(), part.end());
    if (word.empty() || word == "." || word == "..") return false;
  }
  auto first = path.substr(0, path.find('/'));
  return first != layout::home && first != layout::mutex && path != layout::graph &&
         path != layout::knowledge + "/" + layout::graph;
}

Result<OtherLocks> OtherLocks::take(Claim const&, Session const& session, std::vector<OtherLock> const& locks,
                                    StaleWatch& watch, Duration stale_after) {
  OtherLocks taken(locks.empty() ? UniqueFd() : TRY(session.private_directory(layout::home)));
  watch.others.resize(locks.size());
  for (std::size_t i = 0; i < locks.size(); ++i)
    TRY(taken.take_one(session, locks[i], watch.others[i], stale_after));
  return taken;
}

OtherLocks::~OtherLocks() {
  for (auto& each : held_ | std::views::reverse) {
    if (each.how == How::flock) continue; // closing the file releases it
    auto standing = stamp_at(each.directory.get(), each.name);
    if (standing && same_file(*standing, each.stamp)) remove_made(each.directory.get(), each.name, each.how);
    ::unlinkat(home_.get(), each.note.c_str(), 0);
  }
}

Result<void> OtherLocks::take_one(Session const& session, OtherLock const& lock, StaleWatch& watch,
                                  Duration stale_after) {
  auto done = lock.how == How::flock ? lock_file(session, lock) : make(session, lock, watch, stale_after);
  if (done) watch = {};
  return done;
}

Result<void> OtherLocks::make(Session const& session, OtherLock const& lock, StaleWatch& watch,
                              Duration stale_after) {
  auto const [parent, name] = lock_place(lock.path);
  auto directory = open_directory(session.directory(), parent);
  if (!directory && directory.error().fault == Fault::missing) return {};
  if (!directory) return fail(std::move(directory).error());
  for (int attempt = 1; !TRY(make_lock(directory->get(), name, lock.how)); ++attempt) {
    auto found = stamp_at(directory->get(), name);
    if (!found && found.error().fault != Fault::missing) return fail(std::move(found).error());
    if (!found && attempt == 3) return fail(held_by_another(lock.path));
    if (!found) continue; // just released
    auto const& standing = *found;
    // Without birth times, another tool's lock could get the inode of a note that a kill left.
    auto ours = standing.birth_ns != 0 && stamp_at(home_.get(), note_name(standing)).has_value();
    if (ours && remove_made(directory->get(), name, lock.how)) // of a killed artifactd
      ::unlinkat(home_.get(), note_name(standing).c_str(), 0);
    else if (!watch.unchanged_for(standing, stale_after))
      return fail(held_by_another(lock.path));
    else
      TRY(remove_stale_lock(session, directory->get(), name, lock.how, standing));
    if (attempt == 3) return fail(held_by_another(lock.path));
  }
  auto stamp = TRY(stamp_at(directory->get(), name));
  auto note = note_name(stamp);
  held_.push_back({*std::move(directory), name, lock.how, stamp, {}, note});
  TRY(open_beneath(home_.get(), note, O_WRONLY | O_CREAT | O_NONBLOCK, 0600));
  return {};
}

Result<void> OtherLocks::lock_file(Session const& session, OtherLock const& lock) {
  auto const [parent, name] = lock_place(lock.path);
  auto file = open_beneath(session.directory(), lock.path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file && file.error().fault == Fault::missing) {
    if (parent != "." && !TRY(unless_missing(open_directory(session.directory(), parent)))) return {};
    file = open_beneath(session.directory(), lock.path, O_RDONLY | O_CREAT | O_NONBLOCK | O_NOCTTY, 0600);
    if (file) TRY(adopt(file->get(), session, session.file_mode()));
  }
  if (!file) return fail(std::move(file).error());
  auto stamp = TRY(stamp_of(file->get()));
  if (!S_ISREG(stamp.mode) && !S_ISDIR(stamp.mode))
    return fail(Fault::unsafe, lock.path + " (graph.also_lock) is neither a file nor a directory");
  if (::flock(file->get(), LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK) return fail(held_by_another(lock.path));
    return fail(errno_error("flock", lock.path));
  }
  // A tool that removes its lock file leaves others holding a lock on the removed file.
  auto const named = stamp_at(session.directory(), lock.path);
  if (!named && named.error().fault != Fault::missing) return fail(Error(named.error()));
  if (!named || !same_file(*named, stamp)) return fail(held_by_another(lock.path));
  held_.push_back({{}, name, lock.how, stamp, *std::move(file), {}});
  return {};
}

} // namespace artifactd
