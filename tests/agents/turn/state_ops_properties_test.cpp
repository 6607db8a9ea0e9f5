#include "agents/turn/limits.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

StateRules const& shared_rules() {
  static auto const rules = corpus_rules();
  return rules;
}

StoryState const& shared_state() {
  static auto const state = corpus_state();
  return state;
}

AppliedOps applied_to_shared(Json const& ops, OpsBy by = OpsBy::model) {
  return apply_ops(shared_rules(), shared_state(), ops, by);
}

template <class Value>
rc::Gen<Value> one_of(std::vector<Value> values) {
  return rc::gen::elementOf(std::move(values));
}

rc::Gen<std::string> any_path() {
  return one_of<std::string>(
      {"minutes_left", "warmth",    "heat",    "visits",  "mood",           "note",        "guest",
       "items",        "full",      "pair",    "place",   "place.floor",    "/place/room", "attic.light",
       "present",      "relations", "weather", "count",   "ratio",          "bag",         "bag.0",
       "hoard",        "extra.x",   "extra.y", "presure", "pressure_clock", "hour",        "",
       "a..b",         "/~"});
}

rc::Gen<Json> any_value() {
  return rc::gen::oneOf(
      rc::gen::map(rc::gen::inRange(-12, 12), [](int number) { return Json(number); }),
      rc::gen::map(rc::gen::inRange(-40, 40), [](int eighths) { return Json(eighths / 8.0); }),
      one_of<Json>({Json("lena"), Json("marc"), Json("user-persona"), Json("key"), Json("calm"), Json("a"),
                    Json(), Json(true), Json::array(), Json::object(), Json(1e300), Json::array({1, "a"}),
                    Json{{"room", "x"}}}));
}

/// An op of any shape; most are refused.
Json wild_op() {
  Json op;
  op["op"] =
      *one_of<std::string>({"set", "increment", "decrement", "append", "remove", "adjust_relation", "swap"});
  if (op["op"] == "adjust_relation") {
    op["a"] = *one_of<std::string>({"lena", "marc", "zoe"});
    op["b"] = *any_value();
    op["trust"] = *any_value();
    return op;
  }
  op["path"] = *any_path();
  if (*rc::gen::inRange(0, 5) > 0) op["value"] = *any_value();
  return op;
}

/// An op as a model that has understood the rules would write it.
Json plain_op() {
  auto const amount = *rc::gen::inRange(1, 9);
  auto const word = *one_of<std::string>({"increment", "decrement"});
  return *one_of<Json>(
      {{{"op", word}, {"path", "minutes_left"}, {"value", amount}},
       {{"op", word}, {"path", "warmth"}, {"value", amount / 8.0}},
       {{"op", word}, {"path", "place.floor"}, {"value", amount}},
       {{"op", word}, {"path", "count"}, {"value", amount / 2.0}},
       {{"op", "set"}, {"path", "minutes_left"}, {"value", amount % 8}},
       {{"op", "set"}, {"path", "mood"}, {"value", amount % 2 == 0 ? "calm" : "tense"}},
       {{"op", "set"}, {"path", "weather"}, {"value", *any_value()}},
       {{"op", "append"}, {"path", "items"}, {"value", std::to_string(amount)}},
       {{"op", "remove"}, {"path", "items"}, {"value", "key"}},
       {{"op", amount % 2 == 0 ? "append" : "remove"}, {"path", "present"}, {"value", "marc"}},
       {{"op", "remove"}, {"path", "guest"}},
       {{"op", "adjust_relation"}, {"a", "lena"}, {"b", "marc"}, {"trust", amount - 5}, {"tension", amount}},
       {{"op", "adjust_relation"}, {"a", "user-persona"}, {"b", "lena"}, {"closeness", -amount}}});
}

Json any_op() {
  return *rc::gen::inRange(0, 8) == 0 ? wild_op() : plain_op();
}

Json any_ops() {
  Json ops = Json::array();
  auto const count = *rc::gen::inRange(1, 7);
  for (int i = 0; i < count; ++i)
    ops.push_back(any_op());
  return ops;
}

/// Only the ops that are accepted, as a model that repairs its reply would send them.
Json sound_ops(Json const& ops) {
  Json sound = Json::array();
  for (auto const& op : ops) {
    sound.push_back(op);
    if (!applied_to_shared(sound).faults.empty()) sound.erase(sound.size() - 1);
  }
  return sound;
}

RC_GTEST_PROP(StateOpsProperties, ARefusedListChangesNothing, ()) {
  auto const ops = any_ops();
  auto const result = applied_to_shared(ops);
  RC_CLASSIFY(result.faults.empty(), "applied");
  if (result.faults.empty()) return;
  RC_ASSERT(result.after == shared_state());
  RC_ASSERT(result.applied.empty());
  for (auto const& fault : result.faults)
    RC_ASSERT(fault.starts_with("/state_ops/") && fault.find(": ") != std::string::npos);
}

RC_GTEST_PROP(StateOpsProperties, WhatIsAppliedIsWithinTheSchemaAndTheLimits, ()) {
  auto const ops = sound_ops(any_ops());
  auto const result = applied_to_shared(ops);
  RC_CLASSIFY(!ops.empty(), "some op was sound");
  RC_ASSERT(result.faults.empty());
  RC_ASSERT(judge_state(shared_rules().schema, result.after, shared_rules().cast).empty());
  for (auto const& edge : result.after.relations)
    for (auto const dimension : {edge.trust, edge.tension, edge.closeness})
      RC_ASSERT(std::abs(dimension) <= strongest_relation);
  RC_ASSERT(std::ranges::is_sorted(result.after.relations, {},
                                   [](Relation const& edge) { return std::pair(edge.a, edge.b); }));
  RC_ASSERT(result.applied.size() == ops.size());
}

RC_GTEST_PROP(StateOpsProperties, ADryRunAndTheRealThingAreTheSame, ()) {
  auto const ops = any_ops();
  auto const dry = applied_to_shared(ops);
  auto const real = applied_to_shared(ops);
  RC_ASSERT(compact(dry.after.state) == compact(real.after.state));
  RC_ASSERT(dry.applied == real.applied);
  RC_ASSERT(dry.faults == real.faults);
}

RC_GTEST_PROP(StateOpsProperties, OneListOrTwoHaveTheSameResult, ()) {
  auto const ops = sound_ops(any_ops());
  if (ops.empty()) return;
  auto const half = static_cast<std::ptrdiff_t>(ops.size() / 2);
  Json const first(std::vector<Json>(ops.begin(), ops.begin() + half));
  Json const second(std::vector<Json>(ops.begin() + half, ops.end()));
  auto const between = applied_to_shared(half == 0 ? Json::array() : first);
  if (!between.faults.empty()) return; // valid only together
  auto const after = apply_ops(shared_rules(), between.after, second, OpsBy::model);
  RC_ASSERT(after.after == applied_to_shared(ops).after);
}

RC_GTEST_PROP(StateOpsProperties, SumsAddUpInAnyOrder, ()) {
  auto const amounts = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 99));
  std::vector<Json> ops;
  int sum = 3; // the initial value of `count`, which has no bounds
  for (std::size_t i = 0; i < std::min(amounts.size(), most_ops); ++i) {
    bool const adds = amounts[i] % 2 == 0;
    ops.push_back({{"op", adds ? "increment" : "decrement"}, {"path", "count"}, {"value", amounts[i]}});
    sum += adds ? amounts[i] : -amounts[i];
  }
  RC_PRE(!ops.empty());
  RC_ASSERT(applied_to_shared(Json(ops)).after.state["count"] == sum);
  std::ranges::reverse(ops);
  RC_ASSERT(applied_to_shared(Json(ops)).after.state["count"] == sum);
}

} // namespace
} // namespace artifactd::turn
