// Finds what can go wrong in a game before anybody plays it. A fault is certain if players and chance can
// force it whatever a model computes; it is possible if some values lead there. Each has the shortest
// sequence of moves that leads to it, and is reported only if a run of the game itself shows it.
#pragma once

#include "merge/play/runtime/step.hpp"
#include "merge/play/search/state_graph.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

struct FoundFault {
  FaultType type;
  bool certain;
  std::string phase = {};
  std::string message = {};  ///< for an editor, in the words of the pipeline's own detection
  std::string fragment = {}; ///< the address of the part that likely causes it; may be empty
  std::size_t actions = 0;   ///< of players, to the fault
  std::vector<Step> steps = {};
  Value state = {}; ///< the state that shows it; null if there is none
};

struct SearchOutcome {
  std::vector<FoundFault> faults; ///< certain ones first; one for each type and phase
  std::size_t states = 0;
  std::size_t steps = 0;                 ///< tried from one state to another
  std::vector<std::string> phases = {};  ///< that are entered, in the order of the artifact
  std::vector<std::string> actions = {}; ///< "phase.action" that can be taken
  bool ends = false;                     ///< some way leads to an end
  bool out_of_time = false;              ///< the time limit was reached: nothing else here is valid
  bool complete = true;                  ///< false: no statement about what never happens
};

/// `players` at most `most_players`. `from`: a state of a game that has begun; null: from the beginning.
/// Pure: the same game gives the same outcome.
[[nodiscard]] SearchOutcome search_faults(game::Game const& game, std::vector<std::string> const& players,
                                          SearchLimits const& limits = {}, Value const* from = nullptr);

/// {type, certain, phase, fragment, message, actions, moves, draws, model, steps, state}
[[nodiscard]] Value to_json(FoundFault const& fault);

/// Faults that need no search: probabilities that cannot be drawn from, or that leave no choice.
[[nodiscard]] std::vector<FoundFault> chance_faults(game::Game const& game);

/// Draws with one outcome. They are no faults: a constant may be written so.
[[nodiscard]] std::vector<FoundFault> constant_draws(game::Game const& game);

} // namespace artifactd::play
