// One path in the forms a rule looks at. Backslashes count as slashes everywhere; the original path is kept
// for records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

struct SamplePath {
  std::string given;    ///< as written
  std::string full;     ///< with slashes: full_path
  std::string parts;    ///< the components joined by single slashes, without a leading one: what globs match
  std::string relative; ///< below the root, or `parts` if there is no root: rel_path
};

/// `root` may be empty: none. A relative path counts as below an absolute root. std::nullopt if the path has
/// no component or is not below the root.
[[nodiscard]] std::optional<SamplePath> sample_path(std::string_view given, std::string_view root);

/// The components of a path's parts.
[[nodiscard]] std::vector<std::string_view> components_of(std::string_view parts);

/// Component `index` of the parts: 0 is the first, -1 the last, which is the file name.
[[nodiscard]] std::optional<std::string_view> segment(std::string_view parts, std::int64_t index);

} // namespace artifactd::extraction
