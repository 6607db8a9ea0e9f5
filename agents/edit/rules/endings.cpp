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

void append_to(std::vector<game::TransitionInstruction const*> const& instructions, Draft& draft,
               Value const& operation) {
  for (auto const* each : instructions) {
    auto const address = instruction_address(each->key);
    if (game::is(each->instruction.part.node->find("stateDelta"), json::Type::array))
      draft.set(address, "/stateDelta/-", operation);
    else
      draft.set(address, "/stateDelta", Value::array({operation}));
  }
}

void set_true(Evidence const& evidence, Draft& draft) {
  for (auto const* each : ending_instructions(evidence.game)) {
    auto const& operations = each->instruction.operations;
    auto known = std::ranges::find_if(operations, [](game::Operation const& one) {
      return one.name == "set" && one.text("path") == "game.gameEnded";
    });
    if (known != operations.end())
      draft.set(instruction_address(each->key), fmt::format("/stateDelta/{}/value", known->index), true);
    else
      append_to({each}, draft, {{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}});
  }
}

/// An operation whose path meant all players marked nobody; that one is repaired.
void mark_winners(Evidence const& evidence, Draft& draft) {
  constexpr auto* path = "players.{{winnerId}}.isGameWinner";
  for (auto const* each : winning_instructions(evidence.game)) {
    auto const& operations = each->instruction.operations;
    auto known = std::ranges::find_if(operations, [](game::Operation const& one) {
      auto const written = one.text("path");
      return one.name == "set" &&
             (written == "players.*.isGameWinner" || written == "players[*].isGameWinner");
    });
    if (known != operations.end())
      draft.set(instruction_address(each->key), fmt::format("/stateDelta/{}/path", known->index), path);
    else
      append_to({each}, draft, {{"op", "set"}, {"path", path}, {"value", true}});
  }
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
  Draft ended(evidence.game);
  if (!never_true.empty())
    set_true(evidence, ended);
  else
    append_to(ending_instructions(evidence.game), ended,
              {{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}});
  std::ranges::move(never_set, std::back_inserter(never_true));
  add(std::move(never_true), "Nothing says that the game has ended.", "Say that the game has ended", ended);

  Draft winners(evidence.game);
  mark_winners(evidence, winners);
  add(found_errors(evidence, R"((?:(?:No transition|No path to "finished") sets players\.\*|)"
                             R"(writes to players(?:\.\*|\[\*\]))\.isGameWinner)"),
      "Nothing says who has won.", "Mark the winner at the end of the game", winners);
}

} // namespace artifactd::editor
