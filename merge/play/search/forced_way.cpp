#include "merge/play/search/forced_way.hpp"

#include <algorithm>
#include <queue>

namespace artifactd::play {

namespace {

using NodeId = StateGraph::NodeId;
using GroupId = StateGraph::GroupId;

} // namespace

Predecessors::Predecessors(StateGraph const& graph) : first_(graph.nodes().size() + 1, 0) {
  auto const each_edge = [&graph](auto const& visit) {
    for (GroupId group = 0; group < graph.groups().size(); ++group)
      for (auto const node : graph.outcomes(graph.groups()[group]))
        visit(node, group);
  };
  each_edge([this](NodeId node, GroupId) { ++first_[node + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i)
    first_[i] += first_[i - 1];
  groups_.resize(first_.back());
  auto next = first_;
  each_edge([&](NodeId node, GroupId group) { groups_[next[node]++] = group; });
}

std::vector<Cost> costs_to(StateGraph const& graph, Predecessors const& predecessors,
                           std::vector<NodeId> const& wanted, Model model) {
  std::vector<Cost> costs(graph.nodes().size(), unreachable);
  std::vector<std::uint32_t> missing; // outcomes of each group whose cost is not known yet
  for (auto const& group : graph.groups())
    missing.push_back(model == Model::helps ? 1 : group.exhaustive ? group.outcomes : StateGraph::none);
  using Entry = std::pair<Cost, NodeId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (auto const node : wanted)
    open.emplace(costs[node] = 0, node);
  std::vector<bool> done(costs.size(), false);
  while (!open.empty()) {
    auto const [cost, node] = open.top();
    open.pop();
    if (done[node]) continue;
    done[node] = true;
    for (auto const index : predecessors.of(node)) {
      // Costs come in rising order: the last outcome to get one is the worst.
      if (missing[index] == 0 || --missing[index] != 0) continue;
      auto const& group = graph.groups()[index];
      auto const total = cost + (group.is_move() ? 1 : 0);
      if (total < costs[group.from]) open.emplace(costs[group.from] = total, group.from);
    }
  }
  return costs;
}

std::vector<WayStep> way_to(StateGraph const& graph, std::vector<Cost> const& costs,
                            std::vector<NodeId> const& wanted, Model model) {
  std::vector<bool> is_wanted(graph.nodes().size(), false);
  for (auto const node : wanted)
    is_wanted[node] = true;
  // Automatic steps cost nothing, so the cost alone does not show the way; hops do.
  std::vector<WayStep> way;
  std::vector<bool> seen(graph.nodes().size(), false);
  auto const outcome_of = [&](StateGraph::Group const& group) {
    auto const outcomes = graph.outcomes(group);
    auto const by_cost = [&costs](NodeId node) { return costs[node]; };
    auto const chosen = model == Model::helps ? std::ranges::min_element(outcomes, {}, by_cost)
                                              : std::ranges::max_element(outcomes, {}, by_cost);
    return static_cast<std::uint32_t>(chosen - outcomes.begin());
  };
  // Depth first over groups that keep to the known costs.
  struct Frame {
    NodeId node;
    GroupId next;
  };
  std::vector<Frame> frames{{0, graph.nodes()[0].first_group}};
  seen[0] = true;
  while (!frames.empty() && !is_wanted[frames.back().node]) {
    auto& frame = frames.back();
    auto const& node = graph.nodes()[frame.node];
    if (frame.next == node.first_group + node.groups) {
      frames.pop_back();
      if (!way.empty()) way.pop_back();
      continue;
    }
    auto const index = frame.next++;
    auto const& group = graph.groups()[index];
    if (model == Model::resists && !group.exhaustive) continue;
    auto const outcome = outcome_of(group);
    auto const target = graph.outcomes(group)[outcome];
    if (costs[target] == unreachable || seen[target] ||
        costs[target] + (group.is_move() ? 1 : 0) != costs[frame.node])
      continue;
    seen[target] = true;
    way.push_back({index, outcome});
    frames.push_back({target, graph.nodes()[target].first_group});
  }
  return way;
}

} // namespace artifactd::play
