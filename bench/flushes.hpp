// How often this process made something durable: counts fsync and fdatasync on their way to the kernel.
#pragma once

#include <chrono>
#include <string>

namespace artifactd::bench {

struct Flushes {
  int database = 0;       ///< for a file called turns.db, or its log
  int others = 0;         ///< for everything else
  double seconds = 0;     ///< spent in all of them
  double cpu_seconds = 0; ///< the same in processor time

  Flushes operator-(Flushes const& before) const noexcept {
    return {database - before.database, others - before.others, seconds - before.seconds,
            cpu_seconds - before.cpu_seconds};
  }
};
/// Since the process began, over all threads.
[[nodiscard]] Flushes flushes_so_far();

/// From now on each flush takes at least this long, as on a slower disk.
void slow_down_flushes(std::chrono::duration<double> least);

/// Seconds to write `bytes` over the beginning of an open file and flush them: the cost of a flush here.
double write_and_flush(int fd, std::size_t bytes);

} // namespace artifactd::bench
