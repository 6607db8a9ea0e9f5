#include "tests/support/tuning_run.hpp"

#include <fmt/core.h>
#include <fstream>
#include <iterator>

namespace artifactd::test {

std::filesystem::path snapshot_file(int index) {
  return fmt::format("{}/tests/state/tuning/corpus/run/{:02}.json", SOURCE_DIR, index);
}

std::string snapshot(int index) {
  std::ifstream file(snapshot_file(index));
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace artifactd::test
