#include "agents/edit/draft.hpp"
#include "agents/edit/rules/phases.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"

#include <algorithm>
#include <set>

namespace artifactd::editor {

namespace {

/// The phases the metadata is about, in its order.
std::vector<std::string> phases_of_metadata(game::Game const& game) {
  std::vector<std::string> phases;
  auto const* metadata = game.transitions_part().node->find("phaseMetadata");
  if (!game::is(metadata, json::Type::array)) return phases;
  for (auto const& entry : metadata->children())
    if (auto phase = game::string_at(entry, "phase")) phases.push_back(*std::move(phase));
  return phases;
}

/// The phases according to the rest of the artifact; empty if that does not show them.
std::vector<std::string> phases_meant(game::Game const& game) {
  auto phases = game.lists_phases() ? game.phases() : phases_of_metadata(game);
  std::set<std::string> const listed(phases.begin(), phases.end());
  auto is_named = [&](std::string_view phase) {
    return std::ranges::any_of(game.transitions(),
                               [&](auto const& each) { return each.to == phase || each.from == phase; });
  };
  if (!phases.empty() && !listed.contains(std::string(game::last_phase)) && is_named(game::last_phase))
    phases.emplace_back(game::last_phase);
  if (auto const first = std::ranges::find(phases, game::first_phase); first != phases.end())
    std::rotate(phases.begin(), first, first + 1);
  return phases;
}

void find_faulty_phases(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern =
      R"(^Transitions artifact missing|^Missing or invalid phases array|^Terminal phase 'finished' not found|)"
      R"(^Schema validation failed: .*"phases":\{"_errors":\[[^\]]|^The first of the phases is|)"
      R"(references unknown (?:from|to)Phase: finished$)";
  auto found = errors_matching(evidence.errors, pattern);
  auto const phases = phases_meant(evidence.game);
  if (found.empty() || phases.empty() || phases == evidence.game.phases()) return;
  Draft draft(evidence.game);
  draft.set(whole_transitions(), "/phases", phases);
  causes.push_back({"R16", "The list of phases does not match the game.", Confidence::high, std::move(found),
                    draft.changes("List the existing phases, init first")});
}

/// Players act in phases that have an instruction for them.
void find_absent_metadata(Evidence const& evidence, Causes& causes) {
  auto const found =
      matching(evidence.errors, R"(^Schema validation failed: .*"phaseMetadata":\{"_errors":\["Required"\])");
  if (found.empty() || evidence.game.player_phases().empty()) return;
  auto metadata = game::Value::array();
  for (auto const& phase : phases_meant(evidence.game))
    metadata.push_back(
        {{"phase", phase}, {"requiresPlayerInput", evidence.game.player_phase(phase) != nullptr}});
  Draft draft(evidence.game);
  draft.set(whole_transitions(), "/phaseMetadata", metadata);
  causes.push_back({"R16",
                    "Nothing says in which phases players act.",
                    Confidence::high,
                    {found.front().error},
                    draft.changes("Say so where players have actions")});
}

} // namespace

void find_faulty_phase_lists(Evidence const& evidence, Causes& causes) {
  if (!game::is(evidence.game.transitions_part().node, json::Type::object)) return;
  find_faulty_phases(evidence, causes);
  find_absent_metadata(evidence, causes);
}

} // namespace artifactd::editor
