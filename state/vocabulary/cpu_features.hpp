// The instruction sets this processor has and the kernel lets programs use, as the C library has read them:
// asking the processor itself leaves a virtual machine each time, which takes longer than many a command.
#pragma once

#if defined(__x86_64__)
#include <sys/platform/x86.h>
#endif

namespace artifactd {

#if defined(__x86_64__)

/// AVX2, and what its users take along: carry-less products, bit scans and population counts.
[[nodiscard]] inline bool has_avx2() noexcept {
  return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(PCLMULQDQ) && CPU_FEATURE_ACTIVE(BMI1) &&
         CPU_FEATURE_ACTIVE(POPCNT);
}

/// The same, and AVX-512 with operations on bytes.
[[nodiscard]] inline bool has_avx512() noexcept {
  return has_avx2() && CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512BW) &&
         CPU_FEATURE_ACTIVE(AVX512_VBMI2);
}

#else

[[nodiscard]] inline bool has_avx2() noexcept {
  return false;
}
[[nodiscard]] inline bool has_avx512() noexcept {
  return false;
}

#endif

} // namespace artifactd
