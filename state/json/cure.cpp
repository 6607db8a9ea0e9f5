#include "state/json/cure.hpp"

#include "state/json/scalar.hpp"

#include <algorithm>

namespace artifactd::json {

namespace {

bool key_due(Expect expect) noexcept {
  return expect == Expect::key || expect == Expect::key_or_close;
}

bool value_due(Expect expect) noexcept {
  return expect == Expect::value || expect == Expect::value_or_close;
}

bool begins_value(char c) noexcept {
  return c == '"' || c == '{' || c == '[' || c == '-' || is_digit(c);
}

/// The next character after `at` on its line, skipping blanks; a line break at the end of the text.
char next_mark(std::string_view text, std::size_t at) noexcept {
  at = text.find_first_not_of(" \t", at);
  return at == text.npos ? '\n' : text[at];
}

bool ends_value(std::string_view text, std::size_t at) noexcept {
  return std::string_view(",}]\r\n").contains(next_mark(text, at));
}

bool closes_innermost(Scene const& scene) {
  if (scene.place.open.empty()) return false;
  return scene.byte() == (scene.place.open.back().bracket == '{' ? '}' : ']');
}

Cure insert(Scene const& scene, std::string text) {
  return {scene.broken.byte, scene.broken.byte, std::move(text)};
}

Cure replace(Scene const& scene, std::size_t length, std::string text) {
  return {scene.broken.byte, scene.broken.byte + length, std::move(text)};
}

/// Replaces a word that is not a value, or a malformed literal or number, by null.
std::optional<Cure> word(Scene const& scene) {
  auto const begin = scene.word_begin();
  auto const length = word_at(scene.text.substr(begin)).size();
  if (length == 0 || !ends_value(scene.text, begin + length)) return std::nullopt;
  return Cure{begin, begin + length, "null"};
}

std::optional<Cure> without_comment(Scene const& scene) {
  auto const rest = scene.rest();
  if (rest.starts_with("//") || rest.starts_with('#'))
    return replace(scene, std::min(rest.find_first_of("\r\n"), rest.size()), "");
  if (!rest.starts_with("/*")) return std::nullopt;
  auto const end = rest.find("*/", 2);
  if (end == rest.npos) return std::nullopt;
  auto const lines = std::ranges::count(rest.substr(0, end), '\n');
  return replace(scene, end + 2, std::string(static_cast<std::size_t>(lines), '\n'));
}

std::optional<Cure> comma(Scene const& scene) {
  auto const previous = scene.previous();
  if (closes_innermost(scene) && previous == ',') return Cure{*scene.place.token, *scene.place.token + 1, ""};
  if (previous == ':' && (scene.byte() == ',' || closes_innermost(scene))) return insert(scene, "null");
  if (scene.byte() == ',' && (previous == ',' || previous == '[' || previous == '{'))
    return replace(scene, 1, "");
  return std::nullopt;
}

std::optional<Cure> separator(Scene const& scene) {
  auto const expect = scene.place.expect;
  if (expect == Expect::colon) {
    if (scene.byte() == '=') return replace(scene, scene.rest().starts_with("=>") ? 2 : 1, ":");
    return begins_value(scene.byte()) ? std::optional(insert(scene, ":")) : std::nullopt;
  }
  if (expect != Expect::comma_or_close_object && expect != Expect::comma_or_close_array) return std::nullopt;
  if (scene.byte() == ';') return replace(scene, 1, ",");
  // A quote directly after a value is more likely an unescaped one inside a string.
  bool const apart = scene.broken.byte > 0 && is_space(scene.text[scene.broken.byte - 1]);
  bool const begins =
      expect == Expect::comma_or_close_object ? scene.byte() == '"' : begins_value(scene.byte());
  return begins && apart ? std::optional(insert(scene, ",")) : std::nullopt;
}

std::optional<Cure> quotes(Scene const& scene) {
  if (!key_due(scene.place.expect) && !value_due(scene.place.expect)) return std::nullopt;
  auto const rest = scene.rest();
  if (rest.starts_with('\'')) {
    auto const end = rest.find_first_of("'\"\\\r\n", 1);
    if (end == rest.npos || rest[end] != '\'') return std::nullopt;
    auto const mark = next_mark(rest, end + 1);
    if (mark != ':' && !ends_value(rest, end + 1)) return std::nullopt;
    return replace(scene, end + 1, '"' + std::string(rest.substr(1, end - 1)) + '"');
  }
  if (value_due(scene.place.expect)) return word(scene);
  auto const key = word_at(rest);
  if (key.empty() || next_mark(rest, key.size()) != ':') return std::nullopt;
  return replace(scene, key.size(), '"' + std::string(key) + '"');
}

} // namespace

std::optional<Cure> cure_for(Scene const& scene) {
  bool const marked = scene.broken.breach == Breach::byte_order_mark;
  if (!marked && container_mistake(scene)) return std::nullopt; // not meant to be JSON
  switch (scene.broken.breach) {
  case Breach::byte_order_mark:
    return replace(scene, 3, "");
  case Breach::bad_escape:
    // Before a control character, removing it would only cause the next fault, from the same mistake.
    if (scene.rest().size() > 1 && static_cast<unsigned char>(scene.rest()[1]) < 0x20) return std::nullopt;
    [[fallthrough]];
  case Breach::lone_surrogate:
    return replace(scene, 1, ""); // the backslash
  case Breach::control_character:
    if (scene.byte() == '\n' || scene.byte() == '\r') return std::nullopt;
    return replace(scene, 1, " ");
  case Breach::bad_literal:
  case Breach::bad_number:
    return word(scene);
  case Breach::unexpected:
    for (auto* const find : {&without_comment, &comma, &separator, &quotes})
      if (auto cure = find(scene)) return cure;
    return std::nullopt;
  case Breach::empty:
  case Breach::not_utf8:
  case Breach::truncated:
  case Breach::trailing_data:
  case Breach::too_deep:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace artifactd::json
