// What a child process may use up. Limits are set between fork and exec, in the child, and hold for
// everything it starts.
#pragma once

#include <cstdint>
#include <optional>

namespace artifactd {

struct ChildLimits {
  std::optional<std::uint64_t> memory = {};    ///< bytes of address space
  std::optional<std::uint64_t> file_size = {}; ///< bytes any file it writes may reach
  std::optional<std::uint64_t> files = {};     ///< open descriptors
  std::optional<std::uint64_t> processes = {}; ///< of its user; does not bind root (setrlimit(2))
  std::optional<std::uint64_t> cpu = {};       ///< seconds; sleeping is not counted
};

/// Sets them on the calling process, and no core dumps. Async-signal-safe. False, with errno, when one cannot
/// be set.
[[nodiscard]] bool apply_limits(ChildLimits const& limits) noexcept;

} // namespace artifactd
