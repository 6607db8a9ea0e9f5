#include "state/platform/memory_limit.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Version 2 writes "max" if there is no limit, version 1 a number that no machine has.
std::uint64_t limit_in(std::filesystem::path const& file) {
  std::ifstream in(file);
  std::string text;
  in >> text;
  std::uint64_t limit = unlimited;
  std::from_chars(text.data(), text.data() + text.size(), limit);
  return limit;
}

/// Of the group and those above it, up to where the file system is mounted. In a container the group's path
/// may be the host's, which is missing here; the container's own group is then the mount itself.
std::uint64_t least_limit(std::filesystem::path const& mount, std::filesystem::path group, char const* file) {
  auto least = limit_in(mount / file);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    least = std::min(least, limit_in(mount / group / file));
  return least;
}

struct GroupLine {
  std::string_view controllers;
  std::string_view path;
};

/// A line of /proc/self/cgroup: "<number>:<controllers>:<path>"; of version 2, "0::<path>".
GroupLine parse_group_line(std::string_view line) {
  auto const first = std::min(line.find(':'), line.size());
  auto const second = std::min(line.find(':', first + 1), line.size());
  return {line.substr(first, second - first), line.substr(std::min(second + 1, line.size()))};
}

} // namespace

std::optional<std::uint64_t> cgroup_memory_limit(std::filesystem::path const& root) {
  auto const mounts = root / "sys/fs/cgroup";
  auto least = unlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    auto const [controllers, path] = parse_group_line(line);
    if (controllers == ":")
      for (auto const& mount : {mounts, mounts / "unified"})   // beside version 1
        for (auto const* file : {"memory.max", "memory.high"}) // beyond the latter, the kernel slows it down
          least = std::min(least, least_limit(mount, path, file));
    else if (controllers == ":memory")
      least = std::min(least, least_limit(mounts / "memory", path, "memory.limit_in_bytes"));
  }
  if (least == unlimited) return std::nullopt;
  return least;
}

std::uint64_t memory_limit() {
  auto const pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  auto const machine = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::min(machine, cgroup_memory_limit("/").value_or(machine));
}

} // namespace artifactd
