// How often this process made something durable: fsync and fdatasync are counted on their way to the kernel.
#pragma once

#include <string>

namespace artifactd::bench {

struct Flushes {
  int database = 0;       ///< of a file called turns.db, or of its log
  int others = 0;         ///< of everything else
  double seconds = 0;     ///< spent in all of them
  double cpu_seconds = 0; ///< the same, of the processor

  Flushes operator-(Flushes const& before) const noexcept {
    return {database - before.database, others - before.others, seconds - before.seconds,
            cpu_seconds - before.cpu_seconds};
  }
};
/// Since the process began; all threads together.
[[nodiscard]] Flushes flushes_so_far();

/// Seconds that `bytes` take to be written over an open file's beginning and flushed: what a flush costs
/// here.
double write_and_flush(int fd, std::size_t bytes);

} // namespace artifactd::bench
