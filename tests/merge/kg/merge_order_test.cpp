// Properties of any agents with any artifacts: order does not matter, nothing is done twice, and a refused
// agent has no effect.

#include "merge/kg/strategy.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/jq_oracle.hpp"
#include "tests/merge/json_gen.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using Json = nlohmann::json;

struct Agent {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
};

/// Entries whose ids never stand for two contents; otherwise whether one is refused would depend on the
/// order.
Json any_entries() {
  auto entries = Json::array();
  for (int count = *rc::gen::inRange(0, 4); count > 0; --count) {
    auto number = *rc::gen::inRange(0, 5);
    switch (*rc::gen::inRange(0, 3)) {
    case 0:
      entries.push_back(number);
      break;
    case 1:
      entries.push_back({{"id", number}, {"twice", 2 * number}});
      break;
    default:
      entries.push_back({{"statement", std::to_string(number)}});
    }
  }
  return entries;
}

std::string any_artifact() {
  auto artifact = Json::parse(*test::any_value(2));
  if (!artifact.is_object()) artifact = Json::object();
  if (*rc::gen::inRange(0, 2) == 0) artifact["entities"] = any_entries();
  if (*rc::gen::inRange(0, 3) == 0) artifact["claims"] = any_entries();
  return *test::spelling_of(artifact.dump());
}

std::vector<Agent> any_agents() {
  std::vector<Agent> agents;
  for (auto const* name : {"a", "b", "c"}) {
    Agent agent{name, {}};
    for (int file = *rc::gen::inRange(1, 4); file > 0; --file)
      agent.files.insert(agent.files.begin(), {std::to_string(file) + ".json", any_artifact()});
    agents.push_back(std::move(agent));
  }
  return agents;
}

std::string any_graph() {
  auto graph = Json::parse(*test::any_value(2));
  if (!graph.is_object()) graph = Json::object();
  if (*rc::gen::inRange(0, 2) == 0) graph["entities"] = any_entries();
  if (*rc::gen::inRange(0, 2) == 0) graph["stats"] = {{"total_entities", 0}, {"total_claims", "?"}};
  return *test::spelling_of(graph.dump());
}

std::string settled(std::string const& graph, std::vector<Agent> const& agents, Strategy strategy) {
  test::GraphText over(graph);
  for (auto const& agent : agents)
    RC_ASSERT(test::must(apply_strategy(over.draft, test::name(agent.name), test::artifacts(agent.files),
                                        {.strategy = strategy}))
                  .empty());
  return over.text();
}

/// The graph, independent of the order in which entries were appended.
Json as_multisets(std::string const& text) {
  auto graph = Json::parse(text);
  for (auto const* key : {"entities", "claims"})
    if (graph.contains(key) && graph[key].is_array()) std::sort(graph[key].begin(), graph[key].end());
  return graph;
}

RC_GTEST_PROP(MergeOrder, DoesNotMatterForNamespaces, ()) {
  auto const graph = any_graph();
  auto agents = any_agents();
  auto const one_way = settled(graph, agents, Strategy::name_space);
  std::ranges::reverse(agents);
  RC_ASSERT(test::jq_equal(settled(graph, agents, Strategy::name_space), one_way));
}

RC_GTEST_PROP(MergeOrder, DoesNotMatterForAppendedMultisets, ()) {
  auto const graph = any_graph();
  auto agents = any_agents();
  auto const one_way = settled(graph, agents, Strategy::append);
  std::ranges::rotate(agents, agents.begin() + 1);
  RC_ASSERT(as_multisets(settled(graph, agents, Strategy::append)) == as_multisets(one_way));
}

RC_GTEST_PROP(MergeOrder, TogetherIsOneAfterTheOther, ()) {
  auto const graph = any_graph();
  auto const agents = any_agents();
  for (auto strategy : {Strategy::name_space, Strategy::append}) {
    auto one_by_one = graph;
    for (auto const& agent : agents)
      one_by_one = settled(one_by_one, {agent}, strategy);
    RC_ASSERT(test::jq_equal(settled(graph, agents, strategy), one_by_one));
  }
}

RC_GTEST_PROP(MergeOrder, TwiceIsOnce, ()) {
  auto const graph = any_graph();
  auto const agents = any_agents();
  for (auto strategy : {Strategy::name_space, Strategy::append}) {
    auto const once = settled(graph, agents, strategy);
    RC_ASSERT(settled(once, agents, strategy) == once);
  }
}

RC_GTEST_PROP(MergeOrder, ARefusedAgentMightAsWellNotHaveBeenThere, ()) {
  auto const graph = any_graph();
  auto const agents = any_agents();
  auto const without = settled(graph, agents, Strategy::append);
  auto refused = any_artifact();
  refused = R"({"entities": [{"id": "mine"}, {"id": "mine", "x": 1}], "rest": )" + refused + "}";
  test::GraphText over(graph);
  auto apply = [&](Agent const& agent) {
    return test::must(apply_strategy(over.draft, test::name(agent.name), test::artifacts(agent.files),
                                     {.strategy = Strategy::append}));
  };
  apply(agents[0]);
  RC_ASSERT(!apply({"r", {{"1.json", refused}}}).empty());
  apply(agents[1]);
  apply(agents[2]);
  RC_ASSERT(over.text() == without);
}

} // namespace
} // namespace artifactd
