#include "state/json/scalar.hpp"
#include "state/json/walk.hpp"

#include <algorithm>

namespace artifactd::json {

namespace {

void append_utf8(std::string& out, char32_t c) {
  auto const tail = [&](unsigned shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string_view between_quotes(std::string_view quoted) noexcept {
  return quoted.size() < 2 ? std::string_view{} : quoted.substr(1, quoted.size() - 2);
}

} // namespace

std::string decode(std::string_view quoted) {
  std::string_view const content = between_quotes(quoted);
  std::string plain;
  plain.reserve(content.size());
  std::size_t at = 0;
  while (at < content.size()) {
    std::size_t const backslash = std::min(content.find('\\', at), content.size());
    plain.append(content, at, backslash - at);
    at = backslash;
    if (at == content.size()) break;
    auto const escape = escape_at(content, at);
    if (!escape || escape->length == 0) break;
    append_utf8(plain, escape->character);
    at += escape->length;
  }
  return plain;
}

bool decodes_to(std::string_view quoted, std::string_view plain) {
  std::string_view const content = between_quotes(quoted);
  if (content.find('\\') == std::string_view::npos) return content == plain;
  return content.size() >= plain.size() && decode(quoted) == plain;
}

std::string quote(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string quoted = "\"";
  quoted.reserve(text.size() + 2);
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    switch (c) {
    case '"':
      quoted += "\\\"";
      break;
    case '\\':
      quoted += "\\\\";
      break;
    case '\b':
      quoted += "\\b";
      break;
    case '\f':
      quoted += "\\f";
      break;
    case '\n':
      quoted += "\\n";
      break;
    case '\r':
      quoted += "\\r";
      break;
    case '\t':
      quoted += "\\t";
      break;
    default:
      if (byte >= 0x20) {
        quoted += c;
      } else {
        quoted += "\\u00";
        quoted += hex[byte >> 4];
        quoted += hex[byte & 15];
      }
    }
  }
  quoted += '"';
  return quoted;
}

} // namespace artifactd::json
