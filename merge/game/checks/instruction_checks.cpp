#include "merge/game/checks/coverage_checks.hpp"
#include "merge/game/checks/end_checks.hpp"
#include "merge/game/checks/operation_checks.hpp"
#include "merge/game/checks/shape.hpp"
#include "merge/game/checks/stages.hpp"
#include "merge/game/checks/start_checks.hpp"
#include "merge/game/logic/templates.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

std::string action_words(Instruction const& action) {
  return fmt::format("Action '{}'", action.id);
}

std::string transition_words(Instruction const& instruction) {
  return fmt::format("Transition '{}'", instruction.id);
}

/// Calls `see` with the words for it and each instruction that has a delta: player phases first, then
/// transitions.
template <class See>
void for_each_instruction(Game const& game, See const& see) {
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      see(action_words(action), action);
  for (auto const& each : game.transition_instructions())
    see(transition_words(each.instruction), each.instruction);
}

bool is_empty_list(JsonNode const* node) {
  return !is(node, json::Type::array) || node->children().empty();
}

void check_guidance(std::string const& owner, Instruction const& instruction, Report& report) {
  auto const* guidance = instruction.part.node->find("mechanicsGuidance");
  if (is(guidance, json::Type::object) && is_empty_list(guidance->find("rules")))
    report.add("I20", {instruction.part.text, guidance},
               owner + " has mechanicsGuidance object but no rules array");
}

void check_validation(std::string const& owner, Instruction const& action, Report& report) {
  auto const* validation = present(*action.part.node, "validation");
  if (validation == nullptr || !is(validation, json::Type::object)) return;
  auto const* checks = validation->find("checks");
  if (is_empty_list(checks))
    return report.add("I20", {action.part.text, validation},
                      owner + " has validation config but no checks array");
  for (auto const& check : checks->children()) {
    Part const at{action.part.text, &check};
    auto id = string_at(check, "id").value_or("");
    if (id.empty()) report.add("I19", at, owner + " has validation check without id");
    if (string_at(check, "errorMessage").value_or("").empty())
      report.add(
          "I19", at,
          fmt::format("{} validation check '{}' has no errorMessage", owner, id.empty() ? "undefined" : id));
  }
}

void check_one(std::string const& owner, Instruction const& instruction, Game const& game,
               SchemaFields const& fields, Report& report) {
  if (instruction.operations.empty())
    report.add("I20", instruction.part, owner + " has no stateDelta operations");
  check_operations(owner, instruction.operations, game, fields, report);
}

void check_each(Game const& game, SchemaFields const& fields, Report& report) {
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions) {
      auto const owner = action_words(action);
      check_validation(owner, action, report);
      check_one(owner, action, game, fields, report);
    }
  for (auto const& each : game.transition_instructions()) {
    auto const owner = transition_words(each.instruction);
    check_one(owner, each.instruction, game, fields, report);
    check_guidance(owner, each.instruction, report);
  }
}

bool sets_action_required(Operation const& operation) {
  if (operation.name == "setForAllPlayers" && operation.text("field") == "actionRequired") return true;
  auto const path = operation.path.value_or("");
  return path.find(".actionRequired") != path.npos || path.ends_with("actionRequired");
}

void check_actions_required(Game const& game, Report& report) {
  for (auto const& phase : game.player_phases())
    for (auto const& action : phase.actions)
      if (!action.operations.empty() && std::ranges::none_of(action.operations, sets_action_required))
        report.add(
            "I16", action.part,
            fmt::format("Player action '{}' must include a stateDelta operation that sets "
                        "'players.{{{{playerId}}}}.actionRequired' to true or false. This ensures the router "
                        "knows whether the player has completed their required actions for this phase.",
                        action.id));
}

void check_markers(Game const& game, Report& report) {
  std::vector<std::string_view> known;
  for (auto const& [key, text] : game.narratives())
    known.push_back(key);
  auto const available = known.empty() ? std::string("none") : fmt::format("{}", fmt::join(known, ", "));
  auto check = [&](Part const& part) {
    for (auto const& key : marker_keys(part.node->text()))
      if (std::ranges::find(known, key) == known.end())
        report.add("I17", part,
                   fmt::format(
                       "Narrative marker '{}' referenced but not found in specNarratives. Available markers: "
                       "{}",
                       key, available));
  };
  for (auto const& phase : game.player_phases())
    check(phase.part);
  for (auto const& each : game.transition_instructions())
    check(each.instruction.part);
}

} // namespace

void check_instructions(Game const& game, SchemaFields const& fields, PhaseGraph const& graph,
                        Report& report) {
  auto const& texts = game.instruction_texts();
  for (auto const* text : texts)
    if (text->root() == nullptr)
      report.add("I01", text,
                 "Execution output is not valid InstructionsArtifact: " + text->breaks().front().message);
  if (auto issues = instruction_issues(game); !issues.empty())
    report.add("I01", issues.front().at,
               "Execution output is not valid InstructionsArtifact: " + as_list(issues));
  for_each_instruction(game, [&](std::string const& owner, Instruction const& each) {
    check_path_segments(owner, each.operations, report);
  });
  auto const* first = texts.empty() ? nullptr : texts.front();
  auto const nothing = game.player_phases().empty() && game.transition_instructions().empty();
  auto const no_map = !game.player_phases_part() && !game.transition_instructions_part();
  if (nothing && no_map)
    report.add("I18", first, "No instructions in artifact",
               texts.empty()
                   ? "There is no file instructions.json: write what each transition and each phase of "
                     "players does into it"
                   : "");
  if (nothing && !texts.empty()) report.add("I18", first, "Artifact has empty playerPhases and transitions");
  check_each(game, fields, report);
  check_phase_connectivity(game, graph, report);
  check_actions_required(game, report);
  check_markers(game, report);
  if (nothing) return; // reported above
  check_start(game, graph, report);
  check_completion(game, graph, report);
  check_coverage(game, report);
}

} // namespace artifactd::game
