// What characters remember, as rows. A repeated observation reinforces the first: its importance and count
// are computed from the reinforcements whose scenes are not undone, and cached in its row.
#pragma once

#include "agents/turn/store/rows/scene_rows.hpp"

namespace artifactd::turn {

/// Fault::invalid for an unknown character, an importance beyond 1 … 5, or `reinforces` of an observation the
/// character cannot see.
Result<void> insert_observations(Database& database, SceneKey const& key, CastIds const& cast,
                                 std::span<NewObservation const> observations);

/// Recomputes the caches of what was reinforced by the story's scenes with at least this index.
Result<void> refresh_reinforced(Database& database, std::string const& session_id, std::int64_t from_index);

/// The same for all observations of a story.
Result<void> refresh_all(Database& database, std::string const& session_id);

/// The correct values of an observation's cached columns, as SQL over `observations`.
inline constexpr std::string_view reinforced_count =
    "(SELECT count(*) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
    "WHERE r.observation_id = observations.id AND s.undone_at IS NULL)";
inline constexpr std::string_view reinforced_importance =
    "coalesce((SELECT max(CASE WHEN r.importance > observations.first_importance THEN r.importance "
    "ELSE observations.first_importance END) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
    "WHERE r.observation_id = observations.id AND s.undone_at IS NULL), observations.first_importance)";

} // namespace artifactd::turn
