#include "merge/game/checks/phase_places.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/checks/shape.hpp"
#include "merge/game/checks/stages.hpp"
#include "merge/game/values/value_of.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::game {

namespace {

std::string in_precondition(Transition const& transition, Precondition const& precondition) {
  return fmt::format("Transition '{}', precondition '{}': ", transition.id, precondition.id);
}

/// The first string that is directly a member's value and names a player by number: "players[3]".
std::optional<std::string> indexed_player(JsonNode const& logic) {
  for (auto const& child : logic.children()) {
    if (is(&logic, json::Type::object) && is(&child, json::Type::string)) {
      auto const text = child.string();
      constexpr std::string_view before = "players[";
      for (auto at = text.find(before); at != text.npos; at = text.find(before, at + 1)) {
        auto digits = at + before.size();
        auto end = text.find_first_not_of("0123456789", digits);
        if (end != text.npos && end > digits && text[end] == ']') return text.substr(at, end + 1 - at);
      }
    }
    if (auto inner = indexed_player(child)) return inner;
  }
  return std::nullopt;
}

bool is_identifier(std::string_view word) {
  auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  return !word.empty() && is_letter(word.front()) &&
         std::ranges::all_of(word, [&](char c) { return is_letter(c) || json::is_digit(c); });
}

struct ExplicitPlayer {
  std::string id;
  std::string field;
};

/// players.<id>.<field> in the first var that has it.
std::optional<ExplicitPlayer> explicit_player(JsonNode const& logic) {
  constexpr std::string_view before = "players.";
  for (auto const& reference : references_outside_player_tests(logic)) {
    std::string_view rest = reference.field;
    if (!rest.starts_with(before)) continue;
    rest.remove_prefix(before.size());
    auto dot = rest.find('.');
    if (dot == rest.npos || dot + 1 == rest.size() || !is_identifier(rest.substr(0, dot))) continue;
    return ExplicitPlayer{std::string(rest.substr(0, dot)), std::string(rest.substr(dot + 1))};
  }
  return std::nullopt;
}

template <class Check>
void for_each_precondition(Game const& game, Check const& check) {
  for (auto const& transition : game.transitions())
    for (auto const& precondition : transition.preconditions)
      check(transition, precondition);
}

bool has_logic(Precondition const& precondition) {
  return precondition.logic != nullptr && !is(precondition.logic, json::Type::null);
}

void check_null_logic(Game const& game, Report& report) {
  for_each_precondition(game, [&](Transition const& transition, Precondition const& each) {
    if (!has_logic(each))
      report.add("T03", each.part,
                 in_precondition(transition, each) +
                     "logic cannot be null - all preconditions must be deterministic");
    else if (!is(each.logic, json::Type::object) && !is(each.logic, json::Type::boolean))
      report.add("T04", {each.part.text, each.logic},
                 in_precondition(transition, each) + "invalid JsonLogic - " +
                     writable(value_of(*each.logic)).dump());
  });
}

void check_indexed_players(Game const& game, Report& report) {
  for_each_precondition(game, [&](Transition const& transition, Precondition const& each) {
    if (!has_logic(each) || each.logic->text().find("players[") == std::string_view::npos) return;
    if (auto found = indexed_player(*each.logic))
      report.add("T05", {each.part.text, each.logic},
                 fmt::format("{}forbidden array index access {}. Use 'allPlayersCompletedActions' computed "
                             "property or 'players[*]' wildcard instead.",
                             in_precondition(transition, each), *found));
  });
}

void check_explicit_players(Game const& game, Report& report) {
  for_each_precondition(game, [&](Transition const& transition, Precondition const& each) {
    if (!has_logic(each) || each.logic->text().find("players.") == std::string_view::npos) return;
    if (auto found = explicit_player(*each.logic))
      report.add(
          "T06", {each.part.text, each.logic},
          fmt::format(R"({}explicit player ID reference players.{}.{}. Player IDs at runtime are UUIDs, )"
                      R"(not 'player1' or 'p1'. MUST use allPlayers or anyPlayer operations to check )"
                      R"(player fields. Example: {{"anyPlayer": ["score", ">=", 3]}} instead of )"
                      R"({{"var": "players.player1.score"}})",
                      in_precondition(transition, each), found->id, found->field));
  });
}

void check_reachability(Game const& game, PhaseGraph const& graph, Report& report) {
  if (!game.lists_phases() || !game.lists_transitions())
    return report.add("T07", game.transitions_part(),
                      "Transitions artifact missing 'phases' or 'transitions' arrays");
  auto const reached = graph.reachable_from(first_phase);
  PhasePlaces const places(game);
  for (auto const& phase : game.phases())
    if (!reached.contains(phase))
      report.add(
          "T08", places.of(phase),
          fmt::format("Phase '{}' is unreachable from 'init'. This phase will never execute and should be "
                      "removed or connected to the game flow.",
                      phase));
  auto listed = std::ranges::find(game.phases(), last_phase) != game.phases().end();
  if (listed && !reached.contains(last_phase))
    report.add("T09", places.of(last_phase),
               "Terminal phase 'finished' is unreachable from 'init'. Game cannot properly end.");
}

void check_determinism(Game const& game, Report& report) {
  for_each_precondition(game, [&](Transition const& transition, Precondition const& each) {
    auto is_false = is(each.deterministic, json::Type::boolean) && each.deterministic->text() == "false";
    if (is_false || is(each.logic, json::Type::null))
      report.add("T10", each.part,
                 in_precondition(transition, each) + "non-deterministic preconditions are not allowed. All "
                                                     "preconditions must have valid JsonLogic.");
  });
}

} // namespace

void check_transitions(Game const& game, PhaseGraph const& graph, Report& report) {
  auto const* text = game.transitions_text();
  if (text == nullptr || text->bytes().empty())
    return report.add("T01", text, "Execution output is missing", text == nullptr ? no_transitions : "");
  if (text->root() == nullptr)
    return report.add("T02", text, "JSON parsing failed: " + text->breaks().front().message);
  if (auto issues = transition_issues(game.transitions_part()); !issues.empty())
    report.add("T02", issues.front().at, "Schema validation failed: " + as_tree(issues));
  check_null_logic(game, report);
  check_indexed_players(game, report);
  check_explicit_players(game, report);
  check_reachability(game, graph, report);
  check_determinism(game, report);
}

} // namespace artifactd::game
