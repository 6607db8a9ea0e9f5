// What a fuzz target asks of the code under test: a violation ends the process, which libFuzzer reports.
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
