// Whether a file system tells inotify about everything that happens to it. One that other hosts or user-space
// programs can change does not, so its directories must be polled.
#pragma once

#include <optional>
#include <string>

namespace artifactd {

/// The name of the file system ("nfs", "fuse", …) if its events cannot be relied on; nothing for a local one.
[[nodiscard]] std::optional<std::string> unreliable_events(int directory);

/// The same for a statfs magic number.
[[nodiscard]] std::optional<std::string> unreliable_magic(unsigned long magic);

} // namespace artifactd
