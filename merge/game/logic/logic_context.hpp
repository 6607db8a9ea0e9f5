// What preconditions see of a game's state: the state itself and the fields the router computes from it.
// Other names in prompts and checks (playerCount, allPlayersReady, …) are never computed.
#pragma once

#include "merge/game/values/value.hpp"

#include <span>
#include <string_view>

namespace artifactd::game {

/// playersCount, playersRequiringActionCount, allPlayersCompletedActions.
[[nodiscard]] std::span<std::string_view const> computed_fields() noexcept;

/// {game, players, and the computed fields}; game and players are left out if the state lacks them. A player
/// requires action if its actionRequired is true in JavaScript; all have completed theirs if no player
/// requires any, also if there is no player. Undefined if the state nests deeper than 256 levels.
[[nodiscard]] Value logic_context(Value const& state);

} // namespace artifactd::game
