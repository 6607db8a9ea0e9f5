#include "daemon/manual/roff.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t longest_line = 78; ///< and an escaped dot

/// The character of several bytes that `text` begins with, which is removed; the sources are UTF-8.
std::string take_character(std::string_view& text) {
  auto const first = static_cast<unsigned char>(text.front());
  auto const length = first >= 0xF0 ? 4U : first >= 0xE0 ? 3U : 2U;
  char32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length && i < text.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  text.remove_prefix(std::min<std::size_t>(length, text.size()));
  return fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(code));
}

std::string_view in_roff(char c) noexcept {
  switch (c) {
  case '\\':
    return "\\e";
  case '-':
    return "\\-";
  case '\'':
    return "\\[aq]";
  case '`':
    return "\\[ga]";
  case '^':
    return "\\[ha]";
  case '~':
    return "\\[ti]";
  case '"':
    return "\\[dq]";
  default:
    return {};
  }
}

/// In lines of at most 80 bytes, as mandoc likes them, if no word is longer.
std::string wrapped(std::string_view text) {
  std::string lines;
  std::size_t width = 0;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    if (text.empty()) return lines.empty() ? lines : lines + '\n';
    auto const word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    auto const fits = width != 0 && width + 1 + word.size() <= longest_line;
    if (!lines.empty()) lines += fits ? ' ' : '\n';
    width = fits ? width + 1 + word.size() : word.size();
    if (!fits && word.starts_with('.')) lines += "\\&";
    lines += word;
  }
}

} // namespace

std::string roff(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) >= 0x80) {
      escaped += take_character(text);
      continue;
    }
    auto const special = in_roff(text.front());
    escaped += special.empty() ? text.substr(0, 1) : special;
    text.remove_prefix(1);
  }
  return escaped;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string roff_lines(std::string_view text) {
  std::string escaped;
  for (auto open = text.find('`'); open != text.npos; open = text.find('`')) {
    auto const close = text.find('`', open + 1);
    if (close == text.npos) break;
    escaped += roff(text.substr(0, open)) + bold(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  return wrapped(escaped + roff(text));
}

} // namespace artifactd
