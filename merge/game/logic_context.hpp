// What preconditions see of a game's state: the state itself and what the router computes from it. Names that
// prompts and checks mention besides (playerCount, allPlayersReady, …) are computed by nobody.
#pragma once

#include "merge/game/value.hpp"

#include <span>
#include <string_view>

namespace artifactd::game {

/// playersCount, playersRequiringActionCount, allPlayersCompletedActions.
[[nodiscard]] std::span<std::string_view const> computed_fields() noexcept;

/// {game, players, and the computed fields}; game and players are left out where the state has none. A player
/// requires action when its actionRequired is true as JavaScript has it; all have completed theirs when no
/// player requires any, also when there is no player. Undefined when the state nests deeper than 256 levels.
[[nodiscard]] Value logic_context(Value const& state);

} // namespace artifactd::game
