#include "merge/game/checks/phase_places.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/stages.hpp"
#include "merge/game/checks/start_checks.hpp"
#include "merge/game/checks/written_paths.hpp"
#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_context.hpp"
#include "merge/game/values/value_of.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

void check_missing_instructions(Game const& game, Report& report) {
  if (game.instruction_texts().empty()) return; // reported as I18
  for (auto const& transition : game.transitions())
    if (game.transition_instruction(transition.id) == nullptr)
      report.add(
          "G01", transition.part,
          fmt::format(
              "Transition '{}' has no instruction: when it fires the game stops with an invalid state.",
              transition.id),
          fmt::format("Write instructions.transitions.{}.", transition.id));
  PhasePlaces const places(game);
  for (auto const& phase : game.phases())
    if (game.requires_input(phase) && game.player_phase(phase) == nullptr)
      report.add(
          "G02", places.of(phase),
          fmt::format(
              "Phase '{}' waits for players but has no instruction: when one acts the game stops with an "
              "invalid state.",
              phase),
          fmt::format("Write instructions.playerPhases.{}.", phase));
}

void check_dead_ends(Game const& game, PhaseGraph const& graph, Report& report) {
  PhasePlaces const places(game);
  for (auto const& phase : game.phases()) {
    if (phase == last_phase) continue;
    auto const& leaving = graph.leaving(phase);
    if (std::ranges::all_of(leaving, [](Transition const* each) { return each->to == each->from; }))
      report.add(
          "G03", places.of(phase),
          fmt::format("Phase '{}' has no outbound transitions: a game that gets there never ends.", phase));
  }
}

void check_reads(Transition const& transition, Precondition const& precondition, SchemaFields const& fields,
                 Report& report) {
  auto const& logic = *precondition.logic;
  auto where = [&] {
    return fmt::format("Transition '{}', precondition '{}': ", transition.id, precondition.id);
  };
  auto at = [&](Reference const& reference) { return Part{precondition.part.text, reference.at}; };
  auto const has_schema = fields.form() != SchemaForm::none;
  for (auto const& each : player_references(logic))
    if (has_schema && fields.find("players." + each.field) == nullptr)
      report.add("G04", at(each),
                 fmt::format("{}players have no field '{}' in the schema.", where(), each.field));
  auto reads = field_references(logic);
  for (auto const& each : defaulted_references(logic)) {
    reads.push_back(each);
    if (has_schema && !each.field.empty() && !fields.is_valid(each.field))
      report.add(
          "G05", at(each),
          fmt::format("{}references unknown field: {} (its default is always used)", where(), each.field));
  }
  for (auto const& each : reads)
    if (each.field.starts_with("players[*]"))
      report.add(
          "G06", at(each),
          fmt::format("{}{{\"var\": \"{}\"}} is null whatever the players have; use allPlayers or anyPlayer.",
                      where(), each.field));
  for (auto const& each : unknown_operations(logic))
    report.add("G15", at(each),
               fmt::format("{}there is no operation '{}': where it is evaluated the precondition is not met.",
                           where(), each.field));
}

void check_all_reads(Game const& game, SchemaFields const& fields, Report& report) {
  for (auto const& transition : game.transitions())
    for (auto const& precondition : transition.preconditions)
      if (precondition.logic != nullptr) check_reads(transition, precondition, fields, report);
}

/// An instruction without a transition never runs, though I28 counts what it writes. If nothing leads to the
/// end, that is reported as I30.
void check_end_flag(Game const& game, PhaseGraph const& graph, Report& report) {
  auto written = false;
  TransitionInstruction const* never_run = nullptr;
  for (auto const& each : game.transition_instructions())
    for (auto const& operation : each.instruction.operations) {
      if (operation.path != "game.gameEnded") continue;
      written = true;
      auto const* value = operation.part.node->find("value");
      if (value != nullptr && value->text() == "false") continue;
      if (!game.lists_transitions() || game.transition(each.key) != nullptr) return;
      never_run = &each;
    }
  if (never_run != nullptr && !graph.entering(last_phase).empty())
    report.add("G07", never_run->instruction.part,
               fmt::format("Only an instruction without a transition sets game.gameEnded to true ('{}'): "
                           "nothing that happens ends the game.",
                           never_run->key));
  else if (never_run == nullptr && written)
    report.add("G07", game.transition_instructions_part(),
               "game.gameEnded is only ever set to false: no transition sets it to true.");
}

/// The state after init, as the router's evaluation sees it.
Value context_of(StartState const& state) {
  auto object = [](StartState::Fields const& fields) {
    auto values = Value::object();
    for (auto const& [name, node] : fields)
      if (node != nullptr) values[name] = value_of(*node);
    return values;
  };
  auto players = Value::object();
  for (auto const& [id, fields] : state.players)
    players[id] = object(fields);
  return logic_context({{"game", object(state.game)}, {"players", std::move(players)}});
}

/// Whether code knows the value in advance: written once, by a set, without templates.
bool is_certain(std::vector<Operation> const& operations, std::string_view field) {
  auto about = [&](Operation const& each) {
    auto const paths = paths_of(each);
    return std::ranges::any_of(paths, [&](std::string const& path) {
      auto const name = path.substr(path.rfind('.') + 1);
      return name == field.substr(field.rfind('.') + 1) || each.name == "merge";
    });
  };
  if (std::ranges::count_if(operations, about) != 1) return false;
  auto const& writer = *std::ranges::find_if(operations, about);
  auto const* value = writer.part.node->find("value");
  return (writer.name == "set" || writer.name == "setForAllPlayers") && value != nullptr &&
         value->text().find("{{") == std::string_view::npos;
}

/// Whether everything it reads is certain after init.
bool reads_certain(JsonNode const& logic, std::vector<Operation> const& init, StartState const& state) {
  auto of_game = [&](Reference const& each) {
    return each.field.starts_with("game.") && is_certain(init, each.field);
  };
  auto of_players = [&](Reference const& each) {
    return is_certain(init, each.field) && state.values_of(each.field).size() > 1;
  };
  return std::ranges::all_of(field_references(logic), of_game) && defaulted_references(logic).empty() &&
         std::ranges::all_of(player_references(logic), of_players);
}

void check_start_values(Game const& game, PhaseGraph const& graph, Report& report) {
  auto const* init = init_transition(game);
  auto const* instruction = init == nullptr ? nullptr : game.transition_instruction(init->id);
  if (instruction == nullptr || present(*instruction->instruction.part.node, "mechanicsGuidance")) return;
  auto const state = start_state(instruction->instruction.operations);
  auto const required = state.values_of("actionRequired");
  auto may_act = required.empty() || std::ranges::any_of(required, [](JsonNode const* each) {
                   return each == nullptr || !is_falsy(each);
                 });
  if (game.requires_input(init->to) && may_act) return;
  auto const context = context_of(state);
  auto const& leaving = graph.leaving(init->to);
  auto all_by_flags = true;
  std::vector<std::string> blocked;
  for (auto const* each : leaving) {
    auto block = std::ranges::find_if(each->preconditions, [&](Precondition const& one) {
      return one.logic != nullptr && reads_certain(*one.logic, instruction->instruction.operations, state) &&
             !holds(value_of(*one.logic), context);
    });
    auto by_flags = is_blocked_by_flags(*each, state);
    all_by_flags = all_by_flags && by_flags;
    if (block == each->preconditions.end() && !by_flags) return;
    if (block != each->preconditions.end())
      blocked.push_back(fmt::format("'{}' by '{}'", each->id, block->id));
  }
  if (leaving.empty() || all_by_flags) return; // reported as I24 to I27
  report.add(
      "G08", instruction->instruction.part,
      fmt::format("After init the game is in phase '{}' and cannot leave it: with the values init sets, its "
                  "transitions are blocked ({}).",
                  init->to, fmt::join(blocked, ", ")));
}

void check_ids(Game const& game, Report& report) {
  std::set<std::string_view> seen;
  for (auto const& transition : game.transitions())
    if (!seen.insert(transition.id).second)
      report.add("G09", transition.part,
                 fmt::format("Transition id '{}' is used twice: both run the instruction of that id.",
                             transition.id));
  auto check_key = [&](std::string_view what, std::string const& key, std::string_view member,
                       Part const& part) {
    auto id = string_at(*part.node, member);
    if (id && *id != key)
      report.add("G10", part,
                 fmt::format("The instruction of {} '{}' says {} '{}'.", what, key, member, *id));
  };
  for (auto const& each : game.transition_instructions()) {
    check_key("transition", each.key, "id", each.instruction.part);
    if (game.lists_transitions() && game.transition(each.key) == nullptr)
      report.add("G11", each.instruction.part,
                 fmt::format("There is no transition '{}' that this instruction could belong to.", each.key));
  }
  for (auto const& each : game.player_phases()) {
    check_key("phase", each.key, "phase", each.part);
    if (game.lists_phases() && std::ranges::find(game.phases(), each.key) == game.phases().end())
      report.add("G11", each.part,
                 fmt::format("There is no phase '{}' that this instruction could belong to.", each.key));
  }
}

void check_first_phase(Game const& game, Report& report) {
  if (game.phases().empty() || game.phases().front() == first_phase) return;
  report.add("G12", PhasePlaces(game).of(game.phases().front()),
             fmt::format("The first of the phases is '{}'; a game begins in 'init'.", game.phases().front()));
}

/// At run time `players.*.f` is the field of a player called *, and `players[*].f` no player's field.
void check_written_players(std::string_view kind, Instruction const& owner, Operation const& operation,
                           Report& report) {
  if (operation.name == "setForAllPlayers") return; // ignores its path
  for (auto const* key : {"path", "fromPath", "toPath"}) {
    auto const path = operation.text(key).value_or("");
    if (!path.starts_with("players.*") && !path.starts_with("players[*]")) continue;
    report.add(
        "G20", {operation.part.text, operation.part.node->find(key)},
        fmt::format("{} '{}': stateDelta[{}] writes to {}, which is not a player's field when the game runs.",
                    kind, owner.id, operation.index, path),
        "Name the player, as in players.{{playerId}}.score, or use setForAllPlayers with the field's name.");
  }
}

/// `kind` is "Action" or "Transition".
void check_operation(std::string_view kind, Instruction const& owner, Operation const& operation,
                     SchemaFields const& fields, Report& report) {
  if (operation.name == "merge") {
    auto const path = operation.path.value_or("");
    auto const* field = fields.find(stripped(with_wildcards(path)));
    if (field != nullptr && !field->type.empty() && field->type != "object" && field->type != "record")
      report.add(
          "G13", operation.part,
          fmt::format(
              "{} '{}': stateDelta[{}] merges into {}, whose type is {}: this fails when the game runs.",
              kind, owner.id, operation.index, path, field->type));
  }
  check_written_players(kind, owner, operation, report);
  if (operation.name == "transfer" && operation.part.node->find("value") == nullptr &&
      operation.part.node->find("amount") != nullptr)
    report.add(
        "G14", operation.part,
        fmt::format("{} '{}': stateDelta[{}] transfer has an amount but no value: everything is transferred.",
                    kind, owner.id, operation.index),
        "Write the amount as value, too.");
}

void check_all_operations(Game const& game, SchemaFields const& fields, Report& report) {
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      for (auto const& operation : action.operations)
        check_operation("Action", action, operation, fields, report);
  for (auto const& each : game.transition_instructions())
    for (auto const& operation : each.instruction.operations)
      check_operation("Transition", each.instruction, operation, fields, report);
}

} // namespace

void check_beyond(Game const& game, SchemaFields const& fields, PhaseGraph const& graph, Report& report) {
  if (game.lists_phases() && game.lists_transitions()) {
    check_missing_instructions(game, report);
    check_dead_ends(game, graph, report);
    check_first_phase(game, report);
  }
  check_all_reads(game, fields, report);
  check_end_flag(game, graph, report);
  check_start_values(game, graph, report);
  check_ids(game, report);
  check_all_operations(game, fields, report);
}

} // namespace artifactd::game
