// Wakes a process that waits for the verdict on a signal as soon as something happens to its file. Only a
// hint: a file system without events, or a file that this user may not read, is looked at again after a
// pause.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <string>

namespace artifactd {

class SignalWatch {
public:
  explicit SignalWatch(std::string const& path);

  /// Returns when something happened, or after `at_most`.
  void wait(Duration at_most) const;

private:
  UniqueFd inotify_; ///< unset: there are no events
};

} // namespace artifactd
