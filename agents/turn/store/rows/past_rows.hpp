// The scenes of a past that was imported before a story begins here. Within a transaction.
#pragma once

#include "agents/turn/store/rows/scene_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

/// Inserts scenes after `first`, each with its state and edges, the player's action and the two messages.
/// Like copied scenes, they have no request in `turns`. Returns the id of the last scene: that of `first` if
/// there is no past.
Result<std::string> insert_past(Database& database, NewStory const& story, SceneKey const& first,
                                Json const& state, std::span<Relation const> relations);

} // namespace artifactd::turn
