// How the states of skill tuning runs are guarded: the operator's words.
#pragma once

#include "agents/state/history.hpp"
#include "state/clock.hpp"

namespace artifactd {

struct StatePolicy {
  enum class OnInvalid : std::uint8_t {
    restore, ///< the last good state takes its place
    report,  ///< nothing is touched
    ignore,  ///< state.json is nobody's business here
  };
  OnInvalid on_invalid = OnInvalid::restore;
  tuning::StateBounds history = tuning::state_bounds;
  /// A writer in place pauses for less than this; one that pauses longer with the file open is waited for,
  /// too.
  Duration patience = std::chrono::milliseconds(250);
};

} // namespace artifactd
