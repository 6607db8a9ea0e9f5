// Cuts the power of a real file system at the calls of a settlement by which something becomes visible or
// durable, and asks what artifactd makes of what is left.
#pragma once

#include "tests/faults/power/cut_sweep.hpp"
#include "tests/faults/power/loop_disk.hpp"

namespace artifactd::faults {

/// At every such call: bare, and after somebody else's fsync two such calls earlier, which is what some
/// seconds more do; with artifactd's own state on the same file system and on another.
[[nodiscard]] CutSwept sweep_offs(Round const& round, LoopDisk& disk, CutOptions const& options);

/// So many times from 0.3 to 20 seconds after the settlement.
[[nodiscard]] CutSwept sweep_late_offs(Round const& round, LoopDisk& disk, CutOptions const& options,
                                       std::size_t samples);

} // namespace artifactd::faults
