#include "daemon/commands/labelled_rows.hpp"

#include "daemon/terminal/display_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

constexpr std::size_t label_width = 12;
constexpr std::size_t narrowest = 20; // columns for the text after the label

} // namespace

void LabelledRows::add(std::string_view label, std::string const& cells) {
  auto const room = std::max(width_, label_width + narrowest) - label_width;
  for (auto const& line : wrapped(cells, room)) {
    text_ += fmt::format("{:<{}}{}\n", label, label_width, line);
    label = {};
  }
}

} // namespace artifactd
