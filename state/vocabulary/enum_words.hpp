// Enumerations as words: a list of words in the order of the enum's values serves writing and reading.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace artifactd {

/// The value whose word this is; std::nullopt for a word that is not in the list.
template <class Enum, std::size_t count>
[[nodiscard]] std::optional<Enum> enum_from(std::array<std::string_view, count> const& words,
                                            std::string_view word) noexcept {
  auto const found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

} // namespace artifactd
