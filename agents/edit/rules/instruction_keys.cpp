#include "agents/edit/draft.hpp"
#include "agents/edit/rules/moves.hpp"
#include "agents/edit/rules/phases.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

/// An instruction that belongs to nothing, with its key and its own name.
struct Orphan {
  std::string key;
  std::string own_name;
  JsonNode const* node;
};

std::vector<Orphan> orphans(game::Game const& game, Form form) {
  std::vector<Orphan> found;
  if (form == Form::transition_instruction) {
    for (auto const& each : game.transition_instructions())
      if (game.transition(each.key) == nullptr)
        found.push_back({each.key, each.instruction.id, each.instruction.part.node});
    return found;
  }
  for (auto const& each : game.player_phases())
    if (std::ranges::find(game.phases(), each.key) == game.phases().end())
      found.push_back({each.key, game::string_at(*each.part.node, "phase").value_or(""), each.part.node});
  return found;
}

/// The only orphan that calls itself by the name, or whose key is a spelling of it.
Orphan const* meant_by(std::vector<Orphan> const& all, std::string const& name) {
  auto is_it = [&](Orphan const& each) { return each.own_name == name || is_spelt_alike(each.key, name); };
  if (std::ranges::count_if(all, is_it) != 1) return nullptr;
  return &*std::ranges::find_if(all, is_it);
}

} // namespace

void find_misplaced_instructions(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "^(Transition|Phase) '(.*)' (?:waits for players but )?has no instruction";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const form = match.parts[0] == "Phase" ? Form::player_phase : Form::transition_instruction;
    auto const all = orphans(evidence.game, form);
    auto const* orphan = meant_by(all, match.parts[1]);
    if (orphan == nullptr) continue;
    causes.push_back(
        {"R16",
         fmt::format("The instruction of {} has the key {}.", match.parts[1], orphan->key),
         Confidence::high,
         {match.error},
         move_fragment({form, orphan->key}, std::string(orphan->node->text()), {form, match.parts[1]},
                       fmt::format("Move {} to {}", orphan->key, match.parts[1]))});
  }
}

/// One of two identical transitions is redundant.
void find_repeated_transitions(Evidence const& evidence, Causes& causes) {
  auto const& transitions = evidence.game.transitions();
  for (auto const& match : matching(evidence.errors, "^Transition id '(.*)' is used twice")) {
    auto const* known = evidence.game.transition(match.parts[0]);
    if (known == nullptr) continue;
    auto const& first = *known;
    Draft draft(evidence.game);
    for (auto i = transitions.size(); i-- > 0;)
      if (&transitions[i] != &first && transitions[i].id == first.id &&
          value_of(*transitions[i].part.node) == value_of(*first.part.node))
        draft.remove(whole_transitions(), fmt::format("/transitions/{}", i));
    causes.push_back({"G09",
                      fmt::format("The transition {} is defined twice.", first.id),
                      Confidence::high,
                      {match.error},
                      draft.changes(fmt::format("Remove the repeated {}", first.id))});
  }
}

} // namespace artifactd::editor
