#include "daemon/commands/status/terminal.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace artifactd {

namespace {

/// Shown at once by terminals that understand it
constexpr std::string_view begin_frame = "\x1b[?2026h\x1b[?25l";
constexpr std::string_view end_frame = "\x1b[J\x1b[?25h\x1b[?2026l";
constexpr std::string_view erase_rest_of_line = "\x1b[K";

/// Columns without the colours, which take none.
std::size_t width_of(std::string_view line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size(); ++at)
    if (line[at] == '\x1b')
      at = std::min(line.find('m', at), line.size());
    else
      plain += line[at];
  return display_width(plain);
}

} // namespace

std::string LiveArea::draw(std::vector<std::string> const& permanent, std::vector<std::string> live,
                           ScreenSize size) {
  if (permanent.empty() && live == drawn_ && size.width == width_) return {};
  width_ = size.width;
  std::size_t rows = 0;
  for (auto const& line : drawn_)
    rows += std::max<std::size_t>((width_of(line) + size.width - 1) / size.width, 1);
  std::string text(begin_frame);
  if (rows > 0) text += fmt::format("\x1b[{}A", rows);
  text += '\r';
  auto add = [&](std::vector<std::string> const& lines) {
    for (auto const& line : lines) {
      text += line;
      auto const columns = width_of(line);
      auto const full = columns > 0 && columns % size.width == 0; // erasing would remove the last character
      if (!full) text += erase_rest_of_line;
      text += '\n';
    }
  };
  add(permanent);
  add(live);
  text += end_frame;
  drawn_ = std::move(live);
  return text;
}

} // namespace artifactd
