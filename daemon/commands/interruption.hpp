// Ctrl-C for work that goes on step by step: once ends it behind the step, twice at once. SIGTERM is at once.
#pragma once

#include "state/fd.hpp"

namespace artifactd {

/// One in a process. When it is gone the signals do nothing: what is left is to end.
class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(Interruption const&) = delete;
  Interruption& operator=(Interruption const&) = delete;

  [[nodiscard]] bool wanted() const noexcept;
  /// Becomes readable when nothing is to be waited for.
  [[nodiscard]] int at_once() const noexcept { return event_.get(); }

private:
  UniqueFd event_;
};

} // namespace artifactd
