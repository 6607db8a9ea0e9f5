// Prints what the rules make of the corpus of broken games: `./dev patterns`.
#include "tests/support/pattern_table.hpp"

#include <fmt/core.h>

int main() {
  fmt::print("{}", artifactd::test::pattern_table(artifactd::test::measured_patterns()));
}
