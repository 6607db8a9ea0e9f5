// Ctrl-C for work that goes on step by step: once ends it after the current step, twice at once. SIGTERM ends
// it at once.
#pragma once

#include "state/platform/fd.hpp"

namespace artifactd {

/// At most one per process. After its destruction the signals are ignored: what is left is to end.
class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(Interruption const&) = delete;
  Interruption& operator=(Interruption const&) = delete;

  [[nodiscard]] bool wanted() const noexcept;
  /// Becomes readable when the work should end without waiting.
  [[nodiscard]] int at_once() const noexcept { return event_.get(); }

private:
  UniqueFd event_;
};

/// Ends the process by the signal that an Interruption has received, if any: a shell sees 130, and ends its
/// loop. For work that the signal left incomplete; call it once the error has been reported.
void end_by_interruption();

} // namespace artifactd
