#include "state/json/scalar.hpp"

#include <array>
#include <optional>

namespace artifactd::json {

namespace {

std::unexpected<Broken> cut_or(Breach breach, std::string_view text, std::size_t at) noexcept {
  return std::unexpected(Broken{at == text.size() ? Breach::truncated : breach, at});
}

std::size_t digits_end(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_digit(text[at]))
    ++at;
  return at;
}

std::optional<unsigned> hex_value(char c) noexcept {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

enum class Unit : std::uint8_t { whole, cut, bad };

struct CodeUnit {
  Unit state = Unit::whole;
  char32_t value = 0;
};

/// Reads `\uXXXX` at `at`.
CodeUnit code_unit(std::string_view text, std::size_t at) noexcept {
  CodeUnit unit;
  for (std::size_t i = 0; i < 6; ++i) {
    if (at + i >= text.size()) return {.state = Unit::cut};
    char const c = text[at + i];
    if (i < 2) {
      if (c != "\\u"[i]) return {.state = Unit::bad};
      continue;
    }
    auto const digit = hex_value(c);
    if (!digit) return {.state = Unit::bad};
    unit.value = unit.value * 16 + *digit;
  }
  return unit;
}

std::expected<Escape, Broken> unicode_escape(std::string_view text, std::size_t at) noexcept {
  CodeUnit const first = code_unit(text, at);
  if (first.state == Unit::cut) return Escape{};
  if (first.state == Unit::bad) return std::unexpected(Broken{Breach::bad_escape, at});
  if (first.value < 0xD800 || first.value > 0xDFFF) return Escape{6, first.value};
  auto const lone = std::unexpected(Broken{Breach::lone_surrogate, at});
  if (first.value > 0xDBFF) return lone;
  CodeUnit const second = code_unit(text, at + 6);
  if (second.state == Unit::cut) return Escape{};
  if (second.state == Unit::bad || second.value < 0xDC00 || second.value > 0xDFFF) return lone;
  return Escape{12, 0x10000 + ((first.value - 0xD800) << 10) + (second.value - 0xDC00)};
}

} // namespace

std::expected<std::size_t, Broken> number_end(std::string_view text, std::size_t at) noexcept {
  auto const bad = [&] { return cut_or(Breach::bad_number, text, at); };
  auto const digits = [&] {
    std::size_t const begin = at;
    at = digits_end(text, at);
    return at != begin;
  };
  if (text[at] == '-') ++at;
  if (at < text.size() && text[at] == '0') {
    ++at;
  } else if (!digits()) {
    return bad();
  }
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (!digits()) return bad();
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (!digits()) return bad();
  }
  if (at < text.size() && !ends_word(text[at])) return bad();
  return at;
}

std::expected<std::size_t, Broken> literal_end(std::string_view text, std::size_t at) noexcept {
  std::string_view const word = text[at] == 't' ? "true" : text[at] == 'f' ? "false" : "null";
  for (char const c : word) {
    if (at == text.size() || text[at] != c) return cut_or(Breach::bad_literal, text, at);
    ++at;
  }
  if (at < text.size() && !ends_word(text[at])) return cut_or(Breach::bad_literal, text, at);
  return at;
}

std::expected<Escape, Broken> escape_at(std::string_view text, std::size_t at) noexcept {
  if (at + 1 == text.size()) return Escape{};
  switch (char const c = text[at + 1]) {
  case '"':
  case '\\':
  case '/':
    return Escape{2, static_cast<char32_t>(c)};
  case 'b':
    return Escape{2, '\b'};
  case 'f':
    return Escape{2, '\f'};
  case 'n':
    return Escape{2, '\n'};
  case 'r':
    return Escape{2, '\r'};
  case 't':
    return Escape{2, '\t'};
  case 'u':
    return unicode_escape(text, at);
  default:
    return std::unexpected(Broken{Breach::bad_escape, at});
  }
}

} // namespace artifactd::json
