#include "tests/merge/json_gen.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd::test {

namespace {

using Json = nlohmann::json;

/// Code points that JSON may write in more than one way.
constexpr std::array<char32_t, 14> letters = {'a',  'b',  '0',  '"',  '\\',   '/',     '\n',
                                              0x01, 0x7f, 0x00, 0xe4, 0x65e5, 0x1f600, ' '};

int pick(int below) {
  return *rc::gen::inRange(0, below);
}

void append_utf8(std::string& out, char32_t c) {
  auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6), put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f)), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
  }
}

std::string any_string() {
  std::string text;
  for (int length = pick(4); length > 0; --length)
    append_utf8(text, letters[static_cast<std::size_t>(pick(letters.size()))]);
  return text;
}

Json any_scalar() {
  switch (pick(7)) {
  case 0:
    return nullptr;
  case 1:
    return pick(2) == 1;
  case 2:
    return any_string();
  case 3:
    return *rc::gen::inRange<std::int64_t>(-9'007'199'254'740'991, 9'007'199'254'740'991);
  case 4:
    return static_cast<double>(*rc::gen::inRange(-1000, 1000)) / 8;
  default:
    return pick(3);
  }
}

Json build(int depth, int kind) {
  if (kind == 0 || depth == 0) return kind == 2 ? Json::object() : any_scalar();
  Json made = kind == 1 ? Json::array() : Json::object();
  for (int count = pick(4); count > 0; --count) {
    auto inner = build(depth - 1, pick(3));
    if (kind == 1)
      made.push_back(std::move(inner));
    else
      made[any_string()] = std::move(inner);
  }
  return made;
}

std::string space() {
  static constexpr std::array<char const*, 6> spaces = {"", "", "", " ", "\n  ", "\r\n\t"};
  return spaces[static_cast<std::size_t>(pick(spaces.size()))];
}

std::string unit(unsigned value) {
  return pick(2) == 0 ? fmt::format("\\u{:04x}", value) : fmt::format("\\u{:04X}", value);
}

std::string spelled_character(char32_t c) {
  bool const must_escape = c < 0x20 || c == '"' || c == '\\';
  if (c == '\n' && pick(2) == 0) return "\\n";
  if ((c == '"' || c == '\\' || c == '/') && pick(2) == 0) return std::string("\\") + static_cast<char>(c);
  if (!must_escape && pick(3) != 0) {
    std::string raw;
    append_utf8(raw, c);
    return raw;
  }
  if (c < 0x10000) return unit(static_cast<unsigned>(c));
  auto const offset = static_cast<unsigned>(c) - 0x10000;
  return unit(0xd800 + (offset >> 10)) + unit(0xdc00 + (offset & 0x3ff));
}

/// Decodes the well-formed UTF-8 that append_utf8 wrote.
std::string spelled_string(std::string const& text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    auto lead = static_cast<unsigned char>(text[i]);
    std::size_t const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0x7fU >> length);
    for (std::size_t k = 1; k < length; ++k)
      c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3f);
    out += spelled_character(c);
    i += length;
  }
  return out + "\"";
}

/// The same number in another notation.
std::string spelled_number(Json const& number) {
  auto plain = number.is_number_float() ? fmt::format("{:.3f}", number.get<double>()) : number.dump();
  switch (pick(4)) {
  case 0:
    return plain + (plain.find('.') == plain.npos ? ".0" : "00");
  case 1:
    return plain + "e0";
  case 2:
    return plain + (plain.find('.') == plain.npos ? ".00E+00" : "0E-0");
  default:
    return plain;
  }
}

std::string spelled(Json const& value);

std::string spelled_object(Json const& value) {
  std::vector<std::string> keys;
  for (auto const& [key, inner] : value.items())
    keys.push_back(key);
  for (auto i = keys.size(); i > 1; --i)
    std::swap(keys[i - 1], keys[static_cast<std::size_t>(pick(static_cast<int>(i)))]);
  std::string out = "{" + space();
  for (std::size_t i = 0; i < keys.size(); ++i)
    out += (i > 0 ? "," + space() : "") + spelled_string(keys[i]) + space() + ":" + space() +
           spelled(value.at(keys[i])) + space();
  return out + "}";
}

std::string spelled(Json const& value) {
  if (value.is_string()) return spelled_string(value.get<std::string>());
  if (value.is_number()) return spelled_number(value);
  if (value.is_object()) return spelled_object(value);
  if (!value.is_array()) return value.dump();
  std::string out = "[" + space();
  for (std::size_t i = 0; i < value.size(); ++i)
    out += (i > 0 ? "," + space() : "") + spelled(value[i]) + space();
  return out + "]";
}

} // namespace

rc::Gen<std::string> any_value(int depth) {
  return rc::gen::exec([depth] { return build(depth, pick(3)).dump(); });
}

rc::Gen<std::string> spelling_of(std::string const& plain) {
  return rc::gen::exec([value = Json::parse(plain)] { return spelled(value); });
}

rc::Gen<std::string> any_object_text(int depth) {
  return rc::gen::exec([depth] { return spelled(build(depth, 2)); });
}

} // namespace artifactd::test
