#include "state/platform/clock.hpp"

#include <ctime>
#include <fmt/core.h>

namespace artifactd {

std::int64_t wall_now_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::int64_t file_clock_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void wait_past(std::int64_t stamp_ns) noexcept {
  constexpr std::int64_t longest_tick = 10'000'000; // CONFIG_HZ=100
  for (;;) {
    auto const ahead = stamp_ns - file_clock_ns();
    if (ahead < 0 || ahead > longest_tick) return;
    timespec const pause{0, 500'000};
    ::nanosleep(&pause, nullptr);
  }
}

std::string iso8601(std::int64_t wall_ns) {
  auto milliseconds = wall_ns / 1'000'000;
  auto seconds = static_cast<std::time_t>(milliseconds / 1000);
  auto rest = milliseconds % 1000;
  if (rest < 0) rest += 1000, --seconds;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, rest);
}

std::string short_duration(Duration duration) {
  auto ns = static_cast<double>(duration.count());
  if (ns < 1e6) return fmt::format("{:.0f} µs", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.1f} ms", ns / 1e6);
  if (ns < 120e9) return fmt::format("{:.1f} s", ns / 1e9);
  if (ns < 7200e9) return fmt::format("{:.0f} min", ns / 60e9);
  if (ns < 48 * 3600e9) return fmt::format("{:.0f} h", ns / 3600e9);
  return fmt::format("{:.0f} days", ns / (24 * 3600e9));
}

} // namespace artifactd
