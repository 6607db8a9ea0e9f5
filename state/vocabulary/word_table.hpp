// Words for enumerators, in the order of the enumerators.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace artifactd {

/// The enumerator that has this word; std::nullopt if none has.
template <class Enum>
[[nodiscard]] std::optional<Enum> by_word(std::span<std::string_view const> words, std::string_view word) {
  auto const found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

} // namespace artifactd
