// Which process the kernel ends when memory runs out: a child, whose failure its parent handles, rather than
// the service, whose work all sessions need.
#pragma once

#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace artifactd {

/// The calling process, and what it starts, ends before its parent. Without effect if that is not allowed, or
/// if it already ends sooner. Async-signal-safe.
inline void end_before_the_service() noexcept {
  constexpr std::string_view score = "500"; // as if it used half of all memory besides: proc(5)
  int const file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] auto const written = ::write(file, score.data(), score.size());
  ::close(file);
}

} // namespace artifactd
