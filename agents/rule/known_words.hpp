// Tables that map known words to names: other programs' words for a key, and typical values to what they
// mean.
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
