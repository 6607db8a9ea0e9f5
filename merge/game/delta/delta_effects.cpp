#include "merge/game/delta/delta_effects.hpp"

#include "merge/game/delta/delta_path.hpp"
#include "merge/game/delta/delta_shape.hpp"
#include "merge/game/delta/delta_words.hpp"
#include "merge/game/values/js_number.hpp"
#include "merge/game/values/js_value.hpp"
#include "merge/game/values/value_extent.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::game {

namespace {

/// Why an operation failed; std::nullopt if it did not.
using DeltaFailure = std::optional<std::string>;

Value const& sound_member(Value const& op, std::string_view name) {
  return *delta_member(op, name);
}

Value member_or_undefined(Value const& op, std::string_view name) {
  auto const* member = delta_member(op, name);
  return member == nullptr ? undefined() : *member;
}

std::string real_path(DeltaRun const& run, Value const& op, std::string_view name) {
  return with_real_player(sound_member(op, name).get_ref<std::string const&>(), run.options.mapping);
}

/// Documents do not distinguish negative zero from 0.
Value document_number(double value) {
  return number(value + 0.0);
}

std::string type_failure(DeltaPath const& path, std::string_view wanted, Value const* current) {
  return fmt::format("Path {} is not {} (current: {})", abridged(path.text), wanted,
                     current == nullptr ? "undefined" : type_word(*current));
}

/// Whether the batch may still write `extent` below `path`.
DeltaFailure room_failure(DeltaRun const& run, DeltaPath const& path, ValueExtent const& extent) {
  if (path.segments.size() + extent.depth > deepest_state)
    return fmt::format("Path {} would nest deeper than {} levels", abridged(path.text), deepest_state);
  if (extent.weight > run.room)
    return fmt::format("Path {} is beyond the {} bytes a batch may write", abridged(path.text),
                       largest_batch);
  return std::nullopt;
}

void use_delta_room(DeltaRun& run, std::size_t bytes) {
  run.room -= std::min(run.room, bytes);
}

/// Writes at `path` below `root`, which is `above` levels below the state.
DeltaFailure write_below(DeltaRun& run, Value& root, std::size_t above, DeltaPath const& path, Value value) {
  auto extent = extent_of(value);
  extent.depth += above;
  extent.weight += path.text.size(); // the keys it may create
  if (auto failure = room_failure(run, path, extent)) return failure;
  auto const filled = assign_at(root, path, std::move(value));
  if (!filled) return filled.error().message;
  use_delta_room(run, extent.weight + *filled * sizeof(Value));
  return std::nullopt;
}

DeltaFailure write_at(DeltaRun& run, DeltaPath const& path, Value value) {
  return write_below(run, run.state, 0, path, std::move(value));
}

DeltaFailure apply_set(DeltaRun& run, Value const& op, DeltaPath const& path) {
  if (path.text == "game.currentPhase") return std::nullopt;
  return write_at(run, path, member_or_undefined(op, "value"));
}

DeltaFailure apply_increment(DeltaRun& run, Value const& op, DeltaPath const& path) {
  auto const* current = find_at(run.state, path);
  if (current == nullptr || !current->is_number()) return type_failure(path, "a number", current);
  auto const& value = sound_member(op, "value");
  if (!value.is_number())
    return fmt::format("Cannot increment {} by {} (not a number)", abridged(path.text),
                       abridged(text_of(value)));
  return write_at(run, path, document_number(current->get<double>() + value.get<double>()));
}

DeltaFailure apply_append(DeltaRun& run, Value const& op, DeltaPath const& path) {
  auto* array = find_at(run.state, path);
  if (array == nullptr || !array->is_array()) return type_failure(path, "an array", array);
  auto const* value = delta_member(op, "value");
  auto element = value == nullptr ? Value(nullptr) : *value;
  auto extent = extent_of(element);
  ++extent.depth;
  if (auto failure = room_failure(run, path, extent)) return failure;
  use_delta_room(run, extent.weight);
  array->push_back(std::move(element));
  return std::nullopt;
}

DeltaFailure apply_merge(DeltaRun& run, Value const& op, DeltaPath const& path) {
  auto const& value = sound_member(op, "value");
  auto* target = find_at(run.state, path);
  if (target == nullptr || target->is_null()) return write_at(run, path, value);
  if (target->is_array())
    return fmt::format("Path {} is not an object (current: array)", abridged(path.text));
  if (!target->is_object()) return type_failure(path, "an object", target);
  auto const extent = extent_of(value);
  if (auto failure = room_failure(run, path, extent)) return failure;
  use_delta_room(run, extent.weight);
  for (auto const& [key, member] : value.items())
    (*target)[key] = member;
  return std::nullopt;
}

/// The target is written first, so that a failed write leaves the source unchanged.
DeltaFailure apply_transfer(DeltaRun& run, Value const& op) {
  auto const from = parse_delta_path(real_path(run, op, "fromPath"));
  auto const to = parse_delta_path(real_path(run, op, "toPath"));
  auto const* source = find_at(run.state, from);
  if (source == nullptr || !source->is_number()) return type_failure(from, "a number", source);
  auto const current = source->get<double>();
  auto const* amount = delta_member(op, "value");
  if (amount != nullptr && !amount->is_number())
    return fmt::format("Cannot transfer {} from {} (not a number)", abridged(text_of(*amount)),
                       abridged(from.text));
  auto const moved = amount == nullptr ? current : amount->get<double>();
  if (moved > current)
    return fmt::format("Cannot transfer {} from {} (current: {})", number_text(moved), abridged(from.text),
                       number_text(current));
  auto const* target = find_at(run.state, to);
  if (target != nullptr && !target->is_null() && !target->is_number())
    return type_failure(to, "a number", target);
  auto const before = target != nullptr && target->is_number() ? target->get<double>() : 0;
  if (auto failure = write_at(run, to, document_number(before + moved))) return failure;
  // If moved to itself, it holds what was just written; if moved below itself, it is no longer a number.
  if (auto* rest = find_at(run.state, from); rest != nullptr && rest->is_number())
    *rest = document_number(rest->get<double>() - moved);
  return std::nullopt;
}

/// The first choice whose cumulative probability is not below the random number; the last one if rounding
/// leaves none. `choices` is not empty.
Value const& picked_choice(Value const& choices, Value const& probabilities, double random) {
  double cumulative = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    cumulative += probabilities[i].get<double>();
    if (random <= cumulative) return choices[i];
  }
  return choices.back();
}

DeltaFailure apply_rng(DeltaRun& run, Value const& op, DeltaPath const& path) {
  auto const& choices = sound_member(op, "choices");
  auto const& probabilities = sound_member(op, "probabilities");
  auto const name = abridged(path.text);
  double sum = 0;
  for (auto const& each : probabilities)
    sum += each.get<double>();
  if (!(std::abs(sum - 1) <= 0.01))
    return fmt::format("Probabilities for {} sum to {}, not 1.0", name, number_text(sum));
  if (choices.size() != probabilities.size())
    return fmt::format("Probabilities for {} are {}, but choices {}", name, probabilities.size(),
                       choices.size());
  if (!run.options.random) return fmt::format("Cannot choose for {} (no random numbers)", name);
  return write_at(run, path, picked_choice(choices, probabilities, run.options.random()));
}

DeltaFailure apply_set_for_all_players(DeltaRun& run, Value const& op) {
  auto const field = parse_delta_path(sound_member(op, "field").get_ref<std::string const&>());
  auto const value = member_or_undefined(op, "value");
  if (field.segments.empty()) return fmt::format("Path {} names nothing", abridged(field.text));
  for (auto const& id : run.options.mapping.ids) {
    DeltaPath path{fmt::format("players.{}.{}", id, field.text), {"players", id}};
    path.segments.insert(path.segments.end(), field.segments.begin(), field.segments.end());
    if (auto failure = write_at(run, path, value)) return failure;
  }
  if (!run.options.mapping.ids.empty()) return std::nullopt;
  auto players = run.state.find("players");
  if (players == run.state.end() || !players->is_object() || players->empty())
    return fmt::format("No players to set {} for", abridged(field.text));
  for (auto& player : players->items()) { // not by path, which would search all players each time
    DeltaPath const path{fmt::format("players.{}.{}", player.key(), field.text), field.segments};
    if (auto failure = write_below(run, player.value(), 2, path, value)) return failure;
  }
  return std::nullopt;
}

DeltaFailure apply_set_from_map(DeltaRun& run, Value const& op, DeltaPath const& path) {
  auto const key = read_at(run.state, parse_delta_path(real_path(run, op, "keyPath")));
  auto const* value =
      is_undefined(key) || key.is_null() ? nullptr : delta_member(sound_member(op, "map"), text_of(key));
  if (value == nullptr) value = delta_member(op, "fallback");
  return value == nullptr ? std::nullopt : write_at(run, path, *value);
}

} // namespace

std::optional<std::string> apply_operation(DeltaRun& run, DeltaOp kind, Value const& op,
                                           std::string const& text) {
  auto const path = parse_delta_path(text);
  switch (kind) {
  case DeltaOp::set:
    return apply_set(run, op, path);
  case DeltaOp::increment:
    return apply_increment(run, op, path);
  case DeltaOp::append:
    return apply_append(run, op, path);
  case DeltaOp::remove:
    erase_at(run.state, path);
    return std::nullopt;
  case DeltaOp::transfer:
    return apply_transfer(run, op);
  case DeltaOp::merge:
    return apply_merge(run, op, path);
  case DeltaOp::rng:
    return apply_rng(run, op, path);
  case DeltaOp::set_for_all_players:
    return apply_set_for_all_players(run, op);
  case DeltaOp::set_from_map:
    return apply_set_from_map(run, op, path);
  case DeltaOp::set_from_data_source:
    break;
  }
  return "Unknown operation type";
}

} // namespace artifactd::game
