// What is mounted (/proc/self/mountinfo), and what should be (fstab(5)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Mount {
  std::uint64_t id = 0; ///< no two mounts have had the same one since the last boot
  std::string place;
  std::string type; ///< "ext4", "fuse.sshfs"

  /// Whether its answers come from a program or another machine, which may be dead.
  [[nodiscard]] bool is_served() const noexcept;
};

struct MountTables {
  std::string wanted = "/etc/fstab";
  std::string present = "/proc/self/mountinfo";
};

/// In the order in which they were mounted; none if the table cannot be read.
[[nodiscard]] std::vector<Mount> present_mounts(MountTables const& tables = {});

/// The one that an absolute path without links is on: the innermost, and of those at the same place the last.
[[nodiscard]] std::optional<Mount> mount_of(std::string const& path, std::vector<Mount> const& mounts);

/// The innermost mount point at or above a path that fstab has, except with `noauto`, and where nothing is
/// mounted. The path must exist and answer (state/platform/answering). Without a table of mounts nothing is
/// known to be missing.
[[nodiscard]] std::optional<std::string> unmounted_above(std::string const& path,
                                                         MountTables const& tables = {});

/// "root.unmounted: ...", for people.
[[nodiscard]] std::string not_mounted(std::string const& place);

} // namespace artifactd
