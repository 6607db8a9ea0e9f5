#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::editor {

namespace {

bool says_who_has_acted(game::Instruction const& action) {
  return std::ranges::any_of(action.operations, [](game::Operation const& each) {
    return each.text("path").value_or("").ends_with(".actionRequired");
  });
}

bool sets_action_required(game::Instruction const& action, std::string_view value) {
  return std::ranges::any_of(action.operations, [&](game::Operation const& each) {
    auto const* set = each.part.node->find("value");
    return each.text("path").value_or("").ends_with(".actionRequired") && set != nullptr &&
           set->text() == value;
  });
}

/// Whether some other actions of its phase let the player act on and some do not: then this one may, too.
bool may_go_on(game::Game const& game, game::FragmentAddress const& action) {
  auto const* phase = game.player_phase(action.name);
  if (phase == nullptr) return false;
  auto some = [&](std::string_view value) {
    return std::ranges::any_of(
        phase->actions, [&](game::Instruction const& each) { return sets_action_required(each, value); });
  };
  return some("true") && some("false");
}

} // namespace

void find_missing_action_flags(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "Player action '(.*)' must include a stateDelta operation that sets "
                            "'players\\.\\{\\{playerId\\}\\}\\.actionRequired'";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const& id = match.parts[0];
    Draft draft(evidence.game);
    std::vector<Change> open;
    for (auto const& owner : owners(evidence.game, "Action", id)) {
      if (says_who_has_acted(*owner.instruction)) continue;
      if (may_go_on(evidence.game, owner.address))
        open.push_back(
            open_change(owner.address, fmt::format("Say whether the player who took {} may act on", id)));
      else
        draft.set(owner.address, "/stateDelta/-",
                  {{"op", "set"}, {"path", "players.{{playerId}}.actionRequired"}, {"value", false}});
    }
    auto changes = draft.changes(fmt::format("Say that the player who took {} need not act any more", id));
    std::ranges::move(open, std::back_inserter(changes));
    causes.push_back({"P1",
                      fmt::format("Action {} does not say that its player has acted.", id),
                      Confidence::high,
                      {match.error},
                      std::move(changes)});
  }
}

} // namespace artifactd::editor
