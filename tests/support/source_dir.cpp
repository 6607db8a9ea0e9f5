#include "tests/support/source_dir.hpp"

namespace artifactd::test {

std::string source_dir() {
  return SOURCE_DIR;
}

} // namespace artifactd::test
