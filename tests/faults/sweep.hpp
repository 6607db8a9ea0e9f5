// A sweep runs one scenario again and again, each time with a fault at another system call, followed by a run
// without faults, and asks the oracle after both.
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
  /// Every step-th point; an error sweep with a larger step takes one reason per point, in turn, and fails
  /// every sync and every send.
  std::size_t step = 1;
  /// Of these points every `shards`-th, starting with `shard`: divides a sweep among processes.
  std::size_t shards = 1;
  std::size_t shard = 0;
  bool each_write = false;    ///< an error sweep also has the disk full at each write
  bool stop_at_first = false; ///< one violation is enough
};

struct Swept {
  std::size_t calls = 0;  ///< in a settling without fault
  std::size_t points = 0; ///< number of points tried
  double seconds = 0;
  Violations violations; ///< each with its point
};

/// Sweeps; first runs the scenario without faults, and returns only its violations if there are any.
[[nodiscard]] Swept sweep(Scenario const& scenario, Kind kind, Binaries const& binaries, Stride stride);

} // namespace artifactd::faults
