// How the states of skill tuning runs are guarded, set by the operator.
#pragma once

#include "agents/state/history.hpp"
#include "state/platform/clock.hpp"

namespace artifactd {

struct StatePolicy {
  enum class OnInvalid : std::uint8_t {
    restore, ///< the last good state takes its place
    report,  ///< nothing is touched
    ignore,  ///< state.json is not looked at
  };
  OnInvalid on_invalid = OnInvalid::restore;
  tuning::StateBounds history = tuning::state_bounds;
  /// A writer in place pauses for less than this; if it pauses longer with the file open, it is waited for,
  /// too.
  Duration patience = std::chrono::milliseconds(250);
};

} // namespace artifactd
