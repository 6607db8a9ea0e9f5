// Finds the lines two texts have in common, leaving as few as possible over on either side (Myers, "An O(ND)
// difference algorithm and its variations", 1986). The time depends on the size of the difference, not of the
// texts.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd {

using LinePair = std::pair<std::size_t, std::size_t>; ///< indexes into both

/// Ascending on both sides. For texts that differ in more than 2,000 lines, only their common start and end:
/// this bounds the memory.
[[nodiscard]] std::vector<LinePair> matching_lines(std::span<std::string_view const> a,
                                                   std::span<std::string_view const> b);

} // namespace artifactd
