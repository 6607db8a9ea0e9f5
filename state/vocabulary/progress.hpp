// How far long work has come: told by what does it, shown to those who wait for it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace artifactd {

struct Progress {
  std::string doing = {}; ///< what is done, and thereby what is counted: "settling sessions"
  std::size_t done = 0;
  std::size_t of = 0; ///< 0: nobody knows

  bool operator==(Progress const&) const = default;
};

/// Empty: nobody waits. Called as often as work goes on, from any thread that does some of it.
using OnProgress = std::function<void(Progress const&)>;

inline void tell_progress(OnProgress const& waiting, Progress const& progress) {
  if (waiting) waiting(progress);
}

} // namespace artifactd
