// Which process the kernel ends when memory runs out: rather a child, whose failure its parent handles, than
// the service, whose work all sessions need.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace artifactd {

/// Makes the calling process, and what it starts, more likely to be ended than its parent: as if it used half
/// of all memory on top of its own (proc(5)). Without effect where that is not allowed. Async-signal-safe.
inline void end_before_the_service() noexcept {
  constexpr int most = 1000;
  int const file = ::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  std::array<char, 16> text{};
  int score = 0;
  auto const got = ::read(file, text.data(), text.size());
  if (got > 0) std::from_chars(text.data(), text.data() + got, score);
  auto const end =
      std::to_chars(text.data(), text.data() + text.size(), std::min(score + most / 2, most)).ptr;
  [[maybe_unused]] auto const written =
      ::pwrite(file, text.data(), static_cast<std::size_t>(end - text.data()), 0);
  ::close(file);
}

} // namespace artifactd
