// The instruction sets that the processor has and the kernel lets programs use. The C library has asked the
// processor already; in a virtual machine each further CPUID causes a VM exit, which is slow.
#pragma once

#if defined(__x86_64__) && !defined(__clang__)
#include <sys/platform/x86.h> // clang does not take it for C++
#define ARTIFACTD_HAS(feature, name) CPU_FEATURE_ACTIVE(feature)
#elif defined(__x86_64__)
#define ARTIFACTD_HAS(feature, name) (__builtin_cpu_supports(name) != 0)
#else
#define ARTIFACTD_HAS(feature, name) false
#endif

namespace artifactd {

/// AVX2, and what its users take along: carry-less products, bit scans and population counts.
[[nodiscard]] inline bool has_avx2() noexcept {
  return ARTIFACTD_HAS(AVX2, "avx2") && ARTIFACTD_HAS(PCLMULQDQ, "pclmul") && ARTIFACTD_HAS(BMI1, "bmi") &&
         ARTIFACTD_HAS(POPCNT, "popcnt");
}

/// The same, and AVX-512 with operations on bytes.
[[nodiscard]] inline bool has_avx512() noexcept {
  return has_avx2() && ARTIFACTD_HAS(AVX512F, "avx512f") && ARTIFACTD_HAS(AVX512BW, "avx512bw") &&
         ARTIFACTD_HAS(AVX512_VBMI2, "avx512vbmi2");
}

} // namespace artifactd

#undef ARTIFACTD_HAS
