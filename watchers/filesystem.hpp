// Whether inotify reports everything that happens on a file system. It does not if other hosts or user-space
// programs can change it, so directories there must be polled.
#pragma once

#include <optional>
#include <string>

namespace artifactd {

/// The file system's name ("nfs", "fuse", …) if its events cannot be relied on; std::nullopt if local.
[[nodiscard]] std::optional<std::string> unreliable_events(int directory);

/// The same for a statfs magic number.
[[nodiscard]] std::optional<std::string> unreliable_magic(unsigned long magic);

} // namespace artifactd
