// What should be mounted (fstab(5)) against what is: a directory whose file system is missing looks like an
// empty one.
#pragma once

#include <optional>
#include <string>

namespace artifactd {

struct MountTables {
  std::string wanted = "/etc/fstab";
  std::string present = "/proc/self/mounts";
};

/// The innermost mount point at or above an absolute path that is wanted, and not present. Entries with
/// `noauto` are not wanted. A table that cannot be read has no entries.
[[nodiscard]] std::optional<std::string> unmounted_above(std::string const& path,
                                                         MountTables const& tables = {});

/// "root.unmounted: ...", for people.
[[nodiscard]] std::string not_mounted(std::string const& place);

} // namespace artifactd
