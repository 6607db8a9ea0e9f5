// Waiting that can be called off.
#pragma once

#include "state/clock.hpp"

namespace artifactd::model {

/// Waits until `until` (a moment in the past: only looks). True as soon as the descriptor `cancel` is
/// readable, false when the time has come; -1 is never readable.
[[nodiscard]] bool called_off(int cancel, Moment until = {});

/// Milliseconds from now to `until` for poll(2), rounded up: 0 in the past, at most an hour.
[[nodiscard]] int poll_room(Moment until);

} // namespace artifactd::model
