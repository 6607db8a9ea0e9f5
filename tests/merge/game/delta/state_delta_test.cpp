// The cases are data: tests/merge/game/cases/delta/*.json, records of
//   name, state, ops, success;
//   mapping       real ids of the players in join order
//   random        a number, or several that are drawn in turn
//   result        the state afterwards; if absent, the one before
//   rejected      whether nothing was applied
//   errors        all errors; if absent, none
#include "merge/game/delta/delta_shape.hpp"
#include "merge/game/delta/delta_words.hpp"
#include "merge/game/delta/state_delta.hpp"
#include "merge/game/values/value_extent.hpp"
#include "tests/support/source_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace artifactd::game {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Value> delta_cases() {
  std::vector<Value> cases;
  for (auto const& entry :
       std::filesystem::directory_iterator(test::source_dir() + "/tests/merge/game/cases/delta")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    for (auto& each : Value::parse(file))
      cases.push_back(std::move(each));
  }
  return cases;
}

std::function<double()> drawing(Value const& numbers) {
  if (numbers.is_number()) return [number = numbers.get<double>()] { return number; };
  return [left = numbers.get<std::vector<double>>(), next = std::size_t{0}]() mutable {
    return left.at(next++);
  };
}

DeltaOptions options_of(Value const& record) {
  DeltaOptions options;
  if (record.contains("mapping")) options.mapping.ids = record["mapping"].get<std::vector<std::string>>();
  if (record.contains("random")) options.random = drawing(record["random"]);
  return options;
}

DeltaOutcome applied(std::string_view state, std::vector<Value> const& ops,
                     DeltaOptions const& options = {}) {
  return apply_delta(Value::parse(state), ops, options);
}

TEST(StateDelta, DoesWhatEveryCaseSays) {
  auto const cases = delta_cases();
  ASSERT_GE(cases.size(), 80U);
  for (auto const& record : cases) {
    SCOPED_TRACE(record["name"].get<std::string>());
    auto const ops = record["ops"].get<std::vector<Value>>();
    auto const outcome = apply_delta(record["state"], ops, options_of(record));
    EXPECT_EQ(outcome.state.dump(), record.value("result", record["state"]).dump());
    EXPECT_EQ(outcome.success, record["success"].get<bool>());
    EXPECT_EQ(outcome.rejected, record.value("rejected", false));
    EXPECT_EQ(outcome.errors, record.value("errors", std::vector<std::string>()));
  }
}

TEST(StateDelta, EveryOperationHasACaseThatSucceedsAndOneThatDoesNot) {
  std::set<std::pair<std::string, bool>> seen;
  for (auto const& record : delta_cases())
    for (auto const& op : record["ops"])
      if (operation_of(op) != nullptr) seen.emplace(op["op"], record["success"].get<bool>());
  for (auto const& operation : delta_operations()) {
    EXPECT_TRUE(seen.contains({std::string(operation.name), false})) << operation.name;
    EXPECT_EQ(seen.contains({std::string(operation.name), true}),
              operation.op != DeltaOp::set_from_data_source)
        << operation.name;
  }
}

TEST(StateDelta, TooDeepAStateOrOperationIsRejected) {
  Value deep = 1;
  for (std::size_t i = 0; i <= deepest_state; ++i)
    deep = Value::object({{"a", std::move(deep)}});
  std::vector<Value> const harmless{{{"op", "delete"}, {"path", "b"}}};
  auto const state_refused = apply_delta(deep, harmless, {});
  EXPECT_TRUE(state_refused.rejected);
  EXPECT_THAT(state_refused.errors, ElementsAre("The state nests deeper than 256 levels"));
  std::vector<Value> const ops{{{"op", "set"}, {"path", "b"}, {"value", deep}}};
  auto const op_refused = applied("{}", ops);
  EXPECT_TRUE(op_refused.rejected);
  EXPECT_THAT(op_refused.errors, ElementsAre("Operation 0: nests deeper than 256 levels"));
}

TEST(StateDelta, NoStateBecomesTooDeep) {
  Value deep = 1;
  for (std::size_t i = 0; i < 200; ++i)
    deep = Value::object({{"a", std::move(deep)}});
  std::string path = "b";
  for (std::size_t i = 1; i < 100; ++i)
    path += ".b";
  std::vector<Value> ops{{{"op", "set"}, {"path", path}, {"value", deep}}};
  auto const too_deep = applied("{}", ops);
  EXPECT_FALSE(too_deep.success);
  EXPECT_EQ(too_deep.state, Value::object());
  ASSERT_EQ(too_deep.errors.size(), 1U);
  EXPECT_THAT(too_deep.errors[0], HasSubstr("would nest deeper than 256 levels"));
  ops = {{{"op", "setForAllPlayers"}, {"field", "f" + path.substr(0, 108)}, {"value", deep}}};
  EXPECT_FALSE(applied(R"({"players": {"x": {}}})", ops).success);
  EXPECT_FALSE(is_too_deep(applied(R"({"players": {"x": {}}})", ops).state));
}

TEST(StateDelta, AnElementIsOneLevelDeeperThanItsArray) {
  Value deep = 1;
  for (std::size_t i = 0; i < deepest_state - 2; ++i)
    deep = Value::array({std::move(deep)});
  std::vector<Value> ops{{{"op", "append"}, {"path", "list"}, {"value", deep}}};
  auto const fits = applied(R"({"list": []})", ops);
  EXPECT_TRUE(fits.success);
  EXPECT_EQ(extent_of(fits.state).depth, deepest_state);
  ops[0]["value"] = Value::array({deep});
  EXPECT_FALSE(applied(R"({"list": []})", ops).success);
}

TEST(StateDelta, ABatchWritesNoMoreThanTheBound) {
  std::string players;
  for (int i = 0; i < 100; ++i)
    players += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\": {}";
  std::vector<Value> const ops{
      {{"op", "setForAllPlayers"}, {"field", "text"}, {"value", std::string(1 << 20, 'x')}},
      {{"op", "set"}, {"path", "done"}, {"value", true}}};
  auto const outcome = applied("{\"players\": {" + players + "}}", ops);
  EXPECT_FALSE(outcome.success);
  EXPECT_THAT(outcome.errors,
              ElementsAre("Path players.63.text is beyond the 67108864 bytes a batch may write"));
  EXPECT_EQ(outcome.state["done"], true) << "what is small still fits";
}

TEST(StateDelta, FillingArraysUpIsWritingToo) {
  std::vector<Value> ops;
  for (int i = 0; i < 1'000; ++i)
    ops.push_back({{"op", "set"}, {"path", "list" + std::to_string(i) + "[9999][9999]"}, {"value", 1}});
  auto const outcome = applied("{}", ops);
  EXPECT_FALSE(outcome.success);
  EXPECT_LT(extent_of(outcome.state).weight, 2 * largest_batch);
}

TEST(StateDelta, TellsABoundedNumberOfFailures) {
  std::vector<Value> const failing(5'000, Value{{"op", "append"}, {"path", "none"}, {"value", 1}});
  EXPECT_EQ(applied("{}", failing).errors.size(), most_delta_errors);
  std::vector<Value> const misshapen(5'000, Value("x"));
  EXPECT_EQ(applied("{}", misshapen).errors.size(), most_delta_errors);
}

TEST(StateDelta, CutsALongTextInAMessageBetweenLetters) {
  auto const text = abridged("a" + std::string("ä") + std::string(197, 'x') + "ää");
  EXPECT_EQ(text, "aä" + std::string(197, 'x') + "…");
  EXPECT_EQ(abridged("short"), "short");
}

TEST(DeterministicOperations, HaveNoTemplates) {
  for (auto const* text :
       {R"({"op": "set", "path": "game.a", "value": 1})", R"({"op": "set", "path": "game.a"})",
        R"({"op": "increment", "path": "a", "value": 2})", R"({"op": "append", "path": "a", "value": ["x"]})",
        R"({"op": "delete", "path": "a"})", R"({"op": "merge", "path": "a", "value": {"x": "y"}})",
        R"({"op": "transfer", "fromPath": "a", "toPath": "b", "value": 1})",
        R"({"op": "rng", "path": "a", "choices": [1], "probabilities": [1]})",
        R"({"op": "setForAllPlayers", "field": "a", "value": false})",
        R"({"op": "setFromMap", "keyPath": "{{a}}", "path": "{{b}}", "map": {}})"})
    EXPECT_TRUE(is_deterministic(Value::parse(text))) << text;
}

TEST(DeterministicOperations, NeedALanguageModelForTheRest) {
  for (auto const* text :
       {R"({"op": "set", "path": "players.{{id}}.a", "value": 1})",
        R"({"op": "set", "path": "a", "value": "{{x}}"})",
        R"({"op": "set", "path": "a", "value": [{"b": "x {{y}}"}]})", R"({"op": "set", "value": 1})",
        R"({"op": "increment", "path": "a", "value": "2"})", R"({"op": "delete", "path": "a.{{b}}"})",
        R"({"op": "transfer", "fromPath": "a", "toPath": "b"})",
        R"({"op": "transfer", "fromPath": "a", "toPath": "b", "amount": 1})",
        R"({"op": "transfer", "fromPath": "{{a}}", "toPath": "b", "value": 1})",
        R"({"op": "merge", "path": "a", "value": {"{{x}}": 1}})",
        R"({"op": "rng", "path": "a", "choices": ["{{x}}"], "probabilities": [1]})",
        R"({"op": "setForAllPlayers", "field": "{{a}}", "value": 1})",
        R"({"op": "setFromDataSource", "path": "a", "dataSourceId": "b", "paramValues": {}})",
        R"({"op": "unknown", "path": "a"})", R"({"path": "a"})", "[]", "null"})
    EXPECT_FALSE(is_deterministic(Value::parse(text))) << text;
}

} // namespace
} // namespace artifactd::game
