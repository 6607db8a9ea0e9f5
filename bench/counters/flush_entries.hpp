// The file that flush_times writes and FlushLog reads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace artifactd::bench {

struct FlushEntries {
  struct Flush {
    std::int64_t begin;            ///< CLOCK_MONOTONIC, in nanoseconds
    std::atomic<std::int64_t> end; ///< 0: not yet
  };
  std::atomic<std::uint32_t> count;
  std::array<Flush, 1 << 18> flushes;
};

constexpr auto flush_times_variable = "FLUSH_TIMES";

} // namespace artifactd::bench
