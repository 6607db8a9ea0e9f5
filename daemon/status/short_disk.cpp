#include "daemon/status/short_disk.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <sys/statvfs.h>

namespace artifactd {

namespace {

struct KnownReason {
  std::string_view words;
  std::string_view todo;
  std::string_view command; ///< without its directory
};

constexpr std::array known_reasons = {
    KnownReason{"No space left on device", "make room on that disk (or inodes: df -i)", "df -h --"},
    KnownReason{"database or disk is full", "make room on that disk (or inodes: df -i)", "df -h --"},
    KnownReason{"Disk quota exceeded", "make room there, or raise the quota", "df -h --"},
    KnownReason{"Read-only file system", "mount it for writing", "findmnt -T"}};

/// Less than a journal or a graph of usual size needs.
constexpr std::uint64_t least_room = std::uint64_t{1} << 20;

} // namespace

std::string DiskRemedy::clause() const {
  return fmt::format("; {}: {}", todo, command);
}

std::optional<DiskRemedy> disk_remedy(std::string_view reason, std::string const& directory) {
  auto const cause = reason.substr(reason.rfind(": ") + 1); // before it are names that others chose
  auto const known = std::ranges::find_if(
      known_reasons, [&](KnownReason const& each) { return cause.contains(each.words); });
  if (known == known_reasons.end()) return std::nullopt;
  return DiskRemedy{std::string(known->todo), fmt::format("{} {}", known->command, shell_quoted(directory))};
}

std::optional<std::string> shortage_on_disk(std::string const& directory) {
  struct statvfs disk{};
  if (::statvfs(directory.c_str(), &disk) < 0 || disk.f_blocks == 0) return std::nullopt;
  auto const room = disk.f_bavail * disk.f_frsize;
  if (room < least_room) return fmt::format("its disk is full: {} bytes are left", room);
  if (disk.f_files != 0 && disk.f_favail == 0) return "its disk has no inode left";
  return std::nullopt;
}

} // namespace artifactd
