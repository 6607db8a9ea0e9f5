#include "merge/play/record/way_out.hpp"

#include "merge/play/search/state_graph.hpp"

namespace artifactd::play {

WayOut way_out(game::Game const& game, std::vector<std::string> const& players, Value const& state) {
  Runtime runtime(game, players);
  runtime.forget_what_nobody_reads();
  auto const row = runtime.program().layout().row(state, runtime.pool());
  if (!row) return WayOut::unknown;
  StateGraph const graph(runtime, {.states = most_states_for_a_way_out}, &*row);
  auto const here = graph.nodes()[0].phase;
  bool sure = graph.complete();
  for (StateGraph::NodeId node = 0; node < graph.nodes().size(); ++node) {
    auto const& each = graph.nodes()[node];
    if (each.kind == StateGraph::Kind::unvisited) continue;
    // A state that cannot continue at all is a separate fault.
    if (each.phase != here || each.kind == StateGraph::Kind::ended ||
        each.kind == StateGraph::Kind::deadlock || each.kind == StateGraph::Kind::fault)
      return WayOut::there;
    for (auto const& group : graph.groups(node))
      sure = sure && group.exhaustive;
  }
  return sure ? WayOut::none : WayOut::unknown;
}

} // namespace artifactd::play
