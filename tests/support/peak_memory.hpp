/// The peak memory of this process, for tests that bound the memory of some work.
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

/// In KiB. Always 0 under a sanitizer, which retains freed memory depending on earlier tests.
[[nodiscard]] inline long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return keeps_freed_memory ? 0 : usage.ru_maxrss;
}

} // namespace artifactd::test
