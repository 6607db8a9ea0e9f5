// Judges a game by playing it: whether it can be played to its end. Bounded only by a number of states, so
// that equal artifacts always get the same verdict.
#pragma once

#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/simulation.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/finding.hpp"

#include <chrono>
#include <vector>

namespace artifactd::play {

inline constexpr std::size_t most_states_looked_at = 20'000;
/// On a slower machine the look says nothing about the game.
inline constexpr std::chrono::seconds longest_look{5};

/// For a game in which the other checks find no error, with the players named by its artifacts: certain
/// faults, as errors or warnings. Empty unless schema, transitions and instructions all exist. Fault::busy
/// after `longest_look`.
Result<std::vector<Finding>> look(game::Game const& game, Simulation simulation);

/// What a repaired game must still reach.
struct Reach {
  std::vector<std::string> phases;  ///< that are entered
  std::vector<std::string> actions; ///< "phase.action" that are taken
  bool ends = false;
};

/// The certain faults of a game in words, and what can be reached in it, as input for a repair.
struct Judged {
  std::vector<std::string> faults;
  Reach reach;
  bool in_time = true; ///< else there may be more faults
};
[[nodiscard]] Judged judged(game::Game const& game);

/// What could be reached before and no longer can, in words.
[[nodiscard]] std::vector<std::string> lost(Reach const& before, Reach const& after);

} // namespace artifactd::play
