#include "merge/game/delta/delta_path.hpp"
#include "merge/game/delta/state_delta.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/game/values/js_value.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "merge/play/runtime/runtime.hpp"
#include "merge/play/search/counters.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::play {

namespace {

void append(std::vector<Slot>& slots, std::vector<Slot> const& more) {
  slots.insert(slots.end(), more.begin(), more.end());
}

} // namespace

std::uint32_t Runtime::resolve(PlayOperation const& operation, PlayInstruction const& instruction,
                               std::span<ValueId const> names, Chosen const& chosen) {
  key_.assign(1, operation.id);
  for (auto const name : operation.names)
    key_.push_back(names[name]);
  if (operation.draw) key_.push_back(chosen.drawn[*operation.draw]);
  if (auto const* known = resolutions_.find(key_)) return *known;
  auto key = key_;
  resolved_.push_back(resolved(operation, instruction, names, chosen));
  return resolutions_.keep(std::move(key), static_cast<std::uint32_t>(resolved_.size() - 1));
}

Runtime::Resolved Runtime::resolved(PlayOperation const& operation, PlayInstruction const& instruction,
                                    std::span<ValueId const> names, Chosen const& chosen) const {
  Resolved result;
  auto scope = Value::object();
  for (auto const index : operation.names) {
    auto const& name = instruction.names[index];
    if (names[index] == absent && name.kind == TemplateName::Kind::open) {
      result.left_out = true;
      return result;
    }
    scope[name.text] = names[index] == absent ? Value() : pool_[names[index]];
  }
  auto op = operation.op;
  if (operation.draw) op["value"] = pool_[chosen.drawn[*operation.draw]];
  auto filled = game::resolve_templates(op, scope);
  if (!filled) {
    result.fault = filled.error().message;
    return result;
  }
  result.op = *std::move(filled);
  for (auto const* member : path_members)
    if (auto const path = operation_text(result.op, member); !path.empty())
      for (auto const& real : game::real_paths(path, program_.players()))
        touch(result, real);
  if (operation_text(result.op, "op") == "setForAllPlayers")
    for (auto const& id : program_.layout().players())
      touch(result, fmt::format("players.{}.{}", id, operation_text(result.op, "field")));
  std::ranges::sort(result.touched);
  result.touched.erase(std::ranges::unique(result.touched).begin(), result.touched.end());
  return result;
}

void Runtime::touch(Resolved& resolved, std::string const& path) const {
  auto const& layout = program_.layout();
  auto const segments = game::parse_delta_path(path).segments;
  if (segments.empty()) return append(resolved.touched, layout.whole_state());
  if (segments[0] == "game")
    return segments.size() == 1 ? append(resolved.touched, layout.whole_game())
                                : resolved.touched.push_back(layout.game(segments[1]));
  if (segments[0] != "players") return;
  if (segments.size() == 1) return append(resolved.touched, layout.whole_state());
  auto const player = layout.player(segments[1]);
  if (!player) {
    if (resolved.fault.empty())
      resolved.fault = fmt::format("{} {}: player '{}' is not there", operation_text(resolved.op, "op"), path,
                                   segments[1]);
    return;
  }
  if (segments.size() == 2)
    append(resolved.touched, layout.whole_player(*player));
  else
    resolved.touched.push_back(layout.of_player(*player, segments[2]));
}

Runtime::Effect const& Runtime::effect(std::uint32_t resolved, Row const& row) {
  key_.assign(1, resolved);
  for (auto const slot : resolved_[resolved].touched)
    key_.push_back(row[slot]);
  if (auto const* known = effects_of_.find(key_)) return effects_[*known];
  auto key = key_;
  effects_.push_back(effect_of(resolved_[resolved], row));
  return effects_[effects_of_.keep(std::move(key), static_cast<std::uint32_t>(effects_.size() - 1))];
}

Runtime::Effect Runtime::effect_of(Resolved const& resolved, Row const& row) {
  auto const& layout = program_.layout();
  game::DeltaOptions options;
  options.mapping = program_.players();
  auto outcome =
      game::apply_delta(layout.state(row, pool_, resolved.touched), std::span(&resolved.op, 1), options);
  if (!outcome.success) return {{}, fmt::format("{}", fmt::join(outcome.errors, "; "))};
  auto const after = layout.row(outcome.state, pool_);
  if (!after) return {{}, after.error().message};
  Effect effect;
  for (auto const slot : resolved.touched) {
    if ((*after)[slot] == row[slot]) continue;
    if (auto illegal = illegal_value(slot, (*after)[slot]))
      return {{}, fmt::format("{} {}: {}", operation_text(resolved.op, "op"), layout.path(slot), *illegal)};
    effect.writes.emplace_back(slot, (*after)[slot]);
  }
  return effect;
}

std::optional<std::string> Runtime::illegal_value(Slot slot, ValueId id) const {
  if (id == absent) return std::nullopt;
  auto const& type = program_.type(slot);
  if (!type) {
    if (!program_.declares_fields()) return std::nullopt;
    return "the schema declares no such field";
  }
  auto const expected = type->refusal(pool_[id]);
  if (!expected) return std::nullopt;
  auto const shown = compact(pool_[id]);
  return fmt::format("{} where the schema wants {}", shown.size() > 60 ? shown.substr(0, 57) + "…" : shown,
                     *expected);
}

void Runtime::forget_what_nobody_reads() {
  forgets_ = true;
  placeholders_.assign(program_.layout().size(), absent);
  bounds_ = counter_bounds(program_);
}

} // namespace artifactd::play
