#include "state/json/mistake.hpp"

#include "state/json/diagnose.hpp"
#include "state/json/scalar.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

constexpr std::size_t longest_shown = 40;

bool word_character(char c) noexcept {
  return static_cast<unsigned char>(c) >= 0x80 || is_digit(c) || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || std::string_view("_$.+-").contains(c);
}

} // namespace

char Scene::previous() const {
  std::size_t at = broken.byte;
  while (at > 0 && is_space(text[at - 1]))
    --at;
  return at > 0 ? text[at - 1] : '\0';
}

std::string_view Scene::whole() const {
  switch (origin.source) {
  case Source::file:
    return "file";
  case Source::line:
    return "line";
  case Source::reply:
    break;
  }
  return "reply";
}

std::size_t Scene::word_begin() const {
  bool const inside = broken.breach == Breach::bad_literal || broken.breach == Breach::bad_number;
  if (!inside || !place.token) return broken.byte;
  std::string_view const before = text.substr(*place.token, broken.byte - *place.token);
  return std::ranges::none_of(before, ends_word) ? *place.token : broken.byte;
}

std::size_t Scene::line_of(std::size_t at) const {
  return position_of(text, at).line + origin.first_line - 1;
}

std::string_view word_at(std::string_view text) {
  auto const end = std::ranges::find_if_not(text, word_character);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string shortened(std::string_view text) {
  return printable(abbreviated(text, longest_shown));
}

std::string shown_key(std::string_view key) {
  return fmt::format("\"{}\"", shortened(key));
}

std::string shown_run(std::string_view text) {
  auto const end = std::ranges::find_if(text, ends_word);
  return fmt::format("'{}'", shortened(text.substr(0, static_cast<std::size_t>(end - text.begin()))));
}

std::string shown_token(std::string_view text) {
  if (text.empty()) return "the end of the text";
  std::string_view const word = word_at(text.substr(0, 4 * longest_shown));
  auto const first = static_cast<unsigned char>(text.front());
  if (first >= 0x80) {
    std::size_t const length = sequence_length(text, 0);
    if (length == 0) return fmt::format("the byte 0x{:02X}", first);
    if (word.size() <= length) return fmt::format("'{}'", printable(text.substr(0, length)));
  }
  if (first == '"') {
    std::size_t const end = text.substr(0, 4 * longest_shown).find('"', 1);
    return shortened(text.substr(0, end == std::string_view::npos ? 1 : end + 1));
  }
  if (!word.empty()) return fmt::format("'{}'", shortened(word));
  if (first < 0x20 || first == 0x7F) return fmt::format("the control character 0x{:02X}", first);
  return fmt::format("'{}'", text.front());
}

} // namespace artifactd::json
