// The bottom of a terminal, drawn again and again: permanent lines scroll up, live ones are replaced where
// they stand. Each drawing is one write that leaves the cursor visible and below the last line, so there is
// nothing to restore, however the program ends.
#pragma once

#include "daemon/commands/watch_screen.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// As the terminal on stdout says; 80 × 24 when it does not.
[[nodiscard]] ScreenSize terminal_size();

/// Of the user's locale (LC_ALL, LC_CTYPE, LANG).
[[nodiscard]] Charset terminal_charset();

class LiveArea {
public:
  /// What to write, nothing when nothing has changed: takes back the former live lines, which may have
  /// wrapped since in a narrower terminal.
  [[nodiscard]] std::string draw(std::vector<std::string> const& permanent, std::vector<std::string> live,
                                 ScreenSize size);

private:
  std::vector<std::string> drawn_;
  std::size_t width_ = 0;
};

} // namespace artifactd
