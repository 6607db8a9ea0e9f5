#include "daemon/terminal/display_text.hpp"

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <fmt/core.h>
#include <memory>

namespace artifactd {

namespace {

struct Character {
  std::string_view bytes;
  std::size_t columns;
};

/// Uses a locale of our own for the widths of characters: the text is UTF-8 whatever the user's locale is.
class Widths {
public:
  Widths() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}

  /// The first character of a text that is not empty.
  [[nodiscard]] Character first(std::string_view text) const {
    auto former = locale_ == nullptr ? nullptr : ::uselocale(locale_);
    wchar_t wide = 0;
    std::mbstate_t state{};
    auto length = std::mbrtowc(&wide, text.data(), text.size(), &state);
    auto sound = length != 0 && length <= text.size();
    auto columns = sound ? ::wcwidth(wide) : 1;
    if (former != nullptr) ::uselocale(former);
    return {text.substr(0, sound ? length : 1), static_cast<std::size_t>(std::max(columns, 0))};
  }

private:
  locale_t locale_;
};

Character first_character(std::string_view text) {
  static Widths const widths;
  return widths.first(text);
}

/// The longest beginning of it that takes at most `width` columns.
std::string_view beginning_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < text.size();) {
    auto const character = first_character(text.substr(bytes));
    used += character.columns;
    if (used > width) break;
    bytes += character.bytes.size();
  }
  return text.substr(0, bytes);
}

} // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    auto character = first_character(text);
    width += character.columns;
    text.remove_prefix(character.bytes.size());
  }
  return width;
}

std::string fitted(std::string_view text, std::size_t width, Charset charset) {
  if (display_width(text) <= width) return std::string(text);
  std::string_view const ellipsis = charset == Charset::utf8 ? "…" : "~";
  return width == 0 ? std::string() : std::string(beginning_of(text, width - 1)) + std::string(ellipsis);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  // Measuring the whole remainder would repeat the work for every line.
  for (auto line = beginning_of(text, width); line.size() < text.size(); line = beginning_of(text, width)) {
    if (line.empty()) line = first_character(text).bytes;
    if (auto const blank = line.rfind(' '); blank != line.npos && blank > 0 && text[line.size()] != ' ')
      line = line.substr(0, blank);
    lines.emplace_back(line);
    text.remove_prefix(line.size());
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string table_row(std::string_view name, std::size_t width, std::string_view cells) {
  auto const columns = display_width(name);
  auto const gap = columns > width ? "\n" + std::string(width, ' ') : std::string(width - columns, ' ');
  return std::string(name) + gap + std::string(cells) + '\n';
}

std::string_view end_of(std::string_view text, std::size_t width) {
  while (display_width(text) > width)
    text.remove_prefix(first_character(text).bytes.size());
  return text;
}

std::string painted(Colour colour, std::string_view number, std::string_view text) {
  return colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", number, text) : std::string(text);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (;;) {
    auto const end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == text.npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string in_charset(std::string_view text, Charset charset) {
  if (charset == Charset::utf8) return std::string(text);
  std::string ascii;
  while (!text.empty()) {
    auto character = first_character(text);
    ascii += character.bytes.size() == 1 && text.front() >= 0 ? text.front() : '?';
    text.remove_prefix(character.bytes.size());
  }
  return ascii;
}

} // namespace artifactd
