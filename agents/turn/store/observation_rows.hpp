// What characters remember, as rows. An observation that repeats another one reinforces it: its importance
// and count are computed over the reinforcements whose scenes are not undone, and kept in its row as a cache.
#pragma once

#include "agents/turn/store/scene_rows.hpp"

namespace artifactd::turn {

/// Fault::invalid for a stranger, an importance beyond 1 … 5, `reinforces` of what the character cannot see.
Result<void> insert_observations(Database& database, SceneKey const& key, CastIds const& cast,
                                 std::span<NewObservation const> observations);

/// Computes the caches of what is reinforced from the scenes of a story with at least this index.
Result<void> refresh_reinforced(Database& database, std::string const& session_id, std::int64_t from_index);

/// The same of all that a story has.
Result<void> refresh_all(Database& database, std::string const& session_id);

/// What the cached columns of an observation have to be, as SQL over `observations`.
inline constexpr std::string_view reinforced_count =
    "(SELECT count(*) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
    "WHERE r.observation_id = observations.id AND s.undone_at IS NULL)";
inline constexpr std::string_view reinforced_importance =
    "coalesce((SELECT max(CASE WHEN r.importance > observations.first_importance THEN r.importance "
    "ELSE observations.first_importance END) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
    "WHERE r.observation_id = observations.id AND s.undone_at IS NULL), observations.first_importance)";

} // namespace artifactd::turn
