#include "daemon/terminal/text_window.hpp"

#include "daemon/terminal/display_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd {

TextWindow::TextWindow(std::vector<std::string> const& text, ScreenSize room)
    : height_(std::max<std::size_t>(room.height, 1)) {
  for (auto const& line : text)
    std::ranges::move(wrapped(line, std::max<std::size_t>(room.width, 1)), std::back_inserter(lines_));
}

std::size_t TextWindow::furthest() const noexcept {
  return lines_.size() - std::min(lines_.size(), height_);
}

std::vector<std::string> TextWindow::lines(std::size_t first) const {
  auto const from = lines_.begin() + static_cast<std::ptrdiff_t>(std::min(first, furthest()));
  auto const count = std::min(height_, static_cast<std::size_t>(lines_.end() - from));
  return {from, from + static_cast<std::ptrdiff_t>(count)};
}

std::string TextWindow::place(std::size_t first) const {
  if (furthest() == 0) return {};
  auto const from = std::min(first, furthest());
  return fmt::format("{}-{} of {}", from + 1, from + height_, lines_.size());
}

} // namespace artifactd
