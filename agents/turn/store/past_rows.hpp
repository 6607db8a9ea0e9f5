// The scenes of what was told elsewhere before a story begins here. Within a transaction.
#pragma once

#include "agents/turn/store/scene_rows.hpp"
#include "agents/turn/store/story_rows.hpp"

namespace artifactd::turn {

/// Scenes behind `first`, each with its state and edges, the player's action and the two messages. They have
/// no request in `turns`, as copied scenes have none. The id of the last scene: of the first where there is
/// no past.
Result<std::string> insert_past(Database& database, NewStory const& story, SceneKey const& first,
                                Json const& state, std::span<Relation const> relations);

} // namespace artifactd::turn
