// Whether a game can begin: once init has run, a transition has to fire or a player has to be able to act.
#pragma once

#include "merge/game/checks.hpp"
#include "merge/game/phase_graph.hpp"
#include "merge/game/start_state.hpp"

namespace artifactd::game {

/// I23 to I27. Only a player test for a boolean is taken to block; see G08 for the rest.
void check_start(Game const& game, PhaseGraph const& graph, Report& report);

/// Whether one of its preconditions is a test for a boolean that init has set otherwise.
[[nodiscard]] bool is_blocked_by_flags(Transition const& transition, StartState const& state);

} // namespace artifactd::game
