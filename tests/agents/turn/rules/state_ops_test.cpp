#include "agents/turn/limits.hpp"
#include "state/vocabulary/names.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <set>

namespace artifactd::turn {
namespace {

Json whole_of(StoryState const& state) {
  auto whole = state.state;
  whole["relations"] = to_json(state.relations);
  return whole;
}

/// The state of the corpus with the expected changes of a case.
Json expected_state(Json const& changes) {
  auto state = whole_of(corpus_state());
  for (auto const& [pointer, value] : changes.items()) {
    Json::json_pointer const at(pointer);
    if (value == "absent")
      state[at.parent_pointer()].erase(at.back());
    else
      state[at] = value;
  }
  return state;
}

AppliedOps applied(Json const& ops, OpsBy by = OpsBy::model) {
  static auto const rules = corpus_rules();
  static auto const state = corpus_state();
  return apply_ops(rules, state, ops, by);
}

/// Compares member by member: the position of a new member does not matter.
bool same(Json const& left, Json const& right) {
  return nlohmann::json(left) == nlohmann::json(right);
}

void expect_applied(Json const& each, AppliedOps const& result) {
  ASSERT_TRUE(result.faults.empty()) << result.faults.front();
  auto const whole = whole_of(result.after);
  EXPECT_TRUE(same(whole, expected_state(each["after"]))) << compact(whole);
  ASSERT_EQ(result.applied.size(), 1U);
  EXPECT_EQ(result.applied[0].value("clamped", Json()), each.value("clamped", Json()));
  EXPECT_EQ(compact(whole).find(".0"), std::string::npos) << "whole numbers are written as such";
}

void expect_refused(Json const& each, AppliedOps const& result) {
  ASSERT_EQ(result.faults.size(), 1U);
  auto const& fault = result.faults.front();
  EXPECT_TRUE(fault.starts_with(each["fault"].get<std::string>() + ": ")) << fault;
  EXPECT_NE(fault.find(each.value("says", "")), std::string::npos) << fault;
  EXPECT_EQ(result.after, corpus_state());
  EXPECT_TRUE(result.applied.empty());
}

TEST(StateOps, DoWhatTheCorpusSays) {
  auto const corpus = engine_corpus("state_ops.json");
  ASSERT_GE(corpus["cases"].size(), 120U);
  std::set<std::string> names;
  for (auto const& each : corpus["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    EXPECT_TRUE(names.insert(each["name"]).second);
    auto const result = applied(Json::array({each["op"]}));
    if (each.contains("after"))
      expect_applied(each, result);
    else
      expect_refused(each, result);
  }
}

TEST(StateOps, TellWhatWasBeforeAndAfter) {
  auto const result = applied(Json::parse(R"([
    {"op": "decrement", "path": "minutes_left", "value": 9},
    {"op": "set", "path": "note", "value": "knock"},
    {"op": "remove", "path": "/weather"},
    {"op": "append", "path": "items", "value": "rope"},
    {"op": "adjust_relation", "a": "user-persona", "b": "lena", "trust": 5}
  ])"));
  EXPECT_EQ(result.applied, Json::parse(R"([
    {"op": "decrement", "path": "minutes_left", "before": 5, "after": 0, "clamped": true},
    {"op": "set", "path": "note", "after": "knock", "clamped": false},
    {"op": "remove", "path": "weather", "before": "rain", "clamped": false},
    {"op": "append", "path": "items", "value": "rope", "before": 2, "after": 3},
    {"op": "adjust_relation", "a": "lena", "b": "user-persona",
     "before": {"trust": 9, "tension": 0, "closeness": -9},
     "after": {"trust": 10, "tension": 0, "closeness": -9}, "clamped": true}
  ])"));
}

TEST(StateOps, AreAppliedInOrderAndALaterSetWins) {
  auto const result = applied(Json::parse(R"([
    {"op": "set", "path": "minutes_left", "value": 1},
    {"op": "increment", "path": "minutes_left", "value": 2},
    {"op": "set", "path": "mood", "value": "tense"},
    {"op": "set", "path": "mood", "value": "calm"}
  ])"));
  ASSERT_TRUE(result.faults.empty());
  EXPECT_EQ(result.after.state["minutes_left"], 3);
  EXPECT_EQ(result.after.state["mood"], "calm");
}

TEST(StateOps, EachFaultPointsAtItsOpAndNothingIsApplied) {
  auto const result = applied(Json::parse(R"([
    {"op": "set", "path": "minutes_left", "value": 1},
    {"op": "set", "path": "presure", "value": 1},
    {"op": "increment", "path": "mood", "value": 1},
    {"op": "set", "path": "items", "value": ["a", 5]}
  ])"));
  ASSERT_EQ(result.faults.size(), 2U);
  EXPECT_TRUE(result.faults[0].starts_with("/state_ops/1/path: ")) << result.faults[0];
  EXPECT_TRUE(result.faults[1].starts_with("/state_ops/2/path: ")) << result.faults[1];
  EXPECT_EQ(result.after, corpus_state());
}

TEST(StateOps, WhatTheSchemaSaysOfTheStateIsToldAtTheLastOpThatTouchedThePlace) {
  auto const result = applied(Json::parse(R"([
    {"op": "set", "path": "items", "value": ["a"]},
    {"op": "append", "path": "items", "value": 5},
    {"op": "set", "path": "mood", "value": "calm"}
  ])"));
  ASSERT_EQ(result.faults.size(), 1U);
  EXPECT_TRUE(result.faults[0].starts_with("/state_ops/1: ")) << result.faults[0];
}

TEST(StateOps, FaultsAreSafeToPrint) {
  auto const ops = Json::parse(R"([{"op": "set", "path": "we\u202eather\u001b[31m", "value": 1},
                                   {"op": "set", "path": "mood", "value": "\u001b]0;x\u0007\n"}])");
  auto const result = applied(ops);
  ASSERT_FALSE(result.faults.empty());
  for (auto const& fault : result.faults)
    EXPECT_EQ(fault, printable(fault));
}

TEST(StateOps, AreAListOfAtMostSixtyFour) {
  for (auto const& none : {Json(), Json("set"), Json::object(), Json(5)})
    EXPECT_TRUE(applied(none).faults.at(0).starts_with("/state_ops: expected a list"));
  auto const op = Json::parse(R"({"op": "increment", "path": "count", "value": 1})");
  Json ops(most_ops, op);
  EXPECT_EQ(applied(ops).after.state["count"], 3 + static_cast<int>(most_ops));
  ops.push_back(op);
  EXPECT_TRUE(applied(ops).faults.at(0).starts_with("/state_ops: has 65 ops"));
}

TEST(StateOps, KeepTheStateWithinItsSize) {
  Json ops = Json::array();
  std::string const text(longest_state_text, 'x');
  for (int i = 0; i < 17; ++i)
    ops.push_back({{"op", "append"}, {"path", "bag"}, {"value", text}});
  auto const result = applied(ops);
  ASSERT_EQ(result.faults.size(), 1U);
  EXPECT_TRUE(result.faults[0].starts_with("/state_ops: ")) << result.faults[0];
}

TEST(StateOps, KeepTheStateWithinItsDepth) {
  Json deep = 1;
  for (std::size_t i = 0; i < deepest_state - 1; ++i)
    deep = Json::array({deep});
  auto op = Json{{"op", "set"}, {"path", "weather"}, {"value", deep}};
  EXPECT_TRUE(applied(Json::array({op})).faults.empty());
  op["value"] = Json::array({deep});
  EXPECT_TRUE(applied(Json::array({op})).faults.at(0).starts_with("/state_ops/0/value: is nested deeper"));
}

TEST(StateOps, TheEngineMayTickWhatAModelMayNot) {
  auto const ops = Json::parse(R"([{"op": "increment", "path": "pressure_clock", "value": 9},
                                   {"op": "increment", "path": "visits", "value": 1}])");
  auto const result = applied(ops, OpsBy::engine);
  ASSERT_TRUE(result.faults.empty()) << result.faults.front();
  EXPECT_EQ(result.after.state["pressure_clock"], 6);
  EXPECT_EQ(result.after.state["visits"], 1) << "a declared number that is absent counts as 0";
}

TEST(StateOps, TheEngineRemovesWhatIsThere) {
  auto const ops = Json::parse(R"([{"op": "remove", "path": "guest"}, {"op": "remove", "path": "guest"},
                                   {"op": "remove", "path": "items", "value": "rope"}])");
  auto const result = applied(ops, OpsBy::engine);
  ASSERT_TRUE(result.faults.empty()) << result.faults.front();
  EXPECT_FALSE(result.after.state.contains("guest"));
  EXPECT_EQ(result.after.state["items"], corpus_state().state["items"]);
  EXPECT_EQ(compact(result.applied[1]), R"({"op":"remove","path":"guest","clamped":false})");
  EXPECT_FALSE(applied(ops).faults.empty()) << "a model has to know what is there";
}

TEST(StateOps, AModelMayNotReplaceWhatIsAroundAClock) {
  auto const rules = rules_of(
      Json::parse(
          R"({"properties": {"scene": {"properties": {"clock": {"type": "integer", "minimum": 0}}}}})"),
      Json::parse(R"({"clocks": [{"path": "scene.clock", "at": 6, "event": "e"}]})"));
  StoryState const base{Json::parse(R"({"scene": {"clock": 5, "mood": "calm"}})"), {}};
  auto const refused = [&](char const* op) {
    return !apply_ops(rules, base, Json::array({Json::parse(op)}), OpsBy::model).faults.empty();
  };
  EXPECT_TRUE(refused(R"({"op": "set", "path": "scene", "value": {"clock": 0}})"));
  EXPECT_TRUE(refused(R"({"op": "remove", "path": "/scene"})"));
  EXPECT_FALSE(refused(R"({"op": "set", "path": "scene.mood", "value": "tense"})"));
}

TEST(StateOps, EverybodyIsPresentWhereTheStateDoesNotSay) {
  auto const rules = corpus_rules();
  auto base = corpus_state();
  base.state.erase("present");
  auto const leaves = Json::parse(R"([{"op": "remove", "path": "present", "value": "marc"}])");
  EXPECT_EQ(apply_ops(rules, base, leaves, OpsBy::model).after.state["present"],
            Json::parse(R"(["lena", "user-persona"])"));
  auto const enters = Json::parse(R"([{"op": "append", "path": "present", "value": "marc"}])");
  EXPECT_EQ(apply_ops(rules, base, enters, OpsBy::model).faults.size(), 1U);
}

TEST(StateOps, ARulesetNarrowsThem) {
  auto const schema = Json::parse(R"({"properties": {"a": {"type": "integer"}, "b": {"type": "object"}}})");
  auto const rules = rules_of(
      schema, Json::parse(R"({"ops": {"allow": ["set", "increment", "append"], "paths": ["a", "b.c"]}})"));
  StoryState const base{
      Json::parse(R"({"a": 1, "b": {"c": {"d": 1}, "e": 2}, "ab": 1, "present": ["lena"]})"), {}};
  auto const fault = [&](char const* op) {
    auto const faults = apply_ops(rules, base, Json::array({Json::parse(op)}), OpsBy::model).faults;
    return faults.empty() ? "" : faults.front().substr(0, faults.front().find(": "));
  };
  EXPECT_EQ(fault(R"({"op": "set", "path": "a", "value": 2})"), "");
  EXPECT_EQ(fault(R"({"op": "set", "path": "/b/c", "value": 2})"), "");
  EXPECT_EQ(fault(R"({"op": "increment", "path": "b.c.d", "value": 2})"), "");
  EXPECT_EQ(fault(R"({"op": "set", "path": "ab", "value": 2})"), "/state_ops/0/path");
  EXPECT_EQ(fault(R"({"op": "set", "path": "b", "value": {}})"), "/state_ops/0/path");
  EXPECT_EQ(fault(R"({"op": "append", "path": "present", "value": "marc"})"), "/state_ops/0/path");
  EXPECT_EQ(fault(R"({"op": "decrement", "path": "a", "value": 2})"), "/state_ops/0/op");
  EXPECT_EQ(fault(R"({"op": "adjust_relation", "a": "lena", "b": "marc", "trust": 1})"), "/state_ops/0/op");
}

TEST(StateOps, FaultsThatTheStateHadBeforeAreNotTheOps) {
  auto const rules = corpus_rules();
  auto base = corpus_state();
  base.state["mood"] = "an old one";
  auto const ops = Json::parse(R"([{"op": "decrement", "path": "minutes_left", "value": 1}])");
  EXPECT_TRUE(apply_ops(rules, base, ops, OpsBy::model).faults.empty());
}

} // namespace
} // namespace artifactd::turn
