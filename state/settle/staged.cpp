#include "state/settle/staged.hpp"

#include "state/platform/access_list.hpp"
#include "state/platform/lease.hpp"
#include "state/platform/own_file.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/ownership.hpp"
#include "state/settle/settled.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd {

namespace {

std::uint64_t total_size(std::span<std::string_view const> pieces) {
  std::uint64_t total = 0;
  for (auto piece : pieces)
    total += piece.size();
  return total;
}

/// The file a new version is written to: without a name yet, or under one that nobody reads.
struct Temporary {
  UniqueFd file;
  int directory;
  std::string name;       ///< empty: it has no name
  std::uint64_t size = 0; ///< of the content to be overwritten
};

void discard(Temporary const& temporary) noexcept {
  if (!temporary.name.empty()) ::unlinkat(temporary.directory, temporary.name.c_str(), 0);
}

/// Only if nobody else has it open or mapped, or can reach it by another name.
std::optional<Temporary> take_over(Spare const& spare) {
  auto file = open_beneath(spare.directory, spare.name, O_RDWR | O_NONBLOCK);
  if (!file) return std::nullopt;
  Temporary taken{*std::move(file), spare.directory, spare.name};
  auto const fd = taken.file.get();
  // Check size and names last: a process that has the file open could still change them before that.
  auto const alone = nobody_has_it_open(fd);
  if (auto const stamp = stamp_of(fd);
      alone && stamp && is_own_file(fd, *stamp, spare.directory, spare.name)) {
    taken.size = stamp->size;
    return taken;
  }
  discard(taken);
  return std::nullopt;
}

/// A file without a name cannot be opened by others, so it has its final mode at once.
Result<Temporary> make_temporary(int work, std::string_view tag, mode_t mode) {
  auto unnamed = open_beneath(work, ".", O_RDWR | O_TMPFILE, mode);
  if (unnamed) return Temporary{*std::move(unnamed), work, ""};
  if (unnamed.error().fault != Fault::unsupported && unnamed.error().fault != Fault::unsafe)
    return fail(std::move(unnamed).error());
  static std::atomic<unsigned> count = 0;
  auto name = fmt::format("{}{}.{}", unnamed_prefix(tag), ::getpid(), ++count);
  return Temporary{TRY(open_beneath(work, name, O_RDWR | O_CREAT | O_EXCL, 0600)), work, name};
}

/// Whether the file carries the attribute; an overwritten file loses its former list.
bool list_settled(Temporary const& temporary, std::string_view settled) {
  auto const fd = temporary.file.get();
  if (!settled.empty() && ::fsetxattr(fd, layout::settled_attribute, settled.data(), settled.size(), 0) == 0)
    return true;
  if (!temporary.name.empty()) ::fremovexattr(fd, layout::settled_attribute);
  return false;
}

/// Fills in all of Staged but the name.
Result<Staged> fill(Temporary const& temporary, Session const& session, Place const& place,
                    std::optional<Stamp> const& base, std::span<std::string_view const> pieces,
                    std::string_view settled, Announce const& announce) {
  auto fd = temporary.file.get();
  auto size = total_size(pieces);
  // Detects ENOSPC here, before a byte is written; without fallocate, the write detects it.
  if (size > temporary.size && ::fallocate(fd, 0, 0, static_cast<off_t>(size)) < 0 && errno != EOPNOTSUPP &&
      errno != ENOSYS)
    return fail(errno_error("allocate", "new version"));
  TRY(write_all(fd, pieces));
  if (size < temporary.size && ::ftruncate(fd, static_cast<off_t>(size)) < 0)
    return fail(errno_error("truncate", "new version"));
  auto const listed = list_settled(temporary, settled); // while the file is certainly ours to write
  auto const stamp = TRY(stamp_of(fd));
  if (base) {
    TRY(inherit_ownership(fd, stamp, *base, session.shown() + "/" + place.path));
    TRY(copy_access_list(place.directory.get(), place.name, fd));
  } else {
    TRY(adopt(fd, session, session.file_mode()));
  }
  // starts writeback early; durability comes from the later sync
  ::sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  TRY(announce(stamp));
  if (::fsync(fd) < 0) return fail(errno_error("fsync", "new version"));
  return Staged{"", stamp, listed};
}

Result<void> give_name(Temporary const& temporary, int work, std::string const& name) {
  if (!temporary.name.empty()) {
    if (::renameat2(temporary.directory, temporary.name.c_str(), work, name.c_str(), RENAME_NOREPLACE) < 0)
      return fail(errno_error("rename", name));
    return {};
  }
  auto self = fmt::format("/proc/self/fd/{}", temporary.file.get());
  if (::linkat(AT_FDCWD, self.c_str(), work, name.c_str(), AT_SYMLINK_FOLLOW) < 0)
    return fail(errno_error("link", name));
  return {};
}

} // namespace

Result<Staged> stage(Session const& session, int work, Place const& place, std::optional<Stamp> const& base,
                     std::span<std::string_view const> pieces, std::optional<Spare> const& spare,
                     std::string_view settled, Announce const& announce) {
  auto const mode = base ? base->mode & 0777 : session.file_mode();
  for (int attempt = 1;; ++attempt) {
    auto taken = spare && attempt == 1 ? take_over(*spare) : std::nullopt;
    auto temporary = taken ? *std::move(taken) : TRY(make_temporary(work, place.tag, mode));
    auto filled = fill(temporary, session, place, base, pieces, settled, announce);
    if (filled) {
      filled->name =
          swap_name(place.tag, {filled->stamp.inode, base ? base->inode : 0, base ? base->birth_ns : 0});
      auto named = give_name(temporary, work, filled->name);
      if (named) return filled;
      filled = fail(std::move(named).error());
    }
    discard(temporary);
    if (filled.error().fault != Fault::io || attempt == 2) return fail(std::move(filled).error());
  }
}

std::string unnamed_prefix(std::string_view tag) {
  return fmt::format("{}.new.", tag);
}

std::string swap_name(std::string_view tag, SwapName inodes) {
  auto birth = inodes.base_birth_ns == 0 ? "" : fmt::format(".{}", inodes.base_birth_ns);
  return fmt::format("{}.{}.{}{}", tag, inodes.own, inodes.base, birth);
}

bool is_swap_name(std::string_view name) {
  if (name.ends_with(".old")) name.remove_suffix(4);
  return std::ranges::any_of(std::array{layout::graph_tag, layout::update_tag, layout::restore_tag},
                             [&](std::string_view tag) { return parse_swap_name(tag, name).has_value(); });
}

std::optional<SwapName> parse_swap_name(std::string_view tag, std::string_view name) {
  if (!name.starts_with(tag) || name.size() <= tag.size() || name[tag.size()] != '.') return std::nullopt;
  name.remove_prefix(tag.size() + 1);
  SwapName inodes{};
  auto [dot, own_error] = std::from_chars(name.data(), name.data() + name.size(), inodes.own);
  if (own_error != std::errc() || dot == name.data() + name.size() || *dot != '.') return std::nullopt;
  auto [end, base_error] = std::from_chars(dot + 1, name.data() + name.size(), inodes.base);
  if (base_error != std::errc()) return std::nullopt;
  auto const last = name.data() + name.size();
  if (end == last) return inodes;
  auto [rest, birth_error] = std::from_chars(end + 1, last, inodes.base_birth_ns);
  if (*end != '.' || birth_error != std::errc() || rest != last) return std::nullopt;
  return inodes;
}

} // namespace artifactd
