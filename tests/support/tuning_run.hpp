// The skill tuning run of the corpus: 40 states, each a legal step from the one before.
#pragma once

#include <filesystem>
#include <string>

namespace artifactd::test {

[[nodiscard]] std::filesystem::path snapshot_file(int index);
[[nodiscard]] std::string snapshot(int index);

} // namespace artifactd::test
