// Paths that are built alike: as many components, the same ending, and names made of the same pieces in the
// same order. Where the names of a component have no form in common only its place counts.
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
  coarse, ///< the same if letters and digits side by side count as one word
  free,   ///< none
};

struct PathShape {
  std::vector<std::size_t> members; ///< of the paths, in their order
  std::size_t depth = 0;            ///< components
  std::string extension;            ///< of the file names, in small letters: ".csv"
  std::vector<NameForm> forms;      ///< of each component
};

/// Every path is in one shape. The shape with the most paths comes first, of equals the one that was met
/// first.
[[nodiscard]] std::vector<PathShape> shapes_of(std::span<SamplePath const> paths);

/// The components of a path's parts.
[[nodiscard]] std::vector<std::string_view> components_of(std::string_view parts);

/// For people: "data/mission_#/####-##-##/*.csv": a mark for each digit of the first path, * where names are
/// free.
[[nodiscard]] std::string in_words(PathShape const& shape, std::span<SamplePath const> paths);

} // namespace artifactd::extraction
