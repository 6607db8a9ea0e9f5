#include "bench/flushes.hpp"

#include "state/platform/clock.hpp"

#include <array>
#include <atomic>
#include <ctime>
#include <fmt/core.h>
#include <mutex>
#include <string_view>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace artifactd::bench {

namespace {

std::mutex counting;
Flushes counted;
std::atomic<double> least_seconds = 0; ///< of a flush

double own_cpu() {
  constexpr double ns = 1e-9;
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * ns;
}

bool is_database(int fd) {
  std::array<char, 512> target{};
  auto const length = ::readlink(fmt::format("/proc/self/fd/{}", fd).c_str(), target.data(), target.size());
  return length > 0 &&
         std::string_view(target.data(), static_cast<std::size_t>(length)).contains("/turns.db");
}

int slowed_flush(long call, int fd) {
  auto const begin = Monotonic::now();
  auto const result = static_cast<int>(::syscall(call, fd));
  std::this_thread::sleep_until(begin + std::chrono::duration<double>(least_seconds.load()));
  return result;
}

int flush(long call, int fd) {
  auto const cpu = own_cpu();
  auto const of_database = is_database(fd);
  auto const begin = Monotonic::now();
  auto const result = slowed_flush(call, fd);
  std::chrono::duration<double> const took = Monotonic::now() - begin;
  std::scoped_lock const lock(counting);
  ++(of_database ? counted.database : counted.others);
  counted.seconds += took.count();
  counted.cpu_seconds += own_cpu() - cpu;
  return result;
}

} // namespace

Flushes flushes_so_far() {
  std::scoped_lock const lock(counting);
  return counted;
}

void slow_down_flushes(std::chrono::duration<double> least) {
  least_seconds = least.count();
}

double write_and_flush(int fd, std::size_t bytes) {
  static std::string const data(1 << 20, 'x');
  auto const begin = Monotonic::now();
  if (::pwrite(fd, data.data(), bytes, 0) < 0) return 0;
  slowed_flush(SYS_fdatasync, fd);
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

} // namespace artifactd::bench

// These replace the C library's functions, for SQLite as well.
extern "C" int fsync(int fd) {
  return artifactd::bench::flush(SYS_fsync, fd);
}
extern "C" int fdatasync(int fd) {
  return artifactd::bench::flush(SYS_fdatasync, fd);
}
