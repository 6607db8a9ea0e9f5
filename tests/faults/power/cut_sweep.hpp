// Cuts the power at every relevant point of a settlement, with each result that a file system may produce,
// and checks how artifactd handles what is left.
#pragma once

#include "tests/faults/power/round.hpp"

#include <cstddef>

namespace artifactd::faults {

struct CutOptions {
  Binaries binaries;
  std::size_t step = 1;       ///< every step-th cut
  bool stop_at_first = false; ///< one violation is enough
};

struct CutSwept {
  std::size_t cuts = 0;
  double seconds = 0;
  Violations violations; ///< each with its point
};

/// Uses the model of durability in power/disk.hpp.
[[nodiscard]] CutSwept sweep_cuts(Round const& round, CutOptions const& options);

/// After the cut: artifactd runs, the oracle judges, and an agent submits again.
[[nodiscard]] Violations check_after_cut(Round const& round, Stage& stage, Moment const& seen);

} // namespace artifactd::faults
