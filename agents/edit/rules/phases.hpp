// What the rules about phases share.
#pragma once

#include "agents/edit/rules/rules.hpp"
#include "merge/game/phase_graph.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// That a phase cannot be reached or left, and what follows from it.
[[nodiscard]] std::vector<std::string> errors_about_the_way(Evidence const& evidence);

/// The only phase nobody enters (or leaves) that should be; empty if there is none, or several.
[[nodiscard]] std::string lonely_phase(game::Game const& game, game::PhaseGraph const& graph, bool entering);

/// Of transitions that name phases which are not there, or none.
void find_unknown_phases(Evidence const& evidence, Causes& causes);

[[nodiscard]] game::FragmentAddress whole_transitions();

/// The indexes of the entries of the metadata about that phase.
[[nodiscard]] std::vector<std::size_t> metadata_of(game::Game const& game, std::string const& phase);

/// Whether its instruction sets game.gameEnded to true.
[[nodiscard]] bool ends_the_game(game::Game const& game, game::Transition const& transition);

} // namespace artifactd::editor
