// Whether something writes what preconditions read, and in time.
#pragma once

#include "merge/game/checks/checks.hpp"

namespace artifactd::game {

/// I21, I22, I15, in that order.
void check_coverage(Game const& game, Report& report);

} // namespace artifactd::game
