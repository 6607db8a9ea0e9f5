// The bottom of a terminal, drawn repeatedly: permanent lines scroll up, live ones are replaced in place.
// Each drawing is one write that leaves the cursor visible and below the last line, so there is nothing to
// restore, however the program ends.
#pragma once

#include "daemon/commands/status/watch_screen.hpp"

#include <string>
#include <vector>

namespace artifactd {

class LiveArea {
public:
  /// What to write, empty if nothing has changed: erases the former live lines, which may have wrapped since
  /// in a narrower terminal.
  [[nodiscard]] std::string draw(std::vector<std::string> const& permanent, std::vector<std::string> live,
                                 ScreenSize size);

private:
  std::vector<std::string> drawn_;
  std::size_t width_ = 0;
};

} // namespace artifactd
