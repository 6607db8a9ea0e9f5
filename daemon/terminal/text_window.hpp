// Lines that may be longer and more than a screen has room for: wrapped, and seen through a window that
// scrolls.
#pragma once

#include "daemon/terminal/terminal.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace artifactd {

class TextWindow {
public:
  TextWindow(std::vector<std::string> const& text, ScreenSize room);

  /// The first line shown when the end is reached; 0 if everything is shown.
  [[nodiscard]] std::size_t furthest() const noexcept;
  /// At most as many as fit, from line `first`, or from furthest() if that is earlier.
  [[nodiscard]] std::vector<std::string> lines(std::size_t first) const;
  /// "12-31 of 57"; empty if everything is shown.
  [[nodiscard]] std::string place(std::size_t first) const;

private:
  std::vector<std::string> lines_ = {};
  std::size_t height_;
};

} // namespace artifactd
