// Properties of every state delta, whatever it contains.
#include "merge/game/delta/delta_path.hpp"
#include "merge/game/delta/delta_shape.hpp"
#include "merge/game/delta/state_delta.hpp"
#include "merge/game/values/value_extent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::game {
namespace {

/// A small value of any type, with keys and indexes that paths name.
Value any_small_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 8 : 6)) {
  case 0:
    return nullptr;
  case 1:
    return *rc::gen::inRange(-3, 100);
  case 2:
    return 0.5;
  case 3:
    return *rc::gen::arbitrary<bool>();
  case 4:
    return *rc::gen::element<std::string>("", "x", "{{x}}", "player1", "\xff");
  case 5:
    return -1e308;
  case 6: {
    auto list = Value::array();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
      list.push_back(any_small_value(depth - 1));
    return list;
  }
  default: {
    auto object = Value::object();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
      object[*rc::gen::element<std::string>("a", "b", "0", "players", "player1", "length", "__proto__", "")] =
          any_small_value(depth - 1);
    return object;
  }
  }
}

std::string any_delta_path() {
  auto path = *rc::gen::element<std::string>("a", "players", "game", "b");
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
    path += *rc::gen::element<std::string>(".a", ".0", "[1]", "[*]", ".[*]", ".length", ".player1",
                                           ".__proto__", "[9999]", "[99999]", ".", "..b", "[x", ".{{x.y}}");
  return path;
}

/// Mostly of a valid shape, so that most of a batch is actually applied.
Value any_operation(int wrong_of_hundred) {
  auto const& operation = delta_operations()[*rc::gen::inRange<std::size_t>(0, delta_operations().size())];
  Value op{{"op", operation.name}};
  for (auto const& member : operation.runtime_members) {
    if (member.need == MemberNeed::optional && *rc::gen::arbitrary<bool>()) continue;
    if (*rc::gen::inRange(0, 100) < wrong_of_hundred) {
      op[member.name] = any_small_value(1);
      continue;
    }
    auto value = any_small_value(2);
    for (int tries = 0; !meets(&value, member) && tries < 20; ++tries)
      value = any_small_value(2);
    if (member.demand == MemberDemand::text) value = any_delta_path();
    if (member.demand == MemberDemand::numbers) value = Value::array({0.5, 0.5});
    op[member.name] = std::move(value);
  }
  if (*rc::gen::arbitrary<bool>()) op.emplace("value", any_small_value(2));
  if (*rc::gen::inRange(0, 3) == 0) op.emplace("fallback", any_small_value(1));
  return op;
}

Value any_state() {
  auto state = Value::object();
  for (auto const* name : {"a", "b", "game", "players"})
    state[name] = any_small_value(3);
  return state;
}

std::vector<Value> any_batch(int wrong_of_hundred) {
  std::vector<Value> ops;
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i)
    ops.push_back(any_operation(wrong_of_hundred));
  return ops;
}

RC_GTEST_PROP(StateDelta, TakesAnyOperationsOverAnyState, ()) {
  DeltaOptions options{.random = [] { return 0.5; }};
  if (*rc::gen::arbitrary<bool>()) options.mapping.ids = {"u1", "a"};
  auto const ops = any_batch(3);
  auto const outcome = apply_delta(any_state(), ops, options);
  RC_CLASSIFY(outcome.rejected, "rejected");
  RC_CLASSIFY(outcome.success, "success");
  RC_ASSERT(outcome.success == outcome.errors.empty());
  RC_ASSERT(outcome.state.is_object());
  RC_ASSERT(!is_too_deep(outcome.state));
  RC_ASSERT(!outcome.state.dump(-1, ' ', false, Value::error_handler_t::replace).contains("<discarded>"));
  for (auto const& op : ops)
    RC_ASSERT(!(is_deterministic(op) && op.value("op", "") == "setFromDataSource"));
}

RC_GTEST_PROP(StateDelta, LeavesTheStateOfARejectedBatchAsItIs, ()) {
  auto const state = any_state();
  auto ops = any_batch(0);
  ops.insert(ops.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(ops.size()) + 1),
             Value{{"op", "set"}});
  auto const outcome = apply_delta(state, ops, {.random = [] { return 0.5; }});
  RC_ASSERT(outcome.rejected);
  RC_ASSERT(!outcome.success);
  RC_ASSERT(outcome.state == state);
}

RC_GTEST_PROP(StateDelta, WhatIsSetIsRead, ()) {
  auto const text =
      *rc::gen::element<std::string>("game.x", "a.fresh[2].y", "new.0.1", "players.__proto__.score");
  auto const path = parse_delta_path(text);
  auto state = any_state();
  for (auto const* container : {"game", "a", "players"}) // a name that is written into an array is lost
    if (state[container].is_array()) state[container] = nullptr;
  if (state["a"].is_object()) state["a"].erase("fresh");
  auto const value = any_small_value(2);
  auto const outcome =
      apply_delta(state, std::vector<Value>{{{"op", "set"}, {"path", text}, {"value", value}}}, {});
  RC_ASSERT(outcome.success);
  RC_ASSERT(read_at(outcome.state, path) == value);
}

RC_GTEST_PROP(StateDelta, TransferKeepsTheSum, ()) {
  auto const places = std::vector<std::string>{"players.a.coins", "players.b.coins", "game.pot", "list[1]"};
  auto state = Value::parse(R"({"players": {"a": {}, "b": {}}, "game": {}, "list": [0, 0]})");
  auto sum = [&](Value const& of) {
    double total = 0;
    for (auto const& place : places)
      if (auto const* there = find_at(of, parse_delta_path(place))) total += there->get<double>();
    return total;
  };
  for (auto const& place : places)
    if (*rc::gen::inRange(0, 4) != 0)
      RC_ASSERT(assign_at(state, parse_delta_path(place), *rc::gen::inRange(-50, 50)).has_value());
  std::vector<Value> ops;
  for (int i = *rc::gen::inRange(1, 8); i > 0; --i) {
    ops.push_back({{"op", "transfer"},
                   {"fromPath", *rc::gen::elementOf(places)},
                   {"toPath", *rc::gen::elementOf(places)}});
    if (*rc::gen::inRange(0, 4) != 0) ops.back()["value"] = *rc::gen::inRange(-20, 60);
  }
  RC_ASSERT(sum(apply_delta(state, ops, {}).state) == sum(state));
}

} // namespace
} // namespace artifactd::game
