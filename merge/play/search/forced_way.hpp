// The distance from each state to a wanted one, in player actions: at best, if a model computes favourable
// values, or forced, whatever a model computes. Forced costs are the least fixed point of: a state's cost is
// the least of its groups', a group's that of its worst outcome, plus one if it is a move (play as an and-or
// graph).
#pragma once

#include "merge/play/search/state_graph.hpp"

#include <vector>

namespace artifactd::play {

/// The groups that lead to each state.
class Predecessors {
public:
  explicit Predecessors(StateGraph const& graph);
  [[nodiscard]] std::span<StateGraph::GroupId const> of(StateGraph::NodeId node) const {
    return std::span(groups_).subspan(first_[node], first_[node + 1] - first_[node]);
  }

private:
  std::vector<std::uint32_t> first_;
  std::vector<StateGraph::GroupId> groups_;
};

enum class Model : std::uint8_t {
  helps,  ///< some values lead there
  resists ///< all values lead there
};

using Cost = std::uint32_t;
inline constexpr Cost unreachable = std::numeric_limits<Cost>::max();

/// One for each node.
[[nodiscard]] std::vector<Cost> costs_to(StateGraph const& graph, Predecessors const& predecessors,
                                         std::vector<StateGraph::NodeId> const& wanted, Model model);

struct WayStep {
  StateGraph::GroupId group;
  std::uint32_t outcome; ///< for a resisting model, the one with the longest way
};
/// From the start to a state of cost 0 that is `wanted`; the groups in order.
[[nodiscard]] std::vector<WayStep> way_to(StateGraph const& graph, std::vector<Cost> const& costs,
                                          std::vector<StateGraph::NodeId> const& wanted, Model model);

/// The states from which one of `goals` can be reached by any choices, using only groups for which `through`
/// holds. A group that is not exhaustive counts as possibly leading to a goal.
template <class Through>
[[nodiscard]] std::vector<bool> can_reach(StateGraph const& graph, Predecessors const& predecessors,
                                          std::vector<bool> goals, Through const& through) {
  std::vector<StateGraph::NodeId> open;
  for (StateGraph::NodeId node = 0; node < goals.size(); ++node) {
    for (auto const& group : graph.groups(node))
      if (!group.exhaustive && through(group)) goals[node] = true;
    if (goals[node]) open.push_back(node);
  }
  while (!open.empty()) {
    auto const node = open.back();
    open.pop_back();
    for (auto const index : predecessors.of(node)) {
      auto const& group = graph.groups()[index];
      if (goals[group.from] || !through(group)) continue;
      goals[group.from] = true;
      open.push_back(group.from);
    }
  }
  return goals;
}

} // namespace artifactd::play
