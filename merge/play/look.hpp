// The look at a game that only playing gives: whether it can be played to its end. It is bounded by a number
// of states and nothing else, so that equal artifacts always get the equal verdict.
#pragma once

#include "merge/play/fault_search.hpp"
#include "merge/play/simulation.hpp"
#include "state/finding.hpp"
#include "state/result.hpp"

#include <chrono>
#include <vector>

namespace artifactd::play {

inline constexpr std::size_t most_states_looked_at = 20'000;
/// A machine that takes longer says nothing about the game.
inline constexpr std::chrono::seconds longest_look{5};

/// Of a game in which the other checks find no error, with the players that its artifacts speak of: certain
/// faults, as errors or warnings. Nothing while schema, transitions and instructions are not all there.
/// Fault::busy after `longest_look`.
Result<std::vector<Finding>> look(game::Game const& game, Simulation simulation);

/// What a repaired game must still have.
struct Reach {
  std::vector<std::string> phases;  ///< that are entered
  std::vector<std::string> actions; ///< "phase.action" that are taken
  bool ends = false;
};

/// The certain faults of a game in words, and what can be reached in it, for whoever repairs it.
struct Judged {
  std::vector<std::string> faults;
  Reach reach;
};
[[nodiscard]] Judged judged(game::Game const& game);

/// What was there before and is no longer, in words.
[[nodiscard]] std::vector<std::string> lost(Reach const& before, Reach const& after);

} // namespace artifactd::play
