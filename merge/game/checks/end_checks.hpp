// Whether a game can reach its end, and names the winner.
#pragma once

#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/phase_graph.hpp"

namespace artifactd::game {

/// I33 to I35.
void check_phase_connectivity(Game const& game, PhaseGraph const& graph, Report& report);
/// I28 to I32.
void check_completion(Game const& game, PhaseGraph const& graph, Report& report);

} // namespace artifactd::game
