// Whether a game can begin: after init, a transition must fire or a player must be able to act.
#pragma once

#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/checks/start_state.hpp"

namespace artifactd::game {

/// I23 to I27. Only a player test for a boolean counts as blocking; see G08 for the rest.
void check_start(Game const& game, PhaseGraph const& graph, Report& report);

/// Whether one of its preconditions tests a boolean that init has set to the other value.
[[nodiscard]] bool is_blocked_by_flags(Transition const& transition, StartState const& state);

} // namespace artifactd::game
