#include "daemon/commands/display_text.hpp"

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <memory>

namespace artifactd {

namespace {

struct Character {
  std::string_view bytes;
  std::size_t columns;
};

/// The characters' widths are asked of a locale of our own: the text is UTF-8 whatever the user's is.
class Widths {
public:
  Widths() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}

  /// The first character of a text that has one.
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
  std::string cut;
  for (std::size_t used = 1; !text.empty();) {
    auto character = first_character(text);
    used += character.columns;
    if (used > width) break;
    cut += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return width == 0 ? std::string() : cut + std::string(ellipsis);
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
