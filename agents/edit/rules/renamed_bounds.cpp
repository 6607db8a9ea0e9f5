#include "agents/edit/draft.hpp"
#include "agents/edit/rules/phases.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

bool is_known(game::Game const& game, std::string_view phase) {
  return std::ranges::find(game.phases(), phase) != game.phases().end() ||
         std::ranges::any_of(game.transitions(),
                             [&](auto const& each) { return each.from == phase || each.to == phase; });
}

/// A phase that is entered and never left, and that everything that ends the game leads to.
std::string end_by_another_name(game::Game const& game, game::PhaseGraph const& graph) {
  auto const end = only_name(game.phases(), std::identity(), [&](std::string const& phase) {
    return from_elsewhere(graph.entering(phase)) && graph.leaving(phase).empty();
  });
  auto const leads_elsewhere = [&](game::Transition const& each) {
    return each.to != end && ends_the_game(game, each);
  };
  return std::ranges::any_of(game.transitions(), leads_elsewhere) ? std::string() : end;
}

/// The first phase of the list, if it is left and never entered.
std::string start_by_another_name(game::Game const& game, game::PhaseGraph const& graph) {
  auto const start = only_name(game.phases(), std::identity(), [&](std::string const& phase) {
    return graph.entering(phase).empty() && !graph.leaving(phase).empty();
  });
  return start.empty() || game.phases().front() != start ? std::string() : start;
}

/// Whether conditions, operations or players' actions use the name, too: then it cannot simply be renamed.
bool is_used_otherwise(game::Game const& game, std::string const& phase) {
  auto const word = json::quote(phase);
  auto const in = [&](JsonNode const* node) { return node != nullptr && node->text().contains(word); };
  return game.player_phase(phase) != nullptr ||
         std::ranges::any_of(game.transitions(),
                             [&](auto const& each) { return in(each.part.node->find("preconditions")); }) ||
         std::ranges::any_of(game.transition_instructions(),
                             [&](auto const& each) { return in(each.instruction.part.node); });
}

void rename_everywhere(Evidence const& evidence, std::string const& phase, std::string_view name,
                       Causes& causes) {
  auto const& game = evidence.game;
  if (phase.empty() || is_used_otherwise(game, phase)) return;
  Draft draft(game);
  auto const at = std::ranges::find(game.phases(), phase) - game.phases().begin();
  draft.set(whole_transitions(), fmt::format("/phases/{}", at), name);
  for (auto const entry : metadata_of(game, phase))
    draft.set(whole_transitions(), fmt::format("/phaseMetadata/{}/phase", entry), name);
  for (auto const& transition : game.transitions()) {
    if (transition.from == phase) draft.set(transition_address(transition), "/fromPhase", name);
    if (transition.to == phase) draft.set(transition_address(transition), "/toPhase", name);
  }
  auto errors = errors_about_the_way(evidence);
  for (auto& match :
       matching(evidence.errors, "^Terminal phase 'finished' not found|^The first of the phases is"))
    errors.push_back(std::move(match.error));
  causes.push_back({"P4", fmt::format("The phase {} is called {}.", name, phase), Confidence::medium,
                    std::move(errors), draft.changes(fmt::format("Call {} {}, everywhere", phase, name))});
}

} // namespace

void find_renamed_bounds(Evidence const& evidence, Causes& causes) {
  if (!evidence.game.lists_transitions()) return;
  game::PhaseGraph const graph(evidence.game.transitions());
  if (!is_known(evidence.game, game::last_phase))
    rename_everywhere(evidence, end_by_another_name(evidence.game, graph), game::last_phase, causes);
  if (!is_known(evidence.game, game::first_phase))
    rename_everywhere(evidence, start_by_another_name(evidence.game, graph), game::first_phase, causes);
}

} // namespace artifactd::editor
