/// The most memory this process has held, for tests that bound what a piece of work takes.
#pragma once

#include <sys/resource.h>

namespace artifactd::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool keeps_freed_memory = true;
#elif defined(__has_feature)
inline constexpr bool keeps_freed_memory =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool keeps_freed_memory = false;
#endif

/// In KiB. Always 0 under a sanitizer: what it keeps of freed memory depends on the tests that ran before.
[[nodiscard]] inline long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return keeps_freed_memory ? 0 : usage.ru_maxrss;
}

} // namespace artifactd::test
