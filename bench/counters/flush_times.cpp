// Preloaded into programs: writes down when their flushes begin and end, into the file that $FLUSH_TIMES
// names.
#include "bench/counters/flush_entries.hpp"

#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using artifactd::bench::FlushEntries;

FlushEntries* entries() {
  static auto* const mapped = []() -> FlushEntries* {
    auto const* path = std::getenv(artifactd::bench::flush_times_variable);
    auto const file = path == nullptr ? -1 : ::open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return nullptr;
    auto* const place = ::mmap(nullptr, sizeof(FlushEntries), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return place == MAP_FAILED ? nullptr : static_cast<FlushEntries*>(place);
  }();
  return mapped;
}

std::int64_t now() {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * nanoseconds + time.tv_nsec;
}

int timed(long call, int fd) {
  auto* const all = entries();
  auto const begin = now();
  auto const result = static_cast<int>(::syscall(call, fd));
  if (all == nullptr) return result;
  auto const at = all->count.fetch_add(1);
  if (at >= all->flushes.size()) return result;
  all->flushes[at].begin = begin;
  all->flushes[at].end = now();
  return result;
}

} // namespace

extern "C" int fsync(int fd) {
  return timed(SYS_fsync, fd);
}
extern "C" int fdatasync(int fd) {
  return timed(SYS_fdatasync, fd);
}
