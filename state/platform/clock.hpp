// The two clocks. Durations and timeouts use the monotonic one, so a jump of the wall clock changes nothing;
// wall time is only for people and for file stamps.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace artifactd {

using Monotonic = std::chrono::steady_clock;
using Moment = Monotonic::time_point;
using Duration = std::chrono::nanoseconds;

/// Nanoseconds since the Unix epoch, from CLOCK_REALTIME.
[[nodiscard]] std::int64_t wall_now_ns() noexcept;

/// The clock the kernel stamps files with: CLOCK_REALTIME_COARSE, which moves in ticks of 1 to 10 ms. Until
/// it is past a file's stamp, the file may change again and keep that stamp.
[[nodiscard]] std::int64_t file_clock_ns() noexcept;

/// Waits until the file clock is past `stamp_ns`, usually one tick. Does not wait for a stamp from the future
/// (the clock was set back).
void wait_past(std::int64_t stamp_ns) noexcept;

/// "2026-11-21T04:47:28.123Z" (UTC, milliseconds), the form of every time that artifactd writes.
[[nodiscard]] std::string iso8601(std::int64_t wall_ns);
[[nodiscard]] inline std::string iso8601_now() {
  return iso8601(wall_now_ns());
}

/// A short human duration: "840 µs", "3.2 ms", "1.5 s", "4 min", "3 h".
[[nodiscard]] std::string short_duration(Duration duration);

} // namespace artifactd
