// Parts of a state graph that cannot be left, whatever players, chance and a model choose. The graph may be
// incomplete: a state that was not visited, or a group that is not exhaustive, counts as a way out, and so
// does another fault, which is reported separately.
#pragma once

#include "merge/play/search/forced_way.hpp"

#include <vector>

namespace artifactd::play {

struct Traps {
  std::vector<StateGraph::NodeId> loops;   ///< transitions fire for ever, and come back to these
  std::vector<bool> stuck;                 ///< players act, but no sequence leaves the phase
  std::vector<StateGraph::NodeId> endless; ///< neither of these, and no sequence ends the game
};

[[nodiscard]] Traps traps_in(StateGraph const& graph, Predecessors const& predecessors);

} // namespace artifactd::play
