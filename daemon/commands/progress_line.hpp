// One line on stderr that says how far long work is, while it is a terminal and the work lasts; then it is
// gone.
#pragma once

#include "state/clock.hpp"

#include <string>

namespace artifactd {

class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(ProgressLine const&) = delete;
  ProgressLine& operator=(ProgressLine const&) = delete;

  /// Shown after half a second, and then ten times a second at most.
  void show(std::string const& text);

private:
  bool on_terminal_;
  Moment due_;
  bool shown_ = false;
};

} // namespace artifactd
