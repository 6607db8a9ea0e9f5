// How the profile `game` treats an agent's artifact files: how they are judged, and what the graph holds of
// them.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/game/game.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

/// The game in the set's files, compressed ones unpacked.
[[nodiscard]] Game game_of(ArtifactSet const& set);

/// The agent's member of the graph. Each file of the game becomes a member named after it (schema,
/// transitions, …), since two of them have their own member `transitions`; a file with one instruction goes
/// into the map it belongs to. Other files are merged as usual. All of them must be valid JSON.
[[nodiscard]] std::string member_of_game(ArtifactSet const& set);

} // namespace artifactd::game
