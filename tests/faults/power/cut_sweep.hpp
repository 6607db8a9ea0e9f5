// Cuts the power at every point of a settlement that makes a difference, in each way a file system may answer
// that, and asks what artifactd makes of what is left.
#pragma once

#include "tests/faults/power/round.hpp"

#include <cstddef>

namespace artifactd::faults {

struct CutOptions {
  Binaries binaries;
  std::size_t step = 1;       ///< every so many cuts
  bool stop_at_first = false; ///< enough to know that there is a violation
};

struct CutSwept {
  std::size_t cuts = 0;
  double seconds = 0;
  Violations violations; ///< each with its point
};

/// Takes what is durable from a model (power/disk.hpp).
[[nodiscard]] CutSwept sweep_cuts(Round const& round, CutOptions const& options);

/// After the cut: artifactd runs, the oracle judges, and an agent hands in once more.
[[nodiscard]] Violations check_after_cut(Round const& round, Stage& stage, Moment const& seen);

} // namespace artifactd::faults
