#include "state/json/diagnose.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/utf8.hpp"

#include <algorithm>

namespace artifactd::json {

namespace {

constexpr std::size_t columns_before = 60;
constexpr std::size_t columns_after = 40;

bool continues(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::size_t characters(std::string_view text) noexcept {
  if (is_utf8(text))
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count)
    at += std::max<std::size_t>(1, sequence_length(text, at));
  return count;
}

std::size_t line_begin(std::string_view text, std::size_t byte) noexcept {
  return byte == 0 ? 0 : text.rfind('\n', byte - 1) + 1; // npos + 1 is 0
}

/// Safe to print on one line; a tab takes one column.
std::string shown(std::string_view part) {
  std::string text(part);
  std::ranges::replace(text, '\t', ' ');
  return printable(text);
}

} // namespace

Position position_of(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  std::size_t const begin = line_begin(text, byte);
  return {.line = 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, begin), '\n')),
          .column = 1 + characters(text.substr(begin, byte - begin))};
}

std::string excerpt(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  std::size_t begin = line_begin(text, byte);
  std::size_t end = std::min(text.find('\n', byte), text.size());
  if (end > byte && text[end - 1] == '\r') --end;

  std::string before;
  if (byte - begin > columns_before) {
    begin = byte - columns_before;
    for (int i = 0; i < 3 && begin < byte && continues(text[begin]); ++i)
      ++begin;
    before = "…";
  }
  std::string_view after;
  if (end - byte > columns_after) {
    end = byte + columns_after;
    for (int i = 0; i < 3 && end > byte && continues(text[end]); ++i)
      --end;
    after = "…";
  }
  before += shown(text.substr(begin, byte - begin));
  std::string lines = before + shown(text.substr(byte, end - byte));
  lines += after;
  lines += '\n';
  lines.append(characters(before), ' ');
  lines += '^';
  return lines;
}

} // namespace artifactd::json
