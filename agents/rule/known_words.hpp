// Tables of words that stand for a name: what other programs call a key, what values are known for.
#pragma once

#include <fmt/core.h>
#include <string_view>

namespace artifactd::extraction {

struct KnownWords {
  std::string_view name;
  std::string_view words; ///< separated and surrounded by spaces
};

[[nodiscard]] inline bool has_word(KnownWords const& known, std::string_view word) {
  return !word.contains(' ') && known.words.contains(fmt::format(" {} ", word));
}

} // namespace artifactd::extraction
