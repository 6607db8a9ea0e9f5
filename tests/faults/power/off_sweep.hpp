// Cuts the power of a real file system at the calls of a settlement that make something visible or durable,
// and checks how artifactd handles what is left.
#pragma once

#include "tests/faults/power/cut_sweep.hpp"
#include "tests/faults/power/loop_disk.hpp"

namespace artifactd::faults {

/// At every such call: bare, and after another program's fsync two such calls earlier, which has the effect
/// of a few more seconds; with artifactd's own state on the same file system and on another.
[[nodiscard]] CutSwept sweep_offs(Round const& round, LoopDisk& disk, CutOptions const& options);

/// Samples from 0.3 to 20 seconds after the settlement.
[[nodiscard]] CutSwept sweep_late_offs(Round const& round, LoopDisk& disk, CutOptions const& options,
                                       std::size_t samples);

} // namespace artifactd::faults
