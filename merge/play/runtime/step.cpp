#include "merge/play/runtime/step.hpp"

#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

std::unexpected<PlayFault> impossible(std::string details) {
  return std::unexpected(PlayFault{FaultType::invalid_state, std::move(details)});
}

Value named_list(std::vector<NamedValue> const& values, char const* name) {
  auto list = Value::array();
  for (auto const& each : values)
    list.push_back({{name, each.name}, {"value", each.value}});
  return list;
}

std::expected<std::vector<NamedValue>, std::string> named_values(Value const& step, char const* member,
                                                                 char const* name) {
  std::vector<NamedValue> values;
  auto const list = step.find(member);
  if (list == step.end()) return values;
  auto const is_named = [name](Value const& each) {
    return each.is_object() && each.contains(name) && each[name].is_string() && each.contains("value");
  };
  if (!list->is_array() || !std::ranges::all_of(*list, is_named))
    return std::unexpected(fmt::format("'{}' is not a list of {{{}, value}}", member, name));
  for (auto const& each : *list)
    values.push_back({each[name].get<std::string>(), each["value"]});
  return values;
}

Value const* value_named(std::vector<NamedValue> const& values, std::string_view name) {
  auto const found = std::ranges::find(values, name, &NamedValue::name);
  return found == values.end() ? nullptr : &found->value;
}

void add_choices(Step& step, Runtime const& runtime, PlayInstruction const& instruction,
                 Chosen const& chosen) {
  for (std::size_t i = 0; i < instruction.draws.size(); ++i)
    step.drawn.push_back({instruction.draws[i].path, runtime.pool()[chosen.drawn[i]]});
  for (std::size_t i = 0; i < instruction.names.size(); ++i)
    if (instruction.names[i].kind == TemplateName::Kind::open && chosen.open[i] != absent)
      step.model.push_back({instruction.names[i].text, runtime.pool()[chosen.open[i]]});
}

/// A draw of the step whose result is impossible; null if there is none.
NamedValue const* impossible_draw(Runtime& runtime, PlayInstruction const& instruction, Step const& step) {
  for (auto const& draw : instruction.draws) {
    auto const drawn = std::ranges::find(step.drawn, draw.path, &NamedValue::name);
    if (drawn == step.drawn.end()) continue;
    auto const id = runtime.pool().id_of(drawn->value);
    bool is_possible = false;
    for (std::size_t i = 0; i < draw.choices.size(); ++i)
      is_possible = is_possible || (draw.choices[i] == id && draw.weights[i] > 0);
    if (!is_possible) return &*drawn;
  }
  return nullptr;
}

std::expected<Row, PlayFault> run(Runtime& runtime, PlayInstruction const& instruction,
                                  std::span<ValueId const> row, std::string const& phase,
                                  Chosen const& chosen, Step const& step, std::size_t actor = 0) {
  if (auto const* draw = impossible_draw(runtime, instruction, step))
    return impossible(fmt::format("{} was drawn for {}, but it was not one of the choices",
                                  compact(draw->value), draw->name));
  return runtime.run(instruction, row, phase, chosen, actor);
}

std::expected<Row, PlayFault> fire(Runtime& runtime, std::span<ValueId const> row, bool begun,
                                   Step const& step) {
  PlayTransition const* transition = runtime.program().beginning();
  if (begun) {
    auto const standing = runtime.standing(row);
    if (standing.next != Standing::Next::fire)
      return impossible(fmt::format("transition '{}' cannot fire: {}", step.id,
                                    standing.next == Standing::Next::wait    ? "players are asked"
                                    : standing.next == Standing::Next::end   ? "the game is over"
                                    : standing.next == Standing::Next::fault ? standing.details
                                                                             : "no precondition lets any"));
    transition = standing.transition;
  }
  if (transition == nullptr || transition->declared->id != step.id || !transition->instruction)
    return impossible(
        fmt::format("transition '{}' does not fire here{}", step.id,
                    transition == nullptr ? "" : fmt::format(": '{}' does", transition->declared->id)));
  return run(runtime, *transition->instruction, row, transition->declared->to,
             chosen_in(runtime, *transition->instruction, nullptr, step), step);
}

std::expected<Row, PlayFault> act(Runtime& runtime, std::span<ValueId const> row, Step const& step) {
  auto const player = runtime.program().layout().player(step.player);
  if (!player) return impossible(fmt::format("Player ID not found in game state: {}", step.player));
  auto const standing = runtime.standing(row);
  if (standing.next != Standing::Next::wait || !runtime.may_act(row, *player))
    return impossible(fmt::format("player '{}' may not act now", step.player));
  auto const action = std::ranges::find(standing.phase->actions, step.id, &PlayAction::id);
  if (action == standing.phase->actions.end())
    return impossible(fmt::format("phase '{}' has no action '{}'", standing.phase->name, step.id));
  auto const chosen = chosen_in(runtime, action->instruction, &*action, step);
  if (auto const* check = runtime.refusal(*action, *player, row, chosen.inputs))
    return impossible(check->message.empty() ? fmt::format("check '{}' refuses it", check->id)
                                             : check->message);
  return run(runtime, action->instruction, row, standing.phase->name, chosen, step, *player);
}

} // namespace

Value to_json(Step const& step) {
  Value json;
  if (!step.phase.empty()) json["phase"] = step.phase;
  if (step.kind == Step::Kind::transition) {
    json["transitionId"] = step.id;
  } else {
    json["playerId"] = step.player;
    json["actionId"] = step.id;
    json["input"] = step.input;
  }
  if (!step.drawn.empty()) json["draws"] = named_list(step.drawn, "path");
  if (!step.model.empty()) json["model"] = named_list(step.model, "name");
  return json;
}

std::string in_words(Step const& step) {
  auto text = step.kind == Step::Kind::transition ? fmt::format("{} fires", step.id)
              : step.input.empty()                ? fmt::format("{} does {}", step.player, step.id)
                                   : fmt::format("{} does {} {}", step.player, step.id, compact(step.input));
  for (auto const& each : step.drawn)
    text += fmt::format(", {} is drawn: {}", each.name, compact(each.value));
  for (auto const& each : step.model)
    text += fmt::format(", a model says {} = {}", each.name, compact(each.value));
  return text;
}

std::expected<Step, std::string> step_from(Value const& json) {
  if (!json.is_object()) return std::unexpected("a step is not an object");
  Step step{Step::Kind::transition, text_member(json, "transitionId"), text_member(json, "phase")};
  if (step.id.empty()) {
    step = {Step::Kind::action, text_member(json, "actionId"), step.phase, text_member(json, "playerId")};
    if (step.id.empty() || step.player.empty())
      return std::unexpected("a step has neither 'transitionId' nor 'playerId' and 'actionId'");
    if (auto const input = json.find("input"); input != json.end() && !input->is_null()) step.input = *input;
    if (!step.input.is_object()) return std::unexpected("'input' is not an object");
  }
  auto drawn = named_values(json, "draws", "path");
  if (!drawn) return std::unexpected(std::move(drawn).error());
  auto model = named_values(json, "model", "name");
  if (!model) return std::unexpected(std::move(model).error());
  step.drawn = *std::move(drawn);
  step.model = *std::move(model);
  return step;
}

Chosen chosen_in(Runtime& runtime, PlayInstruction const& instruction, PlayAction const* action,
                 Step const& step) {
  Chosen chosen;
  if (action != nullptr)
    for (auto const& name : action->inputs) {
      auto const given = step.input.find(name);
      chosen.inputs.push_back(given == step.input.end() ? absent : runtime.pool().id_of(*given));
    }
  for (auto const& draw : instruction.draws) {
    auto const* value = value_named(step.drawn, draw.path);
    auto const likely = std::ranges::find_if(draw.weights, [](double weight) { return weight > 0; });
    chosen.drawn.push_back(value != nullptr
                               ? runtime.pool().id_of(*value)
                               : draw.choices[static_cast<std::size_t>(likely - draw.weights.begin())]);
  }
  for (auto const& name : instruction.names) {
    auto const* value = name.kind == TemplateName::Kind::open ? value_named(step.model, name.text) : nullptr;
    chosen.open.push_back(value == nullptr ? absent : runtime.pool().id_of(*value));
  }
  return chosen;
}

Step step_of(Runtime const& runtime, PlayPhase const& phase, PlayAction const& action, std::size_t player,
             Chosen const& chosen) {
  Step step{Step::Kind::action, action.id, phase.name, runtime.program().layout().players()[player]};
  for (std::size_t i = 0; i < action.inputs.size(); ++i)
    if (chosen.inputs[i] != absent) step.input[action.inputs[i]] = runtime.pool()[chosen.inputs[i]];
  add_choices(step, runtime, action.instruction, chosen);
  return step;
}

Step step_of(Runtime const& runtime, PlayTransition const& transition, Chosen const& chosen) {
  Step step{Step::Kind::transition, transition.declared->id, transition.declared->from};
  add_choices(step, runtime, *transition.instruction, chosen);
  return step;
}

std::expected<Row, PlayFault> take(Runtime& runtime, std::span<ValueId const> row, bool begun,
                                   Step const& step) {
  return step.kind == Step::Kind::action && begun ? act(runtime, row, step) : fire(runtime, row, begun, step);
}

} // namespace artifactd::play
