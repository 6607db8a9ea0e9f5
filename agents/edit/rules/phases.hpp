// Shared by the rules about phases.
#pragma once

#include "agents/edit/rules/rules.hpp"
#include "merge/game/checks/phase_graph.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// Errors that say that a phase cannot be reached or left, and errors that follow from that.
[[nodiscard]] std::vector<std::string> errors_about_the_way(Evidence const& evidence);

/// The only phase that no other phase leads to (or that leads to no other) although it should; empty if there
/// is none, or several.
[[nodiscard]] std::string lonely_phase(game::Game const& game, game::PhaseGraph const& graph, bool entering);

/// Whether one of them leads from one phase to another.
[[nodiscard]] bool from_elsewhere(std::vector<game::Transition const*> const& transitions);
/// For transitions that name unknown phases, or lack one.
void find_unknown_phases(Evidence const& evidence, Causes& causes);

[[nodiscard]] game::FragmentAddress whole_transitions();

/// The indexes of the metadata entries for that phase.
[[nodiscard]] std::vector<std::size_t> metadata_of(game::Game const& game, std::string const& phase);

/// Whether its instruction sets game.gameEnded to true.
[[nodiscard]] bool ends_the_game(game::Game const& game, game::Transition const& transition);

} // namespace artifactd::editor
