#include "tests/faults/graph_values.hpp"

#include <algorithm>

namespace artifactd::faults {

namespace {

std::vector<Json> bases(Expectation const& expected) {
  std::vector<Json> values{expected.base ? parse(*expected.base) : Json::object()};
  if (expected.foreign) values.push_back(parse(*expected.foreign));
  return values;
}

Json members(GoodAgent const& agent, bool meddled) {
  return parse(meddled && !agent.members_anew.empty() ? agent.members_anew : agent.members);
}

} // namespace

Json parse(std::string const& text) {
  return Json::parse(text, nullptr, false);
}

Json merged_graph(Expectation const& expected, bool meddled) {
  auto graph = bases(expected).at(meddled && expected.foreign ? 1 : 0);
  for (auto const& agent : expected.good)
    graph.update(members(agent, meddled));
  return graph;
}

std::vector<Json> allowed_graphs(Expectation const& expected, Interruption how) {
  struct Graph {
    Json value;
    std::size_t merged; ///< number of merged agents
  };
  std::vector<Graph> graphs;
  for (auto& base : bases(expected))
    graphs.push_back({std::move(base), 0});
  for (auto const& agent : expected.good) {
    auto without = graphs.size();
    for (std::size_t i = 0; i < without; ++i)
      for (bool anew : {false, true}) {
        graphs.push_back({graphs[i].value, graphs[i].merged + 1});
        graphs.back().value.update(members(agent, anew));
      }
  }
  auto together = how == Interruption::killed && !expected.foreign;
  std::vector<Json> allowed;
  for (auto& graph : graphs)
    if (!together || graph.merged == 0 || graph.merged == expected.good.size())
      allowed.push_back(std::move(graph.value));
  return allowed;
}

bool holds(Json const& graph, GoodAgent const& agent, bool meddled) {
  auto wanted = members(agent, meddled);
  return std::ranges::all_of(wanted.items(), [&](auto const& member) {
    return graph.is_object() && graph.contains(member.key()) && graph[member.key()] == member.value();
  });
}

} // namespace artifactd::faults
