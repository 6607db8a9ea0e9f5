// Paths that are built alike: the same number of components, the same extension, and names made of the same
// pieces in the same order. If the names of a component have no common form, only its position counts.
#pragma once

#include "agents/rule/sample_path.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

enum class NameForm : std::uint8_t {
  fine,   ///< the same pieces in all paths
  coarse, ///< the same if adjacent letters and digits count as one word
  free,   ///< no common form
};

struct PathShape {
  std::vector<std::size_t> members; ///< indices of the paths, ascending
  std::size_t depth = 0;            ///< components
  std::string extension;            ///< of the file names, in lower case: ".csv"
  std::vector<NameForm> forms;      ///< one for each component
};

/// Every path is in exactly one shape. Most paths first; among equals, in order of first appearance.
[[nodiscard]] std::vector<PathShape> shapes_of(std::span<SamplePath const> paths);

/// For people: "data/mission_#/####-##-##/*.csv": # for each digit of the first path, * where names are free.
[[nodiscard]] std::string in_words(PathShape const& shape, std::span<SamplePath const> paths);

} // namespace artifactd::extraction
