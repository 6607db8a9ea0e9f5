#include "agents/edit/draft.hpp"
#include "agents/edit/rules/phases.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

/// Whether everything but the list of phases uses that name; if so, drafts renaming it in the list. The first
/// and the last phase are never renamed, nor is a phase that has an instruction.
bool rename_listed(Evidence const& evidence, game::PhaseGraph const& graph, std::string const& listed,
                   std::string const& called, Draft& draft) {
  auto const& phases = evidence.game.phases();
  auto const at = std::ranges::find(phases, listed);
  auto const is_fixed = listed == game::first_phase || listed == game::last_phase ||
                        evidence.game.player_phase(listed) != nullptr;
  if (called.empty() || is_fixed || at == phases.end() || !graph.entering(listed).empty() ||
      !graph.leaving(listed).empty())
    return false;
  draft.set(whole_transitions(), fmt::format("/phases/{}", at - phases.begin()), called);
  for (auto const i : metadata_of(evidence.game, listed))
    draft.set(whole_transitions(), fmt::format("/phaseMetadata/{}/phase", i), called);
  return true;
}

/// A name that is not a phase, and the transitions that use it.
struct UnknownPhase {
  struct Use {
    game::Transition const* transition;
    std::string member;
    std::string error;
  };
  std::string name; ///< empty: the transition names none
  std::vector<Use> uses;
};

/// Similar in spelling, or the only phase that lacks what all the uses would give it.
std::string phase_meant(game::Game const& game, game::PhaseGraph const& graph, UnknownPhase const& unknown) {
  if (auto near = probably_meant(unknown.name, game.phases()); !near.empty()) return near;
  auto lonely = [&](UnknownPhase::Use const& use) {
    return lonely_phase(game, graph, use.member == "toPhase");
  };
  auto const first = lonely(unknown.uses.front());
  auto const agrees = [&](UnknownPhase::Use const& use) { return lonely(use) == first; };
  return std::ranges::all_of(unknown.uses, agrees) ? first : std::string();
}

void add_cause_of(Evidence const& evidence, UnknownPhase const& unknown, Causes& causes) {
  game::PhaseGraph const graph(evidence.game.transitions());
  auto const wanted = phase_meant(evidence.game, graph, unknown);
  auto const description =
      wanted.empty()         ? fmt::format("Name an existing phase as {}", unknown.uses.front().member)
      : unknown.name.empty() ? fmt::format("Name {} as {}", wanted, unknown.uses.front().member)
                             : fmt::format("Call \"{}\" {}, as it is called elsewhere", unknown.name, wanted);
  Draft draft(evidence.game);
  if (!wanted.empty() && !rename_listed(evidence, graph, wanted, unknown.name, draft))
    for (auto const& use : unknown.uses)
      draft.set(transition_address(*use.transition), "/" + use.member, wanted);
  auto changes = draft.changes(description);
  std::vector<std::string> errors;
  for (auto const& use : unknown.uses) {
    errors.push_back(use.error);
    if (draft.empty()) changes.push_back(open_change(transition_address(*use.transition), description));
  }
  std::ranges::copy(errors_about_the_way(evidence), std::back_inserter(errors));
  auto const cause = unknown.name.empty()
                         ? fmt::format("The transition has no {}.", unknown.uses.front().member)
                         : fmt::format("There is no phase \"{}\".", unknown.name);
  causes.push_back({"P4", cause, Confidence::medium, std::move(errors), std::move(changes)});
}

} // namespace

void find_unknown_phases(Evidence const& evidence, Causes& causes) {
  std::vector<UnknownPhase> unknown;
  auto add = [&](std::string const& id, std::string member, std::string const& name,
                 std::string const& error) {
    auto const* transition = evidence.game.transition(id);
    if (transition == nullptr) return;
    auto known = std::ranges::find(unknown, name, &UnknownPhase::name);
    if (known == unknown.end() || name.empty()) known = unknown.insert(unknown.end(), {name, {}});
    known->uses.push_back({transition, std::move(member), error});
  };
  for (auto const& match :
       matching(evidence.errors, "^Transition (.*) references unknown (fromPhase|toPhase): (.*)$"))
    add(match.parts[0], match.parts[1], match.parts[2], match.error);
  for (auto const& match : matching(evidence.errors, "^Transition (.*) missing fromPhase or toPhase")) {
    auto const* transition = evidence.game.transition(match.parts[0]);
    if (transition != nullptr && transition->to.empty() != transition->from.empty())
      add(match.parts[0], transition->to.empty() ? "toPhase" : "fromPhase", "", match.error);
  }
  for (auto const& each : unknown)
    add_cause_of(evidence, each, causes);
}

} // namespace artifactd::editor
