#include "merge/game/delta/delta_words.hpp"

#include "state/vocabulary/names.hpp"

namespace artifactd::game {

std::string_view type_word(Value const& value) noexcept {
  if (is_undefined(value)) return "undefined";
  if (value.is_boolean()) return "boolean";
  if (value.is_number()) return "number";
  return value.is_string() ? "string" : "object";
}

std::string abridged(std::string_view text) {
  return cut_to(text, 200);
}

} // namespace artifactd::game
