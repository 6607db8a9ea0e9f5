#include "merge/play/search/traps.hpp"

namespace artifactd::play {

namespace {

using Kind = StateGraph::Kind;
using NodeId = StateGraph::NodeId;
using Group = StateGraph::Group;

bool is_dead_wait(StateGraph::Node const& node) {
  return node.kind == Kind::waits && node.groups == 0;
}

/// Ends, faults, and states that were not visited.
bool goes_no_further(StateGraph::Node const& node) {
  return (node.kind != Kind::automatic && node.kind != Kind::waits) || is_dead_wait(node);
}

template <class Wanted>
std::vector<bool> where(StateGraph const& graph, Wanted const& wanted) {
  std::vector<bool> nodes;
  for (auto const& node : graph.nodes())
    nodes.push_back(wanted(node));
  return nodes;
}

std::vector<NodeId> listed(std::vector<bool> const& nodes, bool wanted) {
  std::vector<NodeId> list;
  for (NodeId node = 0; node < nodes.size(); ++node)
    if (nodes[node] == wanted) list.push_back(node);
  return list;
}

/// The states of the loop itself, out of those with no other way: states that none of the others leads to are
/// only on the way to the loop.
std::vector<NodeId> on_a_loop(StateGraph const& graph, std::vector<bool> const& leads_out) {
  std::vector<std::uint32_t> entries(leads_out.size(), 0);
  auto const each_next = [&graph](NodeId node, auto const& visit) {
    for (auto const& group : graph.groups(node))
      for (auto const next : graph.outcomes(group))
        visit(next);
  };
  std::vector<NodeId> open;
  for (auto const node : listed(leads_out, false))
    each_next(node, [&entries](NodeId next) { ++entries[next]; });
  for (auto const node : listed(leads_out, false))
    if (entries[node] == 0) open.push_back(node);
  auto off = leads_out;
  while (!open.empty()) {
    auto const node = open.back();
    open.pop_back();
    off[node] = true;
    each_next(node, [&](NodeId next) {
      if (--entries[next] == 0) open.push_back(next);
    });
  }
  return listed(off, false);
}

std::vector<bool> stuck_states(StateGraph const& graph, Predecessors const& predecessors) {
  auto const& nodes = graph.nodes();
  auto leaves = where(graph, goes_no_further);
  for (auto const& group : graph.groups())
    for (auto const next : graph.outcomes(group))
      if (nodes[next].phase != nodes[group.from].phase) leaves[group.from] = true;
  auto stuck = can_reach(graph, predecessors, std::move(leaves), [](Group const&) { return true; });
  for (NodeId node = 0; node < stuck.size(); ++node)
    stuck[node] = !stuck[node] && nodes[node].kind == Kind::waits;
  return stuck;
}

} // namespace

Traps traps_in(StateGraph const& graph, Predecessors const& predecessors) {
  auto const leads_out = can_reach(
      graph, predecessors, where(graph, [](auto const& node) { return node.kind != Kind::automatic; }),
      [](Group const& group) { return !group.is_move(); });
  Traps traps{on_a_loop(graph, leads_out), stuck_states(graph, predecessors), {}};
  auto ends = where(graph, goes_no_further);
  for (NodeId node = 0; node < ends.size(); ++node)
    if (!leads_out[node] || traps.stuck[node]) ends[node] = true;
  traps.endless =
      listed(can_reach(graph, predecessors, std::move(ends), [](Group const&) { return true; }), false);
  return traps;
}

} // namespace artifactd::play
