#include "tests/state/json/documents.hpp"

#include <vector>

namespace artifactd::json {

namespace {

using rc::Gen;
using Texts = std::vector<std::string>;

int below(int n) {
  return *rc::gen::inRange(0, n);
}

std::string one_of(Texts const& texts) {
  return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
}

std::string space() {
  static Texts const spaces = {"", "", "", "", " ", "\n", "\t", "\r\n", "  ", "\n    ", std::string(70, ' ')};
  return one_of(spaces);
}

std::string digits() {
  std::string text;
  for (int i = (below(4) == 0 ? 1 + below(25) : 1 + below(3)); i > 0; --i)
    text += static_cast<char>('0' + below(10));
  return text;
}

std::string number() {
  std::string text = below(3) == 0 ? "-" : "";
  text += below(4) == 0 ? "0" : std::to_string(1 + below(9)) + (below(2) == 0 ? digits() : "");
  if (below(3) == 0) text += "." + digits();
  if (below(4) == 0)
    text += one_of({"e", "E", "e+", "E-"}) + std::to_string(below(below(40) == 0 ? 400 : 200));
  return text;
}

std::string string() {
  static Texts const parts = {"a",
                              "key",
                              "\\\"",
                              "\\\\",
                              "\\/",
                              "\\n",
                              "\\t",
                              "\\u0041",
                              "\\u00e9",
                              "\\ud83d\\ude00",
                              "é",
                              "€",
                              "😀",
                              "{",
                              "}",
                              "[",
                              "]",
                              ",",
                              ":",
                              "/*",
                              "\\b",
                              " ",
                              "0",
                              "\x7f",
                              "\\f",
                              "\\\\\\\\",
                              std::string(61, 'x'),
                              std::string(30, 'y')};
  std::string text = "\"";
  for (int i = below(8); i > 0; --i)
    text += one_of(parts);
  return text + "\"";
}

std::string value(int depth);

std::string container(bool object, int depth) {
  std::string text = object ? "{" : "[";
  text += space();
  for (int i = 0, count = below(7); i < count; ++i) {
    if (i > 0) text += "," + space();
    if (object) text += string() + space() + ":" + space();
    text += value(depth - 1) + space();
  }
  return text + (object ? "}" : "]");
}

std::string value(int depth) {
  switch (below(depth > 0 ? 7 : 4)) {
  case 0:
    return number();
  case 1:
    return one_of({"true", "false", "null"});
  case 2:
  case 3:
    return string();
  default:
    return container(below(2) == 0, depth);
  }
}

std::string spaced(std::string text) {
  text = space() + text + space();
  if (below(20) == 0) text.insert(0, std::string(16'300 + static_cast<std::size_t>(below(100)), ' '));
  return text;
}

std::string sound() {
  int const kind = below(5);
  return spaced(kind == 0 ? value(5) : container(kind < 3, 5));
}

std::string damage(std::string text) {
  static Texts const tokens = {"{",        "}",
                               "[",        "]",
                               ",",        ":",
                               "\"",       "\\",
                               "\n",       std::string(1, '\0'),
                               "0",        "-",
                               ".",        "e",
                               "+",        "true",
                               "nul",      "\\u",
                               "\\u12",    "\\ud800",
                               "\\x",      "é",
                               "\xC3",     "\x80",
                               "\xFF",     "\xED\xA0\x80",
                               " ",        "//",
                               "'",        "\x1f",
                               "\xE2\x82", "\xF0\x9F\x98",
                               "\f",       "\xEF\xBB\xBF",
                               "1",        "\"\""};
  for (int times = 1 + below(4); times > 0; --times) {
    auto const at = static_cast<std::size_t>(below(static_cast<int>(text.size()) + 1));
    std::size_t const gone = below(2) == 0 ? 0 : static_cast<std::size_t>(1 + below(3));
    text.replace(at, gone, below(3) == 0 ? "" : one_of(tokens));
  }
  return text;
}

} // namespace

Gen<std::string> sound_text() {
  return rc::gen::exec([] { return sound(); });
}

Gen<std::string> sound_object() {
  return rc::gen::exec([] { return spaced(container(true, 5)); });
}

Gen<std::string> sound_array() {
  return rc::gen::exec([] { return spaced(container(false, 5)); });
}

Gen<std::string> damaged_text() {
  return rc::gen::exec([] { return damage(sound()); });
}

} // namespace artifactd::json
