// The small tokens of JSON, byte by byte: numbers, literals and escape sequences. Each function returns where
// its token ends or what breaks it.
#pragma once

#include "state/json/scan.hpp"

#include <cstddef>
#include <expected>
#include <string_view>

namespace artifactd::json {

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Where the white space before `at` begins.
[[nodiscard]] constexpr std::size_t trimmed_end(std::string_view text, std::size_t at) noexcept {
  while (at > 0 && is_space(text[at - 1]))
    --at;
  return at;
}

/// White space, a bracket, a comma, a colon or a quote: what may follow a number or a literal directly as far
/// as that token is concerned.
[[nodiscard]] constexpr bool ends_word(char c) noexcept {
  return is_space(c) || c == ',' || c == ':' || c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

/// The end of the number that begins at `at` with a digit or '-'.
[[nodiscard]] std::expected<std::size_t, Broken> number_end(std::string_view text, std::size_t at) noexcept;

/// The end of the true, false or null that begins at `at` with one of t, f, n.
[[nodiscard]] std::expected<std::size_t, Broken> literal_end(std::string_view text, std::size_t at) noexcept;

/// The letters that form a two-byte escape after a backslash.
[[nodiscard]] constexpr bool is_short_escape(char c) noexcept {
  return c == '"' || c == 'n' || c == '\\' || c == '/' || c == 't' || c == 'r' || c == 'b' || c == 'f';
}

struct Escape {
  std::size_t length = 0; ///< 2, 6, or 12 for a surrogate pair; 0 if the text ends inside it
  char32_t character = 0;
};

/// The escape sequence whose backslash is at `at`. A breach is reported at that backslash.
[[nodiscard]] std::expected<Escape, Broken> escape_at(std::string_view text, std::size_t at) noexcept;

} // namespace artifactd::json
