#include "merge/game/delta/delta_words.hpp"

namespace artifactd::game {

std::string_view type_word(Value const& value) noexcept {
  if (is_undefined(value)) return "undefined";
  if (value.is_boolean()) return "boolean";
  if (value.is_number()) return "number";
  return value.is_string() ? "string" : "object";
}

std::string abridged(std::string_view text) {
  constexpr std::size_t most = 200;
  if (text.size() <= most) return std::string(text);
  auto end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return std::string(text.substr(0, end)) + "…";
}

} // namespace artifactd::game
