// Where this project's own files are, for tests that read them.
#pragma once

#include <string>

namespace artifactd::test {

/// The project's directory. A macro would change every command line with it, and a compiler cache would find
/// nothing that was compiled in another directory.
[[nodiscard]] std::string source_dir();

} // namespace artifactd::test
