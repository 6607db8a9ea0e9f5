// The rows of one scene and what belongs to it, as begin and a committed turn write them. Within a
// transaction.
#pragma once

#include "agents/turn/store/rows/row.hpp"
#include "agents/turn/turn_record.hpp"

#include <set>
#include <span>

namespace artifactd::turn {

/// The source of the rows' ids and times.
struct SceneKey {
  std::string session_id;
  std::string user_action_id;
  std::string scene_id; ///< from scene_id_of()
  std::int64_t scene_index = 0;
  Time at = 0;

  [[nodiscard]] std::string id(std::string_view kind, std::uint64_t n) const {
    return entity_id(session_id, user_action_id, kind, n);
  }
};
[[nodiscard]] std::string scene_id_of(std::string_view session_id, std::string_view user_action_id);

/// The ids of a story's characters.
using CastIds = std::set<std::string, std::less<>>;
Result<CastIds> cast_of(Database& database, std::string const& session_id);

/// An empty base is null.
Result<void> insert_scene(Database& database, SceneKey const& key, std::string const& base_scene_id,
                          Json const& state);
/// Fault::invalid for a pair that is not an ordered pair of the cast, a duplicate, or a value out of range.
Result<void> insert_relations(Database& database, SceneKey const& key, CastIds const& cast,
                              std::span<Relation const> relations);
/// Fault::invalid for an unknown character or a second action of one character.
Result<void> insert_actions(Database& database, SceneKey const& key, CastIds const& cast,
                            std::span<ActionRecord const> actions);
Result<void> insert_messages(Database& database, SceneKey const& key,
                             std::span<MessageRecord const> messages);
Result<void> insert_dice(Database& database, SceneKey const& key, std::span<DiceRecord const> dice);
/// An empty attempt is null. With an attempt the scene's id is null, because the attempt made none. Positions
/// count from `first`.
Result<void> insert_events(Database& database, SceneKey const& key, std::string const& attempt_id,
                           std::span<EventRecord const> events, std::int64_t first = 0);

} // namespace artifactd::turn
