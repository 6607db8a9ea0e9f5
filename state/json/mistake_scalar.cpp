#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

bool is_hex(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

Mistake escape_mistake(Scene const& scene) {
  std::string_view const rest = scene.rest();
  char const c = rest.size() > 1 ? rest[1] : '\0';
  auto const token = [&] { return rest.size() > 1 ? shown_token(rest.substr(1)) : std::string("nothing"); };
  if (c == 'u') {
    if (rest.size() > 2 && rest[2] == '{')
      return {"\\u{…} is not a JSON escape", "Write four hexadecimal digits: \\u00e9."};
    auto const digits = std::ranges::find_if_not(rest.substr(2), is_hex) - rest.substr(2).begin();
    if (digits == 0)
      return {"\\u is not followed by hexadecimal digits", "Write a literal backslash as \\\\."};
    return {fmt::format("\\u is followed by {} hexadecimal digits instead of four", digits),
            "Write four hexadecimal digits, or a literal backslash as \\\\."};
  }
  if (c == '\'') return {"\\' is not a JSON escape", "Write ' without a backslash."};
  if (c == 'x')
    return {"\\x is not a JSON escape", "Write \\u00 and two hexadecimal digits, or the character itself."};
  if (is_digit(c))
    return {fmt::format("\\{} is not a JSON escape", c), "Write \\u and four hexadecimal digits: \\u0000."};
  if (c == '\n' || c == '\r')
    return {"a backslash ends the line inside a string", "Write \\n for a line break."};
  return {fmt::format("a backslash before {} is not a JSON escape", token()),
          "Write a literal backslash as \\\\ (C:\\\\Users, \\\\d)."};
}

Mistake control_mistake(Scene const& scene) {
  char const c = scene.byte();
  if (c == '\n' || c == '\r') {
    return {
        fmt::format("there is a line break inside the string that begins on line {}",
                    scene.line_of(*scene.place.token)),
        "Write \\n for a line break in text; if the string should end there, close it with a double quote."};
  }
  if (c == '\t') return {"there is a raw tab inside a string", "Write \\t."};
  if (c == '\0')
    return {"there is a NUL byte inside a string",
            fmt::format("Write the {} again; if NUL is meant, write \\u0000.", scene.whole())};
  auto const byte = static_cast<unsigned>(static_cast<unsigned char>(c));
  return {fmt::format("there is a raw control character 0x{:02X} inside a string", byte),
          fmt::format("Remove it, or write \\u{:04x}.", byte)};
}

} // namespace

std::optional<Mistake> string_mistake(Scene const& scene) {
  switch (scene.broken.breach) {
  case Breach::bad_escape:
    return escape_mistake(scene);
  case Breach::control_character:
    return control_mistake(scene);
  case Breach::lone_surrogate:
    return Mistake{fmt::format("{} is half of a surrogate pair", scene.rest().substr(0, 6)),
                   "Write the character itself in UTF-8, or both halves one after the other."};
  default:
    return std::nullopt;
  }
}

std::optional<Mistake> number_mistake(Scene const& scene) {
  if (scene.broken.breach != Breach::bad_number) return std::nullopt;
  std::string_view const number = scene.text.substr(scene.word_begin());
  std::string const shown = shown_run(number);
  std::string_view const digits = number.starts_with('-') ? number.substr(1) : number;
  auto const say = [&](std::string_view what, std::string_view cure) {
    return Mistake{fmt::format("the number {} {}", shown, what), std::string(cure)};
  };
  if (scene.byte() == ';')
    return Mistake{"JSON has no semicolons", "Separate values by commas; nothing follows the last one."};
  if (number.starts_with('+')) return say("has a plus sign", "Remove the plus sign.");
  if (digits.starts_with('.'))
    return say("begins with its decimal point", "Write a digit before the point: 0.5.");
  if (digits.starts_with("0x") || digits.starts_with("0X"))
    return say("is hexadecimal", "Write it in decimal, or as a string.");
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) {
    return say("has a leading zero", "Remove the leading zeros; if they matter, make it a string.");
  }
  char const previous = scene.broken.byte > 0 ? scene.text[scene.broken.byte - 1] : '\0';
  if (previous == '.' && !is_digit(scene.byte()))
    return say("ends with its decimal point", "Write a digit after the point: 1.0.");
  if (previous == 'e' || previous == 'E')
    return say("has an empty exponent", "Write digits after the e: 1e9.");
  if (previous == '-')
    return say("has no digits after the minus sign",
               "Write digits, or put it in double quotes if it is text.");
  if (scene.byte() == '_') return say("has underscores", "Write the digits without underscores.");
  return say("is not a number", "A date, version, time or unit is text: put it in double quotes.");
}

} // namespace artifactd::json
