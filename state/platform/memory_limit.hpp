// How much memory this process may use. Beyond it the kernel kills processes, and a service that is started
// again would be killed for the same work again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace artifactd {

/// In bytes: the least of what the process's control groups allow and what the machine has. Not kept:
/// `systemctl set-property` may change it.
[[nodiscard]] std::uint64_t memory_limit();

/// The least limit of the groups (version 1 or 2) that `<root>/proc/self/cgroup` names, and of those above
/// them; std::nullopt if none of them has one, or they cannot be read.
[[nodiscard]] std::optional<std::uint64_t> cgroup_memory_limit(std::filesystem::path const& root);

} // namespace artifactd
