#include "merge/game/values/js_text.hpp"

#include <algorithm>

namespace artifactd::game {

namespace {

constexpr std::string_view half_character = "\ufffd";

/// 0 for the bytes after a character's first.
std::size_t units_begun_by(char byte) noexcept {
  auto const lead = static_cast<unsigned char>(byte);
  if ((lead & 0xc0) == 0x80) return 0;
  return lead >= 0xf0 ? 2 : 1;
}

std::size_t character_end(std::string_view text, std::size_t at) noexcept {
  do
    ++at;
  while (at < text.size() && units_begun_by(text[at]) == 0);
  return at;
}

} // namespace

std::size_t unit_count(std::string_view text) noexcept {
  std::size_t count = 0;
  for (char const byte : text)
    count += units_begun_by(byte);
  return count;
}

std::vector<std::string> units_of(std::string_view text) {
  std::vector<std::string> units;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = character_end(text, at);
    if (units_begun_by(text[at]) == 1)
      units.emplace_back(text.substr(at, end - at));
    else
      units.insert(units.end(), units_begun_by(text[at]), std::string(half_character));
    at = end;
  }
  return units;
}

std::string unit_range(std::string_view text, std::size_t from, std::size_t to) {
  std::string range;
  if (from >= to) return range;
  std::size_t unit = 0;
  for (std::size_t at = 0; at < text.size() && unit < to;) {
    auto const end = character_end(text, at);
    auto const units = units_begun_by(text[at]);
    if (unit >= from && unit + units <= to)
      range += text.substr(at, end - at);
    else if (unit + units > from)
      range += half_character;
    unit += units;
    at = end;
  }
  return range;
}

std::strong_ordering compare_units(std::string_view a, std::string_view b) noexcept {
  auto const [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() || in_b == b.end()) return a.size() <=> b.size();
  auto const byte_a = static_cast<unsigned char>(*in_a);
  auto const byte_b = static_cast<unsigned char>(*in_b);
  // The surrogates of characters beyond U+FFFF sort before U+E000, whose UTF-8 begins with 0xee.
  bool const beyond_a = byte_a >= 0xf0;
  bool const beyond_b = byte_b >= 0xf0;
  if (byte_a >= 0xee && byte_b >= 0xee && beyond_a != beyond_b)
    return beyond_a ? std::strong_ordering::less : std::strong_ordering::greater;
  return byte_a <=> byte_b;
}

} // namespace artifactd::game
