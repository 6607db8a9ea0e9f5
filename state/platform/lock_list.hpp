// The kernel's list of file locks: who holds one, even if the file may not be opened.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace artifactd {

/// The process that took the lock of the file, flock included; not positive if the kernel does not say.
/// std::nullopt if nobody has locked it.
[[nodiscard]] std::optional<pid_t> lock_holder(std::string const& path);

} // namespace artifactd
