#include "merge/play/runtime/program_reader.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/delta/delta_path.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "merge/game/logic/templates.hpp"
#include "merge/game/values/value_of.hpp"
#include "merge/play/runtime/operation_text.hpp"
#include "merge/play/runtime/texts_in.hpp"

#include <algorithm>
#include <ranges>

namespace artifactd::play {

namespace {

bool is_deterministic(game::Precondition const& precondition) {
  return precondition.deterministic != nullptr && precondition.deterministic->text() == "true";
}

bool has_template(Value const& value) {
  bool found = false;
  each_text(value, [&found](std::string const& text) { found = found || !game::placeholders(text).empty(); });
  return found;
}

std::vector<Slot> sorted_once(std::vector<Slot> slots) {
  std::ranges::sort(slots);
  slots.erase(std::ranges::unique(slots).begin(), slots.end());
  return slots;
}

} // namespace

void ProgramReader::read() {
  read_types();
  for (auto const& logic : all_logic(game_))
    program_.use_.merge(use_of_logic(logic));
  read_phases();
  read_transitions();
  note_reads();
}

void ProgramReader::read_types() {
  program_.declares_fields_ = !schema_.all().empty();
  auto const& layout = program_.layout_;
  for (Slot slot = 0; slot < layout.size(); ++slot) {
    std::optional<FieldType> type;
    if (auto const path = layout.schema_path(slot)) {
      if (auto const* field = schema_.find(*path)) type = type_of(*field);
      if (!type || type->name.empty())
        if (auto base = base_type(*path)) type = std::move(base);
    }
    program_.types_.push_back(std::move(type));
  }
}

std::optional<std::size_t> ProgramReader::player(std::string_view word) const {
  if (auto const id = program_.layout_.player(word)) return id;
  if (auto const real = program_.mapping_.real_id(word)) return program_.layout_.player(*real);
  return std::nullopt;
}

std::vector<Slot> ProgramReader::slots_of_field(std::string_view field) const {
  std::vector<Slot> slots;
  for (std::size_t each = 0; each < program_.layout_.players().size(); ++each)
    slots.push_back(program_.layout_.of_player(each, field));
  return slots;
}

std::optional<std::vector<Slot>> ProgramReader::slots_of(std::string_view variable,
                                                         Acting const& acting) const {
  auto const& layout = program_.layout_;
  if (variable.empty()) return layout.whole_state();
  std::vector<std::string_view> segments;
  for (auto const part : std::views::split(variable, '.'))
    segments.emplace_back(part.begin(), part.end());
  auto const& scope = segments[0];
  if (scope == "game")
    return segments.size() == 1 ? layout.whole_game() : std::vector{layout.game(segments[1])};
  if (scope == "player" && acting.player)
    return segments.size() == 1 ? layout.whole_player(*acting.player)
                                : std::vector{layout.of_player(*acting.player, segments[1])};
  if (scope == "players") {
    if (segments.size() == 1) return layout.whole_state();
    auto const who = player(segments[1]);
    if (!who) return std::vector<Slot>();
    return segments.size() == 2 ? layout.whole_player(*who)
                                : std::vector{layout.of_player(*who, segments[2])};
  }
  auto const computed = game::computed_fields();
  if (std::ranges::find(computed, variable) != computed.end()) return slots_of_field("actionRequired");
  if (scope == "playerId" && acting.player) return std::vector<Slot>();
  return std::nullopt;
}

Expression ProgramReader::expression(Value logic, Acting const& acting) {
  Expression result;
  result.id = program_.expressions_++;
  result.logic = rewritten(logic, [this](std::string const& text) {
    return game::with_real_player(game::with_positional_templates(text), program_.mapping_);
  });
  if (acting.player) result.player = static_cast<std::uint32_t>(*acting.player);
  result.has_templates = acting.player && has_template(result.logic);
  if (result.has_templates) result.reads = program_.layout_.whole_state();
  for (auto const& variable : variables_of(result.logic)) {
    if (acting.inputs != nullptr && (variable == "input" || variable.starts_with(input_scope))) {
      auto const field = named_field(variable);
      if (variable == "input") continue; // all inputs; see below
      auto const text = field.name.substr(input_scope.size());
      if (std::ranges::find(*acting.inputs, text) == acting.inputs->end()) acting.inputs->push_back(text);
      continue;
    }
    if (auto const slots = slots_of(variable, acting))
      std::ranges::copy(*slots, std::back_inserter(result.reads));
    else
      result.has_unknown = acting.player && !variable.contains("{{");
  }
  for (auto const& field : player_tests_of(result.logic))
    std::ranges::copy(field.empty() ? program_.layout_.whole_state() : slots_of_field(field),
                      std::back_inserter(result.reads));
  result.reads = sorted_once(std::move(result.reads));
  return result;
}

PlayAction ProgramReader::action(game::Instruction const& declared) {
  PlayAction action;
  action.id = declared.id;
  action.title = game::string_at(*declared.part.node, "actionName").value_or(declared.id);
  action.instruction = instruction(declared, {std::nullopt, &action.inputs});
  for (auto& declared_check : checks_of(declared)) {
    Check check{declared_check.id, declared_check.message, {}, use_of_logic(declared_check.logic)};
    for (std::size_t each = 0; each < program_.layout_.players().size(); ++each)
      check.of_player.push_back(expression(declared_check.logic, {each, &action.inputs}));
    action.checks.push_back(std::move(check));
  }
  add_relatives(action);
  for (auto& check : action.checks)
    for (auto& expression : check.of_player)
      for (auto const& variable : variables_of(expression.logic)) {
        auto const all = variable == "input" || expression.has_templates;
        for (std::uint32_t i = 0; i < action.inputs.size(); ++i)
          if ((all || named_field(variable).name == std::string(input_scope) + action.inputs[i]) &&
              std::ranges::find(expression.inputs, i) == expression.inputs.end())
            expression.inputs.push_back(i);
      }
  return action;
}

void ProgramReader::add_relatives(PlayAction& action) {
  auto const add = [&](std::string_view name, Value const& logic) {
    auto const input = std::ranges::find(action.inputs, name.substr(input_scope.size()));
    if (!name.starts_with(input_scope) || input == action.inputs.end()) return;
    Relative relative{static_cast<std::uint32_t>(input - action.inputs.begin()), {}};
    for (std::size_t each = 0; each < program_.layout().players().size(); ++each)
      relative.of_player.push_back(expression(logic, {each, &action.inputs}));
    action.relatives.push_back(std::move(relative));
  };
  for (auto const& check : action.checks)
    for (auto const& [name, logic] : check.use.relatives)
      for (auto const& each : logic)
        add(name, each);
  // A moved amount is limited by what is available.
  for (auto const& operation : action.instruction.operations) {
    auto const value = operation_text(operation.op, "value");
    auto const names = game::placeholders(value);
    constexpr std::string_view own = "players.{{playerId}}.";
    auto path = operation_text(operation.op, "fromPath");
    if (path.starts_with(own)) path = "player." + path.substr(own.size());
    if (names.size() == 1 && !path.empty() && !path.contains("{{")) add(names[0].name, {{"var", path}});
  }
}

void ProgramReader::read_phases() {
  auto const add = [this](std::string const& name) {
    if (program_.phases_by_name_.emplace(name, program_.phases_.size()).second)
      program_.phases_.push_back({name, game_.requires_input(name)});
  };
  std::ranges::for_each(game_.phases(), add);
  for (auto& phase : program_.phases_)
    if (auto const* declared = game_.player_phase(phase.name))
      for (auto const& each : declared->actions)
        if (game::is(each.part.node, json::Type::object)) phase.actions.push_back(action(each));
}

void ProgramReader::read_transitions() {
  for (auto const& declared : game_.transitions()) {
    PlayTransition transition{&declared, {}, {}, std::nullopt};
    for (auto const& each : declared.preconditions)
      if (is_deterministic(each)) {
        auto logic = each.logic == nullptr ? Value() : game::value_of(*each.logic);
        transition.tests.push_back(expression(std::move(logic), {}));
        transition.tested.push_back(&each);
      }
    if (auto const* found = game_.transition_instruction(declared.id))
      transition.instruction = instruction(found->instruction, {});
    if (auto const from = program_.phases_by_name_.find(declared.from);
        from != program_.phases_by_name_.end())
      program_.phases_[from->second].leaving.push_back(
          static_cast<std::uint32_t>(program_.transitions_.size()));
    program_.transitions_.push_back(std::move(transition));
  }
  auto const id_of = [](PlayTransition const& each) -> auto& { return each.declared->id; };
  auto const from_of = [](PlayTransition const& each) -> auto& { return each.declared->from; };
  auto begin = std::ranges::find(program_.transitions_, "initialize_game", id_of);
  if (begin == program_.transitions_.end())
    begin = std::ranges::find(program_.transitions_, game::first_phase, from_of);
  if (begin != program_.transitions_.end()) program_.beginning_ = &*begin;
}

} // namespace artifactd::play
