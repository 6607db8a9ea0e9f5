#include "agents/edit/rules/phases.hpp"

#include "agents/edit/draft.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace artifactd::editor {

namespace {

using game::Value;

/// Redirects transitions that say that the game has ended to the last phase.
bool lead_endings_home(Evidence const& evidence, std::vector<std::string> const& errors, Causes& causes) {
  Draft draft(evidence.game);
  for (auto const& transition : evidence.game.transitions())
    if (transition.to != game::last_phase && ends_the_game(evidence.game, transition))
      draft.set(transition_address(transition), "/toPhase", game::last_phase);
  if (draft.empty()) return false;
  causes.push_back({"P4", "A transition that ends the game does not lead to finished.", Confidence::medium,
                    errors, draft.changes("Let what ends the game lead to finished")});
  return true;
}

/// A phase that only leads to itself is meant to lead to the only phase that nothing leads to.
bool break_circle(Evidence const& evidence, std::string const& dead, game::PhaseGraph const& graph,
                  std::vector<std::string> const& errors, Causes& causes) {
  auto const& loops = graph.leaving(dead);
  auto const target = lonely_phase(evidence.game, graph, true);
  if (loops.size() != 1 || target.empty()) return false;
  Draft draft(evidence.game);
  draft.set(transition_address(*loops.front()), "/toPhase", target);
  causes.push_back({"P4", fmt::format("{} leads only to itself, and nothing leads to {}.", dead, target),
                    Confidence::medium, errors,
                    draft.changes(fmt::format("Lead from {} to {}", dead, target))});
  return true;
}

/// A game has one beginning: if init leads both to a phase that nothing leaves and elsewhere, the other
/// transition is meant to leave that phase.
bool begin_once(Evidence const& evidence, std::string const& dead, game::PhaseGraph const& graph,
                std::vector<std::string> const& errors, Causes& causes) {
  auto const& starts = graph.leaving(game::first_phase);
  if (starts.size() != 2 || (starts[0]->to == dead) == (starts[1]->to == dead)) return false;
  auto const& other = *starts[starts[0]->to == dead ? 1 : 0];
  Draft draft(evidence.game);
  draft.set(transition_address(other), "/fromPhase", dead);
  causes.push_back({"P4", fmt::format("Init leads to {}, which nothing leaves, and past it.", dead),
                    Confidence::medium, errors,
                    draft.changes(fmt::format("Let {} leave {}", other.id, dead))});
  return true;
}

/// A phase that no transition uses is removed.
bool drop_unused(Evidence const& evidence, std::string const& phase, std::vector<std::string> const& errors,
                 Causes& causes) {
  auto const& phases = evidence.game.phases();
  if (evidence.game.player_phase(phase) != nullptr) return false;
  Draft draft(evidence.game);
  draft.remove(whole_transitions(),
               fmt::format("/phases/{}", std::ranges::find(phases, phase) - phases.begin()));
  for (auto const i : metadata_of(evidence.game, phase))
    draft.remove(whole_transitions(), fmt::format("/phaseMetadata/{}", i));
  causes.push_back({"P4", fmt::format("No transition uses the phase {}.", phase), Confidence::medium, errors,
                    draft.changes(fmt::format("Remove {} from the phases", phase))});
  return true;
}

std::string free_id(game::Game const& game, std::string id) {
  while (game.transition(id) != nullptr || game.transition_instruction(id) != nullptr)
    id += "_2";
  return id;
}

/// Gives the only phase without a way out a transition to the end, if only the end is unreachable.
void lead_to_the_end(Evidence const& evidence, std::string const& phase, std::vector<std::string> errors,
                     Causes& causes) {
  auto const id = free_id(evidence.game, phase + "_to_finished");
  Draft draft(evidence.game);
  draft.insert({game::FragmentAddress::Form::transition, id},
               {{"id", id},
                {"fromPhase", phase},
                {"toPhase", game::last_phase},
                {"condition", "Nothing is left to do."},
                {"checkedFields", Value::array()},
                {"preconditions", Value::array()},
                {"humanSummary", fmt::format("After {} the game is over.", phase)}});
  draft.insert(
      instruction_address(id),
      {{"id", id},
       {"transitionName", fmt::format("End after {}", phase)},
       {"stateDelta",
        Value::array({{{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}},
                      {{"op", "set"}, {"path", "players.{{winnerId}}.isGameWinner"}, {"value", true}}})}});
  causes.push_back({"P4", fmt::format("No transition leads out of {}, and none leads to the end.", phase),
                    Confidence::medium, std::move(errors),
                    draft.changes(fmt::format("Lead from {} to finished", phase))});
}

/// How the phases are connected.
struct Ways {
  std::vector<std::string> dead;      ///< reached, but left by nothing
  std::vector<std::string> unreached; ///< may include the last phase
  std::vector<std::string> unused;    ///< neither entered nor left; never the last phase
};

Ways ways_of(game::Game const& game, game::PhaseGraph const& graph) {
  Ways ways;
  auto const reached = graph.reachable_from(game::first_phase);
  for (auto const& phase : game.phases()) {
    auto const& leaving = graph.leaving(phase);
    auto const only_loops =
        std::ranges::all_of(leaving, [](auto const* each) { return each->to == each->from; });
    if (phase != game::last_phase && only_loops && reached.contains(phase)) ways.dead.push_back(phase);
    if (!reached.contains(phase)) ways.unreached.push_back(phase);
    if (leaving.empty() && graph.entering(phase).empty() && phase != game::last_phase)
      ways.unused.push_back(phase);
  }
  return ways;
}

/// Whether an instruction lacks its transition: the lost transition may have led elsewhere than a new one
/// would.
bool lost_a_transition(game::Game const& game) {
  return std::ranges::any_of(game.transition_instructions(),
                             [&](auto const& each) { return game.transition(each.key) == nullptr; });
}

void find_dead_ends(Evidence const& evidence, Causes& causes) {
  auto errors = errors_about_the_way(evidence);
  auto const only_winners = std::ranges::all_of(
      errors, [](std::string const& each) { return each.starts_with("No path to \"finished\" sets"); });
  if (only_winners) return; // only a winner is missing at the end: another pattern
  game::PhaseGraph const graph(evidence.game.transitions());
  auto const [dead, unreached, unused] = ways_of(evidence.game, graph);
  if (lead_endings_home(evidence, errors, causes)) return;
  if (unused.size() == 1 && unreached == unused && drop_unused(evidence, unused.front(), errors, causes))
    return;
  if (dead.size() == 1 && (break_circle(evidence, dead.front(), graph, errors, causes) ||
                           begin_once(evidence, dead.front(), graph, errors, causes)))
    return;
  auto const only_the_end = unreached.size() == 1 && unreached.front() == game::last_phase;
  if (dead.size() == 1 && graph.leaving(dead.front()).empty() && only_the_end &&
      !lost_a_transition(evidence.game))
    return lead_to_the_end(evidence, dead.front(), std::move(errors), causes);
  causes.push_back({"P4",
                    "The phases are not connected.",
                    Confidence::low,
                    std::move(errors),
                    {{game::Artifact::transitions,
                      unreached.size() > 2 ? ChangeOperation::reextract : ChangeOperation::patch,
                      std::nullopt, "Connect the phases that cannot be reached or left"}}});
}

} // namespace

std::vector<std::string> errors_about_the_way(Evidence const& evidence) {
  constexpr auto* pattern =
      R"(^Phase ['"].*['"] (?:is unreachable|has no path to any terminal|has no outbound transitions|has no inbound)|)"
      R"(^Terminal phase 'finished' is unreachable|^No paths from init to "finished"|^No transition from init phase|)"
      R"(^No path to "finished" sets|^Init transition moves to phase ".*" but there are no transitions)";
  return errors_matching(evidence.errors, pattern);
}

std::string lonely_phase(game::Game const& game, game::PhaseGraph const& graph, bool entering) {
  return only_name(game.phases(), std::identity(), [&](std::string const& phase) {
    auto const& there = entering ? graph.entering(phase) : graph.leaving(phase);
    return !from_elsewhere(there) && phase != (entering ? game::first_phase : game::last_phase);
  });
}

bool from_elsewhere(std::vector<game::Transition const*> const& transitions) {
  return std::ranges::any_of(transitions, [](auto const* each) { return each->from != each->to; });
}

game::FragmentAddress whole_transitions() {
  return {game::FragmentAddress::Form::whole, "transitions"};
}

std::vector<std::size_t> metadata_of(game::Game const& game, std::string const& phase) {
  std::vector<std::size_t> entries;
  auto const* metadata = game.transitions_part().node->find("phaseMetadata");
  if (!game::is(metadata, json::Type::array)) return entries;
  for (std::size_t i = 0; i < metadata->children().size(); ++i)
    if (game::string_at(metadata->children()[i], "phase") == phase) entries.push_back(i);
  return entries;
}

bool ends_the_game(game::Game const& game, game::Transition const& transition) {
  auto const* instruction = game.transition_instruction(transition.id);
  return instruction != nullptr &&
         std::ranges::any_of(instruction->instruction.operations, [](game::Operation const& each) {
           auto const* value = each.part.node->find("value");
           return each.name == "set" && each.text("path") == "game.gameEnded" && value != nullptr &&
                  value->text() == "true";
         });
}

void find_wrong_phases(Evidence const& evidence, Causes& causes) {
  auto const before = causes.size();
  find_unknown_phases(evidence, causes);
  if (causes.size() == before) find_dead_ends(evidence, causes);
}

} // namespace artifactd::editor
