#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/start_state.hpp"
#include "state/json/scan.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <re2/re2.h>

namespace artifactd::editor {

namespace {

using Addresses = std::vector<game::FragmentAddress>;
using Form = game::FragmentAddress::Form;

constexpr auto* repair_it = "Repair what the error says";

bool is_about(Cause const& cause, Addresses const& addresses) {
  return std::ranges::equal(cause.changes, addresses, [](Change const& change, auto const& address) {
    return change.address == address && change.edits.empty();
  });
}

/// All errors about a fragment that has to be written by hand share one cause.
void look_there(Match const& match, Addresses const& addresses, Causes& causes,
                std::string const& description = repair_it) {
  auto tells = [&](Cause const& each) {
    return !each.changes.empty() && std::ranges::find(each.errors, match.error) != each.errors.end();
  };
  if (addresses.empty() || std::ranges::any_of(causes, tells)) return;
  auto known = std::ranges::find_if(causes, [&](Cause const& each) { return is_about(each, addresses); });
  if (known != causes.end()) return known->errors.push_back(match.error);
  Cause cause{"other", "No rule can repair what is wrong there.", Confidence::low, {match.error}, {}};
  for (auto const& each : addresses)
    cause.changes.push_back(open_change(each, description));
  causes.push_back(std::move(cause));
}

/// A schema's issues often repeat other errors in other words, and then join their cause.
void look_there_or_wait(Match const& match, Addresses const& addresses, Causes& causes) {
  auto repairs = [](Cause const& cause, game::FragmentAddress const& address) {
    return std::ranges::any_of(
        cause.changes, [&](Change const& each) { return each.address == address && !each.edits.empty(); });
  };
  auto is_repaired = [&](game::FragmentAddress const& address) {
    return std::ranges::any_of(causes, [&](Cause const& each) { return repairs(each, address); });
  };
  if (addresses.empty() || !std::ranges::all_of(addresses, is_repaired))
    return look_there(match, addresses, causes);
  auto first =
      std::ranges::find_if(causes, [&](Cause const& each) { return repairs(each, addresses.front()); });
  if (std::ranges::find(first->errors, match.error) == first->errors.end())
    first->errors.push_back(match.error);
}

void add_if_new(Addresses& addresses, game::FragmentAddress address) {
  if (std::ranges::find(addresses, address) == addresses.end()) addresses.push_back(std::move(address));
}

/// The instruction of init; empty if there is none.
Addresses start_of(game::Game const& game) {
  auto const* init = game::init_transition(game);
  auto const* instruction = init == nullptr ? nullptr : game.transition_instruction(init->id);
  return instruction == nullptr ? Addresses() : Addresses{instruction_address(instruction->key)};
}

void find_named_transitions(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = R"(^Transition (?:id )?'?([^']+?)'?(?: is used twice|,? precondition))";
  for (auto const& match : matching(evidence.errors, pattern))
    if (auto const* transition = evidence.game.transition(match.parts[0]))
      look_there(match, {transition_address(*transition)}, causes);
}

void find_named_instructions(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "^(Action|Transition) '(.*?)'(?::? stateDelta| has | rng op | validation check)";
  for (auto const& match : matching(evidence.errors, pattern)) {
    Addresses addresses;
    for (auto const& each : owners(evidence.game, match.parts[0], match.parts[1]))
      addresses.push_back(each.address);
    look_there(match, addresses, causes);
  }
}

/// A schema's issues carry the paths they are about.
void find_issues_of_instructions(Evidence const& evidence, Causes& causes) {
  static re2::RE2 const path(
      R"re("path":\["(transitions|playerPhases)","([^"]*)"(?:,"playerActions",(\d{1,6}))?)re");
  for (auto const& match :
       matching(evidence.errors, "^Execution output is not valid InstructionsArtifact: ")) {
    Addresses addresses;
    re2::StringPiece rest(match.error);
    std::string kind;
    std::string name;
    for (std::string index; re2::RE2::FindAndConsume(&rest, path, &kind, &name, &index); index.clear()) {
      auto const* phase = kind == "playerPhases" ? evidence.game.player_phase(name) : nullptr;
      auto const action = index.empty() ? std::string::npos : std::stoul(index);
      if (phase != nullptr && action < phase->actions.size())
        add_if_new(addresses, {Form::player_action, name, phase->actions[action].id});
      else if (phase != nullptr)
        add_if_new(addresses, {Form::player_phase, name});
      else if (evidence.game.transition_instruction(name) != nullptr)
        add_if_new(addresses, instruction_address(name));
    }
    look_there_or_wait(match, addresses, causes);
  }
}

/// {"transitions": {"_errors": […], "3": {…}}}: the keys are indexes.
void find_issues_of_transitions(Evidence const& evidence, Causes& causes) {
  for (auto const& match : matching(evidence.errors, "^Schema validation failed: (.*)$")) {
    if (!json::scan(match.parts[0], {.depth = game::deepest})) continue;
    auto const issues = game::Value::parse(match.parts[0], nullptr, false);
    auto const listed = issues.is_object() ? issues.find("transitions") : issues.end();
    if (listed == issues.end() || !listed->is_object()) continue;
    Addresses addresses;
    auto const& transitions = evidence.game.transitions();
    for (auto const& [key, issue] : listed->items()) {
      std::size_t number = 0;
      auto const parsed = std::from_chars(key.data(), key.data() + key.size(), number);
      if (parsed.ec == std::errc() && parsed.ptr == key.data() + key.size() && number < transitions.size())
        add_if_new(addresses, transition_address(transitions[number]));
    }
    look_there_or_wait(match, addresses, causes);
  }
}

/// Either init sets the wrong value, or the transition requires the wrong one.
void find_starts_that_wait(Evidence const& evidence, Causes& causes) {
  static re2::RE2 const blocked("'([^']*)' by '");
  for (auto const& match :
       matching(evidence.errors, "^After init the game is in phase '.*?' and cannot leave it")) {
    auto addresses = start_of(evidence.game);
    re2::StringPiece rest(match.error);
    for (std::string id; re2::RE2::FindAndConsume(&rest, blocked, &id);)
      if (auto const* transition = evidence.game.transition(id))
        add_if_new(addresses, transition_address(*transition));
    look_there(match, addresses, causes,
               "Set at the start what lets the game move on, or require something else");
  }
}

/// For a field of the schema, it is unknown where it changes, but known where it begins; for an unknown one,
/// who reads it.
void find_unwritten_fields(Evidence const& evidence, Causes& causes) {
  auto const all_places = places(evidence.game);
  for (auto const& match : matching(
           evidence.errors, "^Field \"(.*)\" is used in transition preconditions but is never written")) {
    auto const& field = match.parts[0];
    if (evidence.fields.find(field) != nullptr) {
      look_there(match, start_of(evidence.game), causes,
                 fmt::format("Set {} when the game begins, and wherever it changes", field));
      continue;
    }
    Addresses readers;
    for (auto const& place : all_places)
      if (place.precondition->logic != nullptr &&
          place.precondition->logic->text().find('"' + field + '"') != std::string_view::npos)
        add_if_new(readers, transition_address(*place.transition));
    look_there(match, readers, causes);
  }
}

} // namespace

void find_named_places(Evidence const& evidence, Causes& causes) {
  find_named_transitions(evidence, causes);
  find_named_instructions(evidence, causes);
  find_issues_of_instructions(evidence, causes);
  find_issues_of_transitions(evidence, causes);
  find_starts_that_wait(evidence, causes);
  find_unwritten_fields(evidence, causes);
}

} // namespace artifactd::editor
