#include "merge/play/record/correction.hpp"

#include "merge/game/delta/state_delta.hpp"
#include "merge/play/runtime/legality.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>
#include <string_view>

namespace artifactd::play {

namespace {

Value const& member(Value const& object, std::string_view name) {
  static Value const none = Value::object();
  auto const found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() && found->is_object() ? *found : none;
}

void compare(Value& ops, std::string const& scope, Value const& from, Value const& to) {
  auto const counts = [&scope](std::string const& name) {
    return scope != "game" || std::ranges::find(computed_fields, name) == computed_fields.end();
  };
  for (auto const& [name, value] : to.items()) {
    auto const there = from.find(name);
    if (counts(name) && (there == from.end() || *there != value))
      ops.push_back({{"op", "set"}, {"path", scope + "." + name}, {"value", value}});
  }
  for (auto const& [name, value] : from.items())
    if (counts(name) && !to.contains(name)) ops.push_back({{"op", "delete"}, {"path", scope + "." + name}});
}

/// std::nullopt if the operation may be part of a correction.
std::optional<std::string> objection(Value const& op) {
  auto const name = operation_text(op, "op");
  if (name == "rng" || !game::is_deterministic(op))
    return fmt::format("the result of '{}' is not fixed: a correction uses no dice and no model",
                       name.empty() ? compact(op) : name);
  for (auto const* each : path_members)
    for (auto const field : computed_fields)
      if (auto const path = operation_text(op, each) + "."; path.starts_with(fmt::format("game.{}.", field)))
        return fmt::format("game.{} is computed by the game and cannot be corrected", field);
  return std::nullopt;
}

/// A play that can go on, or is properly over.
bool is_alive(Runtime& runtime, Row const& row) {
  auto const next = runtime.standing(row).next;
  return next != Standing::Next::deadlock && next != Standing::Next::fault;
}

} // namespace

Value const* value_at(Value const& state, std::string_view path) {
  auto const* at = &state;
  for (auto const part : std::views::split(path, '.')) {
    auto const found = at->is_object() ? at->find(std::string(part.begin(), part.end())) : at->end();
    if (!at->is_object() || found == at->end()) return nullptr;
    at = &*found;
  }
  return at;
}

Value operations_between(Value const& from, Value const& to) {
  auto ops = Value::array();
  compare(ops, "game", member(from, "game"), member(to, "game"));
  auto const& players = member(from, "players");
  auto const& wanted = member(to, "players");
  for (auto const& [id, fields] : wanted.items()) {
    if (players.contains(id) && players[id].is_object() && fields.is_object())
      compare(ops, "players." + id, players[id], fields);
    else
      ops.push_back({{"op", "set"}, {"path", "players." + id}, {"value", fields}});
  }
  for (auto const& [id, fields] : players.items())
    if (!wanted.contains(id)) ops.push_back({{"op", "delete"}, {"path", "players." + id}});
  return ops;
}

bool computed_fields_differ(Value const& a, Value const& b) {
  return std::ranges::any_of(computed_fields, [&](std::string_view field) {
    std::string const name(field);
    return member(a, "game").value(name, Value()) != member(b, "game").value(name, Value());
  });
}

std::expected<Correction, std::string> corrected(Runtime& runtime, Value const& state, Value const& ops) {
  std::vector<Value> const list(ops.begin(), ops.end());
  for (auto const& op : list)
    if (auto why = objection(op)) return std::unexpected(*std::move(why));
  game::DeltaOptions options;
  options.mapping = runtime.program().players();
  auto outcome = game::apply_delta(state, list, options);
  if (!outcome.success)
    return std::unexpected(outcome.errors.empty() ? std::string("it cannot be applied")
                                                  : outcome.errors.front());
  for (auto const field : computed_fields) {
    std::string const name(field);
    if (member(state, "game").value(name, Value()) != member(outcome.state, "game").value(name, Value()))
      return std::unexpected(fmt::format("game.{} is computed by the game and cannot be corrected", name));
  }
  if (auto const illegal = illegal_in_state(runtime, outcome.state); !illegal.empty())
    return std::unexpected("it leaves the state illegal: " + illegal.front());
  auto const& layout = runtime.program().layout();
  auto const before = layout.row(state, runtime.pool());
  auto const after = layout.row(outcome.state, runtime.pool());
  if (before && after && is_alive(runtime, *before) && !is_alive(runtime, *after))
    return std::unexpected("it leaves the play with no way forward");
  auto inverse = operations_between(outcome.state, state);
  return Correction{std::move(outcome.state), std::move(inverse)};
}

} // namespace artifactd::play
