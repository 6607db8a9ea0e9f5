// The assertion of fuzz targets: a violation ends the process, which libFuzzer reports.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace artifactd::fuzz {

inline void demand(bool holds, char const* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

} // namespace artifactd::fuzz
