#include "agents/editor/draft.hpp"
#include "agents/editor/rules/rules.hpp"
#include "agents/editor/rules/words.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

bool says_who_has_acted(game::Instruction const& action) {
  return std::ranges::any_of(action.operations, [](game::Operation const& each) {
    return each.text("path").value_or("").ends_with(".actionRequired");
  });
}

} // namespace

void find_missing_action_flags(Evidence const& evidence, Causes& causes) {
  constexpr auto* pattern = "Player action '(.*)' must include a stateDelta operation that sets "
                            "'players\\.\\{\\{playerId\\}\\}\\.actionRequired'";
  for (auto const& match : matching(evidence.errors, pattern)) {
    auto const& id = match.parts[0];
    Draft draft(evidence.game);
    for (auto const& owner : owners(evidence.game, "Action", id))
      if (!says_who_has_acted(*owner.instruction))
        draft.set(owner.address, "/stateDelta/-",
                  {{"op", "set"}, {"path", "players.{{playerId}}.actionRequired"}, {"value", false}});
    causes.push_back(
        {"P1",
         fmt::format("Action {} does not say that its player has acted.", id),
         Confidence::high,
         {match.error},
         draft.changes(fmt::format("Say that the player who took {} need not act any more", id))});
  }
}

} // namespace artifactd::editor
