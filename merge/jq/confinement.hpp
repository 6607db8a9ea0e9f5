// Limits artifactd-jq for the rest of its life to computing and to talking over the one descriptor it was
// given.
#pragma once

#include <cstdint>

namespace artifactd::jq {

/// No privileges, no new descriptors except those sent to it, no file, no other process; `memory` bytes of
/// address space; it dies with its parent. False if this system does not grant all of it.
[[nodiscard]] bool confine(std::uint64_t memory, int parent) noexcept;

/// Grants this much more processor time, after which the kernel ends the process, in case the parent does
/// not.
void allow_time(std::uint64_t seconds) noexcept;

} // namespace artifactd::jq
