// A game as people look at it: its phases with what leads from one to another, and its faults with the moves
// that lead there.
#pragma once

#include "daemon/config/config.hpp"
#include "merge/game/game.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

/// In the agent's artifacts. Fault::missing if it has no file of a game.
[[nodiscard]] Result<game::Game> session_game(Config const& config, Session const& session,
                                              Name const& agent);

/// {phases: [{phase, asks_players, actions}], transitions: [{id, from, to, preconditions}]}
[[nodiscard]] Json game_picture(game::Game const& game);

/// What `game simulate` finds within a bounded number of states, without plays by bots; each fault has
/// `states_on_the_way`: the state after each of its steps, from before the first one on, at most 200.
[[nodiscard]] Json game_faults(game::Game const& game);

} // namespace artifactd
