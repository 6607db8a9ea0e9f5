// The skill tuning run of the corpus: 40 states, each a legal step from the one before. Stored as the first
// state and a JSON patch (RFC 6902) for each step (tests/state/tuning/corpus/run.json).
#pragma once

#include <string>
#include <vector>

namespace artifactd::test {

/// As artifactd's users write them: indented by two spaces.
[[nodiscard]] std::vector<std::string> const& snapshots();
[[nodiscard]] std::string const& snapshot(std::size_t index);

} // namespace artifactd::test
