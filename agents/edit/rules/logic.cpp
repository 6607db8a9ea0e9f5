#include "agents/edit/draft.hpp"
#include "agents/edit/rules/fields.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/checks/references.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>
#include <set>

namespace artifactd::editor {

namespace {

using game::Value;

/// The field name for an id: coinIsHeads for "coin_is_heads".
std::string field_name(std::string_view id) {
  std::string name;
  auto upper = false;
  for (char c : id) {
    auto const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_letter) name += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = !is_letter && !name.empty();
  }
  return name.empty() || (name.front() >= '0' && name.front() <= '9') ? "drawn" + name : name;
}

bool has_null_logic(game::Precondition const& precondition) {
  return precondition.logic == nullptr || game::is(precondition.logic, json::Type::null);
}

bool is_about_acting(std::string_view field) {
  return field.ends_with("actionRequired") || field == "allPlayersCompletedActions" ||
         field == "playersRequiringActionCount";
}

/// A condition that only checks who still has to act waits for all players.
bool waits_for_players(Place const& place) {
  auto const& checked = place.transition->checked_fields;
  return place.transition->preconditions.size() == 1 && !checked.empty() &&
         std::ranges::all_of(checked, [](std::string const& field) { return is_about_acting(field); });
}

/// Whether the precondition says what decides it: then no chance is meant.
bool says_how(Place const& place) {
  static re2::RE2 const figures(R"(\d\s*%|\bpercent|\bmore\b|\bless\b|\bfewer\b|\bat least\b|\bat most\b)");
  auto const explained = game::string_at(*place.precondition->part.node, "explain").value_or("");
  return re2::RE2::PartialMatch(explained, figures) ||
         std::ranges::any_of(place.transition->checked_fields,
                             [](std::string const& field) { return !is_about_acting(field); });
}

/// Conditions of one phase that cannot be evaluated are taken as mutually exclusive: one number is drawn
/// beforehand, and each waits for its own.
void draw_beforehand(Evidence const& evidence, std::string const& phase, std::vector<Place> const& open,
                     Draft& draft) {
  auto const name = field_name(open.front().precondition->id);
  auto const path = "game." + name;
  auto numbers = Value::array();
  auto chances = Value::array();
  auto const outcomes = std::max<std::size_t>(open.size(), 2);
  for (std::size_t i = 0; i < outcomes; ++i) {
    numbers.push_back(i);
    chances.push_back(1.0 / static_cast<double>(outcomes));
  }
  add_field(evidence, {.path = path, .type = "number"}, draft);
  for (std::size_t i = 0; i < open.size(); ++i) {
    auto const address = transition_address(*open[i].transition);
    draft.set(address, open[i].pointer + "/logic", {{"==", Value::array({Value{{"var", path}}, i})}});
    draft.set(address, open[i].pointer + "/deterministic", true);
  }
  std::set<std::string> done;
  for (auto const& transition : evidence.game.transitions())
    if (transition.to == phase && evidence.game.transition_instruction(transition.id) != nullptr &&
        done.insert(transition.id).second)
      draft.set(instruction_address(transition.id), "/stateDelta/-",
                {{"op", "rng"}, {"path", path}, {"choices", numbers}, {"probabilities", chances}});
}

/// The precondition has logic but is marked as not deterministic.
Cause cause_of_denied_logic(Evidence const& evidence, Place const& place, std::vector<std::string> errors) {
  Draft draft(evidence.game);
  auto const address = transition_address(*place.transition);
  if (!game::all_references(*place.precondition->logic).empty()) // otherwise it is constant
    draft.set(address, place.pointer + "/deterministic", true);
  auto changes = draft.changes("Mark the precondition as deterministic");
  if (changes.empty())
    changes.push_back(
        open_change(address, fmt::format("Write as logic what {} depends on", place.precondition->id)));
  return {"P2",
          fmt::format("Precondition {} of {} has logic, but is marked as not deterministic.",
                      place.precondition->id, place.transition->id),
          Confidence::high, std::move(errors), std::move(changes)};
}

} // namespace

void find_missing_logic(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern =
      "Transition '(.*)', precondition '(.*)': (?:logic cannot be null|non-deterministic preconditions)";
  auto const matches = matching(evidence.errors, pattern);
  std::map<std::string, std::vector<Place>> open; // by the phase the transitions leave
  std::map<std::string, std::vector<std::string>> errors;
  for (auto const& place : places(evidence.game)) {
    std::vector<std::string> own;
    for (auto const& match : matches)
      if (match.parts[0] == place.transition->id && match.parts[1] == place.precondition->id)
        own.push_back(match.error);
    if (own.empty()) continue;
    if (has_null_logic(*place.precondition) && waits_for_players(place)) {
      Draft draft(evidence.game);
      auto const address = transition_address(*place.transition);
      draft.set(address, place.pointer + "/logic",
                {{"allPlayers", Value::array({"actionRequired", "==", false})}});
      draft.set(address, place.pointer + "/deterministic", true);
      causes.push_back({"P2",
                        fmt::format("{} waits for the players, but does not say how.", place.transition->id),
                        Confidence::high, std::move(own), draft.changes("Wait until no player has to act")});
      continue;
    }
    if (has_null_logic(*place.precondition)) {
      open[place.transition->from].push_back(place);
      std::ranges::move(own, std::back_inserter(errors[place.transition->from]));
      continue;
    }
    causes.push_back(cause_of_denied_logic(evidence, place, std::move(own)));
  }
  game::PhaseGraph const graph(evidence.game.transitions());
  for (auto const& [phase, places_there] : open) {
    Draft draft(evidence.game);
    // Only if one of them holds for every outcome: otherwise the game might get stuck.
    auto const said = std::ranges::any_of(places_there, says_how);
    if (!said && places_there.size() > 1 && places_there.size() == graph.leaving(phase).size())
      draw_beforehand(evidence, phase, places_there, draft);
    auto const description =
        said ? fmt::format("Write as logic what leads out of {}", phase)
             : fmt::format("Draw beforehand what leads out of {}, and read the result", phase);
    auto changes = draft.changes(description);
    if (changes.empty())
      changes.push_back(open_change(transition_address(*places_there.front().transition), description));
    causes.push_back({"P2",
                      fmt::format("What leads out of {} depends on a value that is not computed yet.", phase),
                      Confidence::medium, errors[phase], std::move(changes)});
  }
}

} // namespace artifactd::editor
