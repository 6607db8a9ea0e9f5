#include "daemon/terminal/display_text.hpp"

#include <algorithm>
#include <array>
#include <clocale>
#include <cwchar>
#include <fmt/core.h>
#include <memory>

namespace artifactd {

namespace {

/// What takes a place of its own: a character with the marks that follow it.
struct Character {
  std::string_view bytes;
  std::size_t columns;
};

constexpr std::string_view emoji_variation = "\ufe0f"; ///< makes the character before it a wide emoji

/// Of a character that the C library does not know yet: new wide ones are emoji and ideographs.
std::size_t width_of_unknown(wchar_t c) noexcept {
  return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFF) ? 2 : 1;
}

/// Uses a locale of our own for the widths of characters: the text is UTF-8 whatever the user's locale is.
class Widths {
public:
  Widths() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}

  /// The first character of a text that is not empty.
  [[nodiscard]] Character first(std::string_view text) const {
    auto former = locale_ == nullptr ? nullptr : ::uselocale(locale_);
    auto character = first_point(text);
    for (auto rest = text.substr(character.bytes.size()); !rest.empty();) {
      auto const mark = first_point(rest);
      if (mark.columns > 0) break;
      if (mark.bytes == emoji_variation) character.columns = 2;
      rest.remove_prefix(mark.bytes.size());
      character.bytes = text.substr(0, text.size() - rest.size());
    }
    if (former != nullptr) ::uselocale(former);
    return character;
  }

private:
  static Character first_point(std::string_view text) {
    if (static_cast<unsigned char>(text.front()) < 0x80) return {text.substr(0, 1), 1};
    wchar_t wide = 0;
    std::mbstate_t state{};
    auto const length = std::mbrtowc(&wide, text.data(), text.size(), &state);
    if (length == 0 || length > text.size()) return {text.substr(0, 1), 1};
    auto const columns = ::wcwidth(wide);
    return {text.substr(0, length), columns < 0 ? width_of_unknown(wide) : static_cast<std::size_t>(columns)};
  }

  locale_t locale_;
};

Character first_character(std::string_view text) {
  static Widths const widths;
  auto const plain = [&](std::size_t i) {
    return i >= text.size() || static_cast<unsigned char>(text[i]) < 0x80;
  };
  return plain(0) && plain(1) ? Character{text.substr(0, 1), 1} : widths.first(text);
}

/// The ASCII substitute for a character.
char ascii_for(std::string_view character) {
  struct Likeness {
    std::string_view character;
    char ascii;
  };
  static constexpr auto likenesses = std::to_array<Likeness>(
      {{"…", '~'}, {"×", 'x'}, {"·", '.'}, {"–", '-'}, {"—", '-'}, {"“", '"'}, {"”", '"'}, {"’", '\''}});
  auto const like = std::ranges::find(likenesses, character, &Likeness::character);
  if (like != likenesses.end()) return like->ascii;
  return static_cast<unsigned char>(character.front()) < 0x80 ? character.front() : '?';
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

std::string padded(std::string_view text, std::size_t width) {
  auto const columns = display_width(text);
  return std::string(text) + std::string(width - std::min(width, columns), ' ');
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
  auto const first =
      columns > width ? std::string(name) + '\n' + std::string(width, ' ') : padded(name, width);
  return first + std::string(cells) + '\n';
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
    ascii += ascii_for(character.bytes);
    text.remove_prefix(character.bytes.size());
  }
  return ascii;
}

} // namespace artifactd
