#include "merge/game/delta/state_delta.hpp"

#include "merge/game/delta/delta_effects.hpp"
#include "merge/game/delta/delta_shape.hpp"
#include "merge/game/values/value_extent.hpp"
#include "merge/game/values/value_of.hpp"

#include <fmt/core.h>

namespace artifactd::game {

namespace {

/// The paths to which `op` is applied, in order; one empty text for an operation that has other members
/// instead.
std::vector<std::string> places_of(Value const& op, PlayerMapping const& mapping) {
  auto const* path = delta_member(op, "path");
  if (path == nullptr || !path->is_string()) return {""};
  return real_paths(path->get_ref<std::string const&>(), mapping);
}

/// Also in keys. `value` may nest up to `room`; anything deeper counts as a template.
bool holds_template(Value const& value, std::size_t room) {
  if (value.is_string()) return value.get_ref<std::string const&>().contains("{{");
  if (!value.is_structured()) return false;
  if (room == 0) return true;
  for (auto const& [key, part] : value.items())
    if ((value.is_object() && key.contains("{{")) || holds_template(part, room - 1)) return true;
  return false;
}

bool is_literal_member(Value const& op, std::string_view name) {
  auto const* member = delta_member(op, name);
  return member == nullptr || !holds_template(*member, deepest_state);
}

bool is_literal_path(Value const& op, std::string_view name) {
  auto const* path = delta_member(op, name);
  return path != nullptr && path->is_string() && is_literal_member(op, name);
}

bool is_number_member(Value const& op, std::string_view name) {
  auto const* member = delta_member(op, name);
  return member != nullptr && member->is_number();
}

} // namespace

Value to_json(DeltaOutcome const& outcome) {
  return {{"version", 1},
          {"success", outcome.success},
          {"rejected", outcome.rejected},
          {"errors", outcome.errors},
          {"state", writable(outcome.state)}};
}

DeltaOutcome apply_delta(Value state, std::span<Value const> ops, DeltaOptions const& options) {
  auto errors = shape_errors(ops);
  if (!state.is_object()) errors.emplace_back("The state is not an object");
  if (is_too_deep(state))
    errors.push_back(fmt::format("The state nests deeper than {} levels", deepest_state));
  if (!errors.empty()) return {std::move(state), false, true, std::move(errors)};
  DeltaRun run{state, options};
  bool success = true;
  for (auto const& op : ops) {
    auto const kind = operation_of(op)->op;
    for (auto const& place : places_of(op, options.mapping)) {
      auto failure = apply_operation(run, kind, op, place);
      if (!failure) continue;
      success = false;
      if (errors.size() < most_delta_errors) errors.push_back(std::move(*failure));
    }
  }
  return {std::move(state), success, false, std::move(errors)};
}

bool is_deterministic(Value const& op) {
  auto const* operation = operation_of(op);
  if (operation == nullptr) return false;
  switch (operation->op) {
  case DeltaOp::set:
  case DeltaOp::append:
  case DeltaOp::merge:
    return is_literal_path(op, "path") && is_literal_member(op, "value");
  case DeltaOp::increment:
    return is_literal_path(op, "path") && is_number_member(op, "value");
  case DeltaOp::remove:
    return is_literal_path(op, "path");
  case DeltaOp::transfer:
    return is_literal_path(op, "fromPath") && is_literal_path(op, "toPath") && is_number_member(op, "value");
  case DeltaOp::rng:
    return is_literal_path(op, "path") && is_literal_member(op, "choices");
  case DeltaOp::set_for_all_players:
    return is_literal_path(op, "field") && is_literal_member(op, "value");
  case DeltaOp::set_from_map:
    return true;
  case DeltaOp::set_from_data_source:
    return false;
  }
  return false;
}

} // namespace artifactd::game
