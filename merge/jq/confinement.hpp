// What artifactd-jq may do for the rest of its life: compute, and talk over the one descriptor it was given.
#pragma once

#include <cstdint>

namespace artifactd::jq {

/// No privileges, no new descriptors but those it is sent, no file, no other process; `memory` bytes of
/// address space; it dies with its parent. False where this system does not grant all of it.
[[nodiscard]] bool confine(std::uint64_t memory, int parent) noexcept;

/// From now on this much more processor time, then the kernel ends the process: for a parent that does not.
void allow_time(std::uint64_t seconds) noexcept;

} // namespace artifactd::jq
