// What the profile `game` makes of an agent's artifact files: how they are judged, and what the graph holds
// of them.
#pragma once

#include "merge/artifact_set.hpp"
#include "merge/game/game.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

/// The game its files hold; of a compressed one its text.
[[nodiscard]] Game game_of(ArtifactSet const& set);

/// The agent's member of the graph. A file of the game is a member named for it (schema, transitions, …),
/// since two of them have a member `transitions` of their own; one instruction goes into the map it belongs
/// to. Other files are merged as anywhere else. All of them are sound JSON.
[[nodiscard]] std::string member_of_game(ArtifactSet const& set);

} // namespace artifactd::game
