#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// Transitions that end the game and have an instruction.
std::vector<game::TransitionInstruction const*> ending_instructions(game::Game const& game) {
  std::vector<game::TransitionInstruction const*> found;
  for (auto const& transition : game.transitions())
    if (transition.to == game::last_phase)
      if (auto const* instruction = game.transition_instruction(transition.id)) found.push_back(instruction);
  return found;
}

/// A game may end without a winner: endings that mention a winner are preferred, and those that deny one are
/// excluded.
std::vector<game::TransitionInstruction const*> winning_instructions(game::Game const& game) {
  auto all = ending_instructions(game);
  auto says = [&](game::TransitionInstruction const* each, re2::RE2 const& what) {
    auto const text = std::string(game.transition(each->key)->part.node->text()) +
                      std::string(each->instruction.part.node->text());
    return re2::RE2::PartialMatch(text, what);
  };
  static re2::RE2 const words("(?i)winn|\\bwins?\\b|\\bwon\\b|victor|champion|crown");
  static re2::RE2 const denials(
      R"((?i)\b(?:no|without an?y?|nobody|no ?one|never|not) (?:\w+ )?(?:winn|wins?\b|won\b|victor|champion|crown))"
      R"(|\bwinner:? (?:none|nobody|no ?one)\b|\b(?:a|in) (?:draw|tie)\b)");
  std::erase_if(all, [&](auto const* each) { return says(each, denials); });
  auto speaks_of_winners = [&](auto const* each) { return says(each, words); };
  std::vector<game::TransitionInstruction const*> winning;
  std::ranges::copy_if(all, std::back_inserter(winning), speaks_of_winners);
  return winning.empty() ? all : winning;
}

bool sets_game_ended(game::Operation const& operation) {
  return operation.name == "set" && operation.text("path") == "game.gameEnded";
}

/// A path that was meant to mark all players marks nobody.
bool marks_all_players(game::Operation const& operation) {
  auto const path = operation.text("path");
  return operation.name == "set" && (path == "players.*.isGameWinner" || path == "players[*].isGameWinner");
}

/// Corrects that member of the operation that was meant to do this, or adds the operation.
void correct_or_append(game::TransitionInstruction const& instruction,
                       bool (*is_meant)(game::Operation const&), char const* member, Value const& operation,
                       Draft& draft) {
  auto const& operations = instruction.instruction.operations;
  auto const known = std::ranges::find_if(operations, is_meant);
  if (known == operations.end())
    draft.append(instruction, operation);
  else
    draft.set(instruction_address(instruction.key), fmt::format("/stateDelta/{}/{}", known->index, member),
              operation[member]);
}

/// Empty if all such errors were only reported: the checks would have found a missing ending, so there is
/// one.
std::vector<std::string> found_errors(Evidence const& evidence, std::string_view pattern) {
  auto errors = errors_matching(evidence.errors, pattern);
  auto is_reported = [&](std::string const& each) {
    return std::ranges::find(evidence.reported, each) != evidence.reported.end();
  };
  return std::ranges::all_of(errors, is_reported) ? std::vector<std::string>() : errors;
}

} // namespace

void find_missing_endings(Evidence const& evidence, Causes& causes) {
  auto add = [&](std::vector<std::string> errors, std::string diagnosis, std::string const& description,
                 Draft const& draft) {
    if (errors.empty()) return;
    auto changes = draft.changes(description);
    if (changes.empty()) // all endings say the opposite
      for (auto const* each : ending_instructions(evidence.game))
        changes.push_back(open_change(instruction_address(each->key), description));
    causes.push_back({"P3", std::move(diagnosis), Confidence::high, std::move(errors), std::move(changes)});
  };
  auto never_true = found_errors(evidence, "game\\.gameEnded is only ever set to false|^Only an instruction "
                                           "without a transition sets game\\.gameEnded");
  auto never_set = found_errors(evidence, "No transition sets game\\.gameEnded");
  Value const end_it{{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}};
  Draft ended(evidence.game);
  for (auto const* each : ending_instructions(evidence.game))
    if (never_true.empty())
      ended.append(*each, end_it);
    else
      correct_or_append(*each, sets_game_ended, "value", end_it, ended);
  std::ranges::move(never_set, std::back_inserter(never_true));
  add(std::move(never_true), "Nothing says that the game has ended.", "Say that the game has ended", ended);

  Draft winners(evidence.game);
  Value const mark{{"op", "set"}, {"path", "players.{{winnerId}}.isGameWinner"}, {"value", true}};
  for (auto const* each : winning_instructions(evidence.game))
    correct_or_append(*each, marks_all_players, "path", mark, winners);
  add(found_errors(evidence, R"((?:(?:No transition|No path to "finished") sets players\.\*|)"
                             R"(writes to players(?:\.\*|\[\*\]))\.isGameWinner)"),
      "Nothing says who has won.", "Mark the winner at the end of the game", winners);
}

} // namespace artifactd::editor
