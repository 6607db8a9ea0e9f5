// Parts of a state graph that nobody gets out of, whatever players, chance and a model choose. What is known
// of the graph alone may lie: a state that was not looked at, or a group that is not exhaustive, counts as a
// way out, and so does another fault, which is told for itself.
#pragma once

#include "merge/play/forced_way.hpp"

#include <vector>

namespace artifactd::play {

struct Traps {
  std::vector<StateGraph::NodeId> loops;   ///< transitions fire for ever, and come back to these
  std::vector<bool> stuck;                 ///< players act, and no sequence leaves the phase
  std::vector<StateGraph::NodeId> endless; ///< none of both, and no sequence ends the game
};

[[nodiscard]] Traps traps_in(StateGraph const& graph, Predecessors const& predecessors);

} // namespace artifactd::play
