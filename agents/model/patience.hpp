// Waiting that can be cancelled.
#pragma once

#include "state/platform/clock.hpp"

namespace artifactd::model {

/// Waits until `until`; if that is in the past, only checks. True as soon as the descriptor `cancel` is
/// readable, false at `until`; -1 is never readable.
[[nodiscard]] bool called_off(int cancel, Moment until = {});

/// Milliseconds from now to `until` for poll(2), rounded up: 0 in the past, at most an hour.
[[nodiscard]] int poll_room(Moment until);

} // namespace artifactd::model
