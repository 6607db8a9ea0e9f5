#include "state/settle/publish.hpp"

#include "state/atomic_file.hpp"
#include "state/session_layout.hpp"
#include "state/settle/ownership.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd {

namespace {

void discard(int work, std::string const& name) noexcept {
  ::unlinkat(work, name.c_str(), 0);
}

std::uint64_t total_size(std::span<std::string_view const> pieces) {
  std::uint64_t total = 0;
  for (auto piece : pieces)
    total += piece.size();
  return total;
}

Result<void> write_pieces(int fd, std::span<std::string_view const> pieces) {
  std::array<iovec, 64> batch;
  std::size_t next = 0;
  std::size_t offset = 0; // already written of pieces[next]
  while (next < pieces.size()) {
    std::size_t count = 0;
    for (auto i = next; i < pieces.size() && count < batch.size(); ++i, ++count) {
      auto rest = i == next ? pieces[i].substr(offset) : pieces[i];
      batch[count] = {const_cast<char*>(rest.data()), rest.size()};
    }
    auto put = ::writev(fd, batch.data(), static_cast<int>(count));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail(errno_error("write", "new version"));
    auto advanced = static_cast<std::size_t>(put) + offset;
    while (next < pieces.size() && advanced >= pieces[next].size())
      advanced -= pieces[next++].size();
    offset = advanced;
  }
  return {};
}

/// A new version that has no name yet, or a provisional one: a spare file, or where O_TMPFILE is not to be
/// had.
struct Temporary {
  UniqueFd file;
  std::string provisional;
};

std::string provisional_name(std::string_view tag) {
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}{}.{}", unnamed_prefix(tag), ::getpid(), ++count);
}

/// Whether nobody else has it open or mapped, nor can reach it by another name. A write lease is only granted
/// then; it also asks that the file is ours. An access list of its own would come along.
bool is_ours_alone(int file) {
  auto stamp = stamp_of(file);
  if (!stamp || !is_plain_file(*stamp) || ::fgetxattr(file, "system.posix_acl_access", nullptr, 0) >= 0)
    return false;
  // Whoever opens it at this very moment has us told by a signal: by one that is ignored, where SIGIO would
  // end us.
  return ::fcntl(file, F_SETSIG, SIGURG) == 0 && ::fcntl(file, F_SETLEASE, F_WRLCK) == 0 &&
         ::fcntl(file, F_SETLEASE, F_UNLCK) == 0;
}

/// The spare file, emptied, under a name that recovery removes; nothing when it cannot be had. Emptied:
/// should the power fail before the new name is durable, the old name has its old content, not a mixture.
std::optional<Temporary> take_over(int work, std::string_view tag, Spare const& old) {
  auto stamp = stamp_at(old.directory, old.name);
  if (!stamp || !is_plain_file(*stamp)) return std::nullopt;
  auto name = provisional_name(tag);
  if (::renameat2(old.directory, old.name.c_str(), work, name.c_str(), RENAME_NOREPLACE) < 0) return {};
  auto file = open_beneath(work, name, O_RDWR | O_NONBLOCK);
  if (file && is_ours_alone(file->get()) && ::ftruncate(file->get(), 0) == 0)
    return Temporary{*std::move(file), name};
  discard(work, name);
  return std::nullopt;
}

Result<Temporary> make_temporary(int work, std::string_view tag) {
  auto unnamed = open_beneath(work, ".", O_RDWR | O_TMPFILE, 0600);
  if (unnamed) return Temporary{*std::move(unnamed), ""};
  if (unnamed.error().fault != Fault::unsupported && unnamed.error().fault != Fault::unsafe)
    return fail(std::move(unnamed).error());
  auto name = provisional_name(tag);
  return Temporary{TRY(open_beneath(work, name, O_RDWR | O_CREAT | O_EXCL, 0600)), name};
}

Result<void> fill(int fd, Session const& session, std::optional<Stamp> const& base,
                  std::span<std::string_view const> pieces) {
  auto size = total_size(pieces);
  // ENOSPC is met here, before a byte is written; a file system without fallocate meets it in write.
  if (size > 0 && ::fallocate(fd, 0, 0, static_cast<off_t>(size)) < 0 && errno != EOPNOTSUPP &&
      errno != ENOSYS)
    return fail(errno_error("allocate", "new version"));
  TRY(write_pieces(fd, pieces));
  TRY(base ? inherit_ownership(fd, *base) : adopt(fd, session, session.file_mode()));
  if (::fsync(fd) < 0) return fail(errno_error("fsync", "new version"));
  return {};
}

Result<void> give_name(int work, Temporary const& temporary, std::string const& name) {
  if (!temporary.provisional.empty()) {
    if (::renameat2(work, temporary.provisional.c_str(), work, name.c_str(), RENAME_NOREPLACE) < 0)
      return fail(errno_error("rename", name));
    return {};
  }
  auto self = fmt::format("/proc/self/fd/{}", temporary.file.get());
  if (::linkat(AT_FDCWD, self.c_str(), work, name.c_str(), AT_SYMLINK_FOLLOW) < 0)
    return fail(errno_error("link", name));
  return {};
}

struct Staged {
  std::string name; ///< in the work directory
  UniqueFd file;
  Stamp stamp; ///< before it had a name
};

/// Writes the new version under its recoverable name. A failed fsync is never repeated on the same file: the
/// kernel may have dropped the pages and report success the second time.
Result<Staged> stage(Session const& session, int work, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& old) {
  for (int attempt = 1;; ++attempt) {
    auto taken = old && attempt == 1 ? take_over(work, place.tag, *old) : std::nullopt;
    auto temporary = taken ? *std::move(taken) : TRY(make_temporary(work, place.tag));
    auto filled = fill(temporary.file.get(), session, base, pieces);
    if (filled) {
      auto own = TRY(stamp_of(temporary.file.get()));
      auto name = swap_name(place.tag, {own.inode, base ? base->inode : 0});
      filled = give_name(work, temporary, name);
      if (filled) return Staged{name, std::move(temporary.file), own};
    }
    if (!temporary.provisional.empty()) discard(work, temporary.provisional);
    if (filled.error().fault != Fault::io || attempt == 2) return fail(std::move(filled).error());
  }
}

/// Where EXCHANGE is missing: keep the old file by a second name, then rename over it. A writer between the
/// two calls is not seen; status reports the file system.
Result<bool> link_and_rename(int work, Place const& place, std::string const& name) {
  auto old_name = name + ".old";
  if (::linkat(place.directory.get(), place.name.c_str(), work, old_name.c_str(), 0) < 0)
    return fail(errno_error("link", place.path));
  if (::renameat(work, name.c_str(), place.directory.get(), place.name.c_str()) < 0)
    return fail(errno_error("rename", place.path));
  if (::renameat(work, old_name.c_str(), work, name.c_str()) < 0) return fail(errno_error("rename", name));
  return false;
}

/// True when exchanged, false when link + rename had to do.
Result<bool> exchange(int work, Place const& place, std::string const& name) {
  if (::renameat2(work, name.c_str(), place.directory.get(), place.name.c_str(), RENAME_EXCHANGE) == 0)
    return true;
  if (errno == EINVAL || errno == ENOSYS) return link_and_rename(work, place, name);
  return fail(errno_error("exchange", place.path));
}

Result<Swap> put_first(int work, Place const& place, Staged staged) {
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
  swap.file = std::move(staged.file);
  return swap;
}

Result<Swap> inspect(int work, Place const& place, Stamp const& base, std::string const& name,
                     bool exchanged) {
  auto old = TRY(stamp_at(work, name));
  if (!S_ISREG(old.mode)) {
    // Somebody put a link or a directory in the document's place in the last instant: give it back untouched.
    if (::renameat2(work, name.c_str(), place.directory.get(), place.name.c_str(), RENAME_EXCHANGE) == 0)
      discard(work, name);
    return fail(Fault::unsafe, place.path + " was replaced by something that is not a regular file");
  }
  auto now = TRY(stamp_at(place.directory.get(), place.name));
  auto outcome = !same_file(old, base)     ? SwapOutcome::foreign
                 : same_content(old, base) ? SwapOutcome::clean
                                           : SwapOutcome::rewritten;
  return Swap{outcome, name, now, old, exchanged};
}

} // namespace

std::string unnamed_prefix(std::string_view tag) {
  return fmt::format("{}.new.", tag);
}

std::string swap_name(std::string_view tag, SwapName inodes) {
  return fmt::format("{}.{}.{}", tag, inodes.own, inodes.base);
}

std::optional<SwapName> parse_swap_name(std::string_view tag, std::string_view name) {
  if (!name.starts_with(tag) || name.size() <= tag.size() || name[tag.size()] != '.') return std::nullopt;
  name.remove_prefix(tag.size() + 1);
  SwapName inodes{};
  auto [dot, own_error] = std::from_chars(name.data(), name.data() + name.size(), inodes.own);
  if (own_error != std::errc() || dot == name.data() + name.size() || *dot != '.') return std::nullopt;
  auto [end, base_error] = std::from_chars(dot + 1, name.data() + name.size(), inodes.base);
  if (base_error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return inodes;
}

Result<Swap> publish(Session const& session, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& old) {
  auto work = TRY(session.private_directory(layout::work));
  auto staged = TRY(stage(session, work.get(), place, base, pieces, old));
  if (!base) return put_first(work.get(), place, std::move(staged));
  auto const& name = staged.name;
  auto standing = stamp_at(place.directory.get(), place.name);
  if (!standing || !untouched(*standing, *base)) {
    discard(work.get(), name);
    if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
    return Swap{SwapOutcome::base_moved, "", {}};
  }
  auto exchanged = exchange(work.get(), place, name);
  if (!exchanged) {
    discard(work.get(), name);
    if (exchanged.error().fault == Fault::missing) return Swap{SwapOutcome::base_moved, "", {}};
    return fail(std::move(exchanged).error());
  }
  TRY(sync_directory(place.directory.get()));
  auto swap = TRY(inspect(work.get(), place, *base, name, *exchanged));
  swap.intact = same_content(swap.now, staged.stamp);
  swap.file = std::move(staged.file);
  return swap;
}

} // namespace artifactd
