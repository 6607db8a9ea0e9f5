// Resource limits of a child process. They are set in the child between fork and exec, and apply to
// everything it starts.
#pragma once

#include <cstdint>
#include <optional>

namespace artifactd {

struct ChildLimits {
  std::optional<std::uint64_t> memory = {};    ///< bytes of address space
  std::optional<std::uint64_t> file_size = {}; ///< bytes any file it writes may reach
  std::optional<std::uint64_t> files = {};     ///< open descriptors
  std::optional<std::uint64_t> processes = {}; ///< processes of its user; does not bind root (setrlimit(2))
  std::optional<std::uint64_t> cpu = {};       ///< CPU seconds; sleeping is not counted
};

/// Sets the limits on the calling process and disables core dumps. Async-signal-safe. Returns false, with
/// errno, if one cannot be set.
[[nodiscard]] bool apply_limits(ChildLimits const& limits) noexcept;

} // namespace artifactd
