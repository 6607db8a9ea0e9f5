// One line on stderr that shows the progress of long work, only on a terminal and while the work lasts; then
// it is erased.
#pragma once

#include "state/platform/clock.hpp"

#include <string>

namespace artifactd {

class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(ProgressLine const&) = delete;
  ProgressLine& operator=(ProgressLine const&) = delete;

  /// Shows it after half a second, then at most ten times a second.
  void show(std::string const& text);

private:
  bool on_terminal_;
  Moment due_;
  bool shown_ = false;
};

} // namespace artifactd
