// "Did you mean …?"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace artifactd {

/// The known word nearest to `word` by edit distance (insert, delete, replace, swap of neighbours); empty if
/// none is within a third of the word's length.
[[nodiscard]] std::string nearest(std::string_view word, std::span<std::string const> known);

} // namespace artifactd
