#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"

#include <fmt/core.h>

namespace artifactd::json {

namespace {

char closer_of(OpenBracket const& open) {
  return open.bracket == '{' ? '}' : ']';
}

std::optional<Mistake> trailing_comma(Scene const& scene) {
  bool const closes = scene.byte() == '}' || scene.byte() == ']';
  if (!closes || scene.previous() != ',') return std::nullopt;
  auto const line = scene.line_of(*scene.place.token);
  auto const missing = scene.place.open.empty() ? scene.byte() : closer_of(scene.place.open.back());
  return Mistake{fmt::format("there is a comma before the closing '{}'", scene.byte()),
                 missing == scene.byte()
                     ? fmt::format("Remove the comma on line {}.", line)
                     : fmt::format("Remove the comma on line {}, and write '{}' before the '{}'.", line,
                                   missing, scene.byte())};
}

std::optional<Mistake> stray_comma(Scene const& scene) {
  if (scene.byte() != ',') return std::nullopt;
  switch (scene.previous()) {
  case ',':
    return Mistake{"there are two commas in a row", "Remove one of them."};
  case '[':
  case '{':
    return Mistake{"there is a comma before the first value", "Remove the comma."};
  case ':':
    return Mistake{"the value is missing after ':'", "Write the value, or null if there is none."};
  default:
    break;
  }
  if (scene.place.expect != Expect::colon) return std::nullopt;
  return Mistake{"a key has no value",
                 "Write ':' and a value after the key; a set of strings is an array in [ ]."};
}

/// An unescaped quote inside a string ends the string early, and text follows directly.
std::optional<Mistake> bare_quote(Scene const& scene) {
  bool const after_string = scene.place.token && scene.text[*scene.place.token] == '"';
  bool const between = scene.place.expect == Expect::comma_or_close_object ||
                       scene.place.expect == Expect::comma_or_close_array ||
                       scene.place.expect == Expect::colon;
  if (!after_string || !between || scene.previous() != '"') return std::nullopt;
  std::string_view const word = word_at(scene.rest());
  bool const adjacent = scene.before().ends_with('"');
  bool const letter = !word.empty() && !is_digit(word.front()) && word.front() != '-';
  if (!letter || (!adjacent && (word == "true" || word == "false" || word == "null"))) return std::nullopt;
  if (word.front() == '+') {
    return Mistake{"there is a '+' between strings", "JSON cannot join strings: write one string."};
  }
  return Mistake{"a string ends before its text does", "Escape double quotes inside a string: \\\"."};
}

std::optional<Mistake> missing_comma(Scene const& scene) {
  bool const between = scene.place.expect == Expect::comma_or_close_object ||
                       scene.place.expect == Expect::comma_or_close_array;
  char const c = scene.byte();
  bool const begins =
      c == '"' || c == '{' || c == '[' || c == '-' || is_digit(c) || !word_at(scene.rest()).empty();
  if (!between || !begins) return std::nullopt;
  bool const member = scene.place.expect == Expect::comma_or_close_object;
  std::size_t const last = scene.before().find_last_not_of(" \t\r\n");
  std::size_t const line = scene.line_of(last);
  return Mistake{fmt::format("a comma is missing between two {}", member ? "members" : "elements"),
                 line == scene.line_of(scene.broken.byte)
                     ? fmt::format("Put a comma before {}.", shown_token(scene.rest()))
                     : fmt::format("Put a comma at the end of line {}.", line)};
}

std::optional<Mistake> colon(Scene const& scene) {
  char const c = scene.byte();
  if (c == ':' && scene.place.expect == Expect::comma_or_close_array) {
    return Mistake{"an array holds a key", "Members with keys need braces: {\"key\": value}."};
  }
  if (c == ':' && scene.place.expect == Expect::comma_or_close_object) {
    return Mistake{"a second ':' follows a value",
                   "Put a comma and a key before it, or quotes around the whole value."};
  }
  if (scene.place.expect != Expect::colon) return std::nullopt;
  if (c == '=') return Mistake{"there is an '=' where ':' belongs", "Write ':' between key and value."};
  if (c == '}') return Mistake{"a key has no value", "Write ':' and a value after the key."};
  return Mistake{"the ':' after a key is missing", "Write ':' between key and value."};
}

std::optional<Mistake> bracket(Scene const& scene) {
  char const c = scene.byte();
  if (c != '}' && c != ']') return std::nullopt;
  if (scene.place.expect == Expect::value) {
    return Mistake{"the value is missing after ':'", "Write the value, or null if there is none."};
  }
  if (scene.place.open.empty()) return Mistake{fmt::format("'{}' closes nothing", c), "Remove it."};
  OpenBracket const open = scene.place.open.back();
  char const closer = closer_of(open);
  if (c == closer) return std::nullopt;
  return Mistake{
      fmt::format("'{}' does not close the '{}' of line {}", c, open.bracket, scene.line_of(open.byte)),
      fmt::format("Write '{}' there first, or remove the '{}'.", closer, c)};
}

std::optional<Mistake> odd_mark(Scene const& scene) {
  if (scene.byte() == ';')
    return Mistake{"JSON has no semicolons", "Separate values by commas; nothing follows the last one."};
  if (scene.byte() == '(' || scene.byte() == ')') {
    return Mistake{"JSON has no parentheses", "Write [ ] for lists and nothing around single values."};
  }
  bool const key_due = scene.place.expect == Expect::key || scene.place.expect == Expect::key_or_close;
  if (key_due && (scene.byte() == '{' || scene.byte() == '[')) {
    return Mistake{"a member without a key", "Give the value a key, or make the object around it an array."};
  }
  return std::nullopt;
}

} // namespace

std::optional<Mistake> structure_mistake(Scene const& scene) {
  if (scene.broken.breach != Breach::unexpected) return std::nullopt;
  for (Recogniser* const recognise :
       {&trailing_comma, &stray_comma, &bare_quote, &colon, &bracket, &odd_mark, &missing_comma}) {
    if (auto mistake = recognise(scene)) return mistake;
  }
  return std::nullopt;
}

} // namespace artifactd::json
