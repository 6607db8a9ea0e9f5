// Which lines two texts have in common, so that as few as possible are left over on either side (Myers, "An
// O(ND) difference algorithm and its variations", 1986). It takes time by what differs, not by how long they
// are.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace artifactd {

using LinePair = std::pair<std::size_t, std::size_t>; ///< indexes into both

/// Ascending on both sides. Of texts that differ in more than 2,000 lines only the ends they share: bounds
/// the memory.
[[nodiscard]] std::vector<LinePair> matching_lines(std::span<std::string_view const> a,
                                                   std::span<std::string_view const> b);

} // namespace artifactd
