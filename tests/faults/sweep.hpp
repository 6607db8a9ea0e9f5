// A sweep runs one scenario again and again, each time with one fault at another system call, lets a run
// without faults follow, and asks the oracle after both.
#pragma once

#include "tests/faults/scenario.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace artifactd::faults {

enum class Kind : std::uint8_t {
  kill,       ///< killed at the call
  error,      ///< the call fails, for each of several reasons
  kill_twice, ///< killed, and the run that recovers is killed too
};
[[nodiscard]] std::string_view kind_word(Kind kind) noexcept;

struct Stride {
  /// Every so many points; an error sweep then takes one reason per point, in turn, and fails every sync.
  std::size_t step = 1;
  /// Of these points every `shards`-th, from `shard` on: what several processes share.
  std::size_t shards = 1;
  std::size_t shard = 0;
  bool stop_at_first = false; ///< enough to know that there is a violation
};

struct Swept {
  std::size_t calls = 0;  ///< in a settling without fault
  std::size_t points = 0; ///< that were tried
  double seconds = 0;
  Violations violations; ///< each with its point
};

/// Sweeps; the violations of the scenario without any fault come first, and are then the only ones.
[[nodiscard]] Swept sweep(Scenario const& scenario, Kind kind, Binaries const& binaries, Stride stride);

} // namespace artifactd::faults
