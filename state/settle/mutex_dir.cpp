#include "state/settle/mutex_dir.hpp"

#include "state/platform/own_file.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/magic.h>
#include <random>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace artifactd {

namespace {

using namespace std::chrono_literals;

// A shell holder keeps the mutex for one jq run, tens of milliseconds; waiting that long here is cheaper than
// another pass through the queue, and waiting longer would keep a worker from other sessions.
constexpr int tries = 12;
constexpr auto first_pause = 1ms;
constexpr auto longest_pause = 8ms;

// Names below an open directory, never paths: a link could redirect a path through the private area.
std::string const idle = layout::idle_mutex.substr(layout::home.size() + 1);
std::string const spare_name = "spare-mutex"; ///< in the work directory: neither ready nor in place

struct Spot {
  int directory;
  std::string const& name;
};

Result<void> move_name(Spot from, Spot to) {
  if (::renameat2(from.directory, from.name.c_str(), to.directory, to.name.c_str(), RENAME_NOREPLACE) < 0) {
    if (errno == EINVAL || errno == ENOSYS) return fail(Fault::unsupported, std::string(cannot_hold_mutex));
    return fail(errno_error("rename", to.name));
  }
  return {};
}

Result<bool> is_marked(Session const& session) {
  auto directory = open_directory(session.directory(), layout::mutex);
  if (!directory && (directory.error().fault == Fault::missing || directory.error().fault == Fault::unsafe))
    return false;
  if (!directory) return fail(std::move(directory).error());
  auto marker = stamp_at(directory->get(), layout::mutex_marker);
  if (!marker && marker.error().fault == Fault::missing) return false;
  if (!marker) return fail(std::move(marker).error());
  return S_ISREG(marker->mode);
}

/// Removes a mutex directory with its marker. One that contains anything else, or is not a directory, stays.
Result<void> remove_marked(Spot at) {
  auto made = open_directory(at.directory, at.name);
  if (!made && (made.error().fault == Fault::missing || made.error().fault == Fault::unsafe)) return {};
  if (!made) return fail(std::move(made).error());
  TRY(remove_name(made->get(), layout::mutex_marker));
  if (::unlinkat(at.directory, at.name.c_str(), AT_REMOVEDIR) < 0 && errno != ENOENT && errno != ENOTEMPTY &&
      errno != ENOTDIR)
    return fail(errno_error("rmdir", at.name));
  return {};
}

Result<void> remove_spare(Session const& session) {
  auto work = TRY(session.kept_directory(layout::work));
  return remove_marked({work.get(), spare_name});
}

/// Whether the file system brings back a name only with all names that were made before it, after a power
/// cut: ext4 and XFS repeat their journal in order. The marker is its name alone; what it holds does not
/// count.
bool repeats_names_in_order(int file) {
  struct statfs about{};
  if (::fstatfs(file, &about) < 0) return false;
  constexpr std::array<unsigned long, 3> in_order = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, TMPFS_MAGIC};
  return std::ranges::find(in_order, static_cast<unsigned long>(about.f_type)) != in_order.end();
}

/// Makes the idle mutex directory if it is missing; it gets its name only once the marker is in it. Anything
/// under its temporary names was made by somebody else, or by a process that died, and is not used.
Result<void> prepare(Session const& session, int home) {
  auto work = TRY(session.kept_directory(layout::work));
  TRY(remove_marked({work.get(), spare_name}));
  auto made = TRY(make_own_directory(work.get(), spare_name));
  auto marker = TRY(open_beneath(made.get(), layout::mutex_marker, O_WRONLY | O_CREAT | O_EXCL, 0600));
  TRY(adopt(marker.get(), session, session.file_mode()));
  TRY(adopt(made.get(), session, session.own_mode()));
  // Once for each session: after a power cut btrfs may bring the directory back without its unsynced marker.
  // It would look like another tool's lock until it is stale.
  if (!repeats_names_in_order(marker.get()) && ::fsync(marker.get()) < 0)
    return fail(errno_error("fsync", layout::mutex_marker));
  return move_name({work.get(), spare_name}, {home, idle});
}

/// Moves a bare directory aside, checks that it is the one judged stale, and removes it if it is empty.
Result<void> remove_stale(Session const& session, Stamp const& judged) {
  auto home = TRY(session.kept_directory(layout::home));
  auto work = TRY(session.kept_directory(layout::work));
  auto aside = fmt::format("stale-mutex.{:x}", judged.inode);
  Spot const in_place{session.directory(), layout::mutex};
  if (auto const done = move_name(in_place, {work.get(), aside}); !done) {
    if (done.error().code == ENOENT) return {}; // just released
    return done;
  }
  auto moved = TRY(stamp_at(work.get(), aside));
  if (!same_file(moved, judged)) return move_name({work.get(), aside}, in_place);
  if (::unlinkat(work.get(), aside.c_str(), AT_REMOVEDIR) == 0) return {};
  // Somebody keeps files in it: they are not ours to delete.
  auto kept = fmt::format("kept-mutex.{:x}.{:x}", judged.inode, judged.changed_ns);
  return move_name({work.get(), aside}, {home.get(), kept});
}

/// Handles an existing mutex: one of ours from a dead process, or a stale one, is removed (worth another
/// try); a live one stays.
Result<void> clear_the_way(Session const& session, StaleWatch& watch, Duration stale_after) {
  auto standing = stamp_at(session.directory(), layout::mutex);
  if (!standing && standing.error().fault == Fault::missing) return {};
  if (!standing) return fail(std::move(standing).error());
  if (!S_ISDIR(standing->mode))
    return fail(Fault::exists, layout::mutex + " is not a directory; remove it by hand if nothing uses it");
  if (TRY(is_marked(session))) return reclaim_mutex(session);
  if (watch.unchanged_for(*standing, stale_after)) return remove_stale(session, *standing);
  return fail(Fault::busy, fmt::format("another tool holds {} (removed once it has been unchanged for {})",
                                       layout::mutex, short_duration(stale_after)));
}

} // namespace

bool StaleWatch::unchanged_for(Stamp const& standing, Duration stale_after) {
  auto now = Monotonic::now();
  if (inode != standing.inode || changed_ns != standing.changed_ns) {
    inode = standing.inode;
    changed_ns = standing.changed_ns;
    since = now;
  }
  return now - since >= stale_after;
}

bool StaleWatch::watches_something() const {
  return inode != 0 || std::ranges::any_of(others, &StaleWatch::watches_something);
}

Result<MutexDir> MutexDir::take(Claim const&, Session const& session, StaleWatch& watch,
                                Duration stale_after) {
  thread_local std::minstd_rand random{std::random_device{}()};
  auto pause = std::chrono::microseconds(first_pause);
  auto home = TRY(session.kept_directory(layout::home));
  for (int attempt = 1;; ++attempt) {
    auto taken = move_name({home.get(), idle}, {session.directory(), layout::mutex});
    if (taken) {
      watch.forget();
      return MutexDir(session);
    }
    auto code = taken.error().code;
    // A directory in the lower layer of an overlay cannot be renamed; one made above it can.
    if (code == EXDEV) TRY(remove_marked({home.get(), idle}));
    if (code == ENOENT || code == EXDEV) {
      TRY(prepare(session, home.get()));
    } else if (code == EEXIST || code == ENOTEMPTY) {
      auto cleared = clear_the_way(session, watch, stale_after);
      if (!cleared && (cleared.error().fault != Fault::busy || attempt >= tries))
        return fail(std::move(cleared).error());
      if (!cleared) {
        auto const jitter = 50 + random() % 100; // percent: rivals must not wake in step
        std::this_thread::sleep_for(pause * jitter / 100);
        pause = std::min<std::chrono::microseconds>(pause * 2, longest_pause);
      }
    } else {
      return fail(std::move(taken).error());
    }
    if (attempt > 4 * tries)
      return fail(Fault::busy, layout::mutex + " is taken again and again by other tools");
  }
}

MutexDir::~MutexDir() {
  if (session_ == nullptr) return;
  // A tool that took ours for a dead one's, and removed it, may hold one of its own by now.
  if (!stamp_at(session_->directory(), layout::mutex + "/" + layout::mutex_marker)) return;
  auto const home = session_->kept_directory(layout::home);
  if (!home) return;
  auto given_back = move_name({session_->directory(), layout::mutex}, {home->get(), idle});
  if (!given_back && given_back.error().code == EEXIST) std::ignore = reclaim_mutex(*session_);
}

Result<void> reclaim_mutex(Session const& session) {
  if (!TRY(is_marked(session))) return remove_spare(session);
  auto home = TRY(session.kept_directory(layout::home));
  Spot const in_place{session.directory(), layout::mutex};
  auto returned = move_name(in_place, {home.get(), idle});
  if (returned || returned.error().code == ENOENT) return {};
  if (returned.error().code == EXDEV) return remove_marked(in_place); // as in take()
  if (returned.error().code != EEXIST && returned.error().code != ENOTEMPTY) return returned;
  // A second one was made meanwhile: remove this one, under a private name so that nobody sees it unmarked.
  TRY(remove_spare(session));
  auto work = TRY(session.kept_directory(layout::work));
  TRY(move_name(in_place, {work.get(), spare_name}));
  return remove_spare(session);
}

} // namespace artifactd
