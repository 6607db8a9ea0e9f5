// A story as rows, most of them JSON, for display. Times are milliseconds; ids and members are those of the
// tables.
#pragma once

#include "agents/turn/store/store.hpp"
#include "agents/turn/story.hpp"

#include <optional>

namespace artifactd::turn {

/// Selects scenes. Rows are sorted by scene_index; for the same index the visible scene comes first.
struct Scenes {
  std::int64_t from = 0;
  std::int64_t to = INT64_MAX; ///< inclusive
  bool undone = false;         ///< include undone scenes, marked with `undone_at`
  std::size_t limit = 1000;    ///< scenes, the last ones of the range
};
/// The visible scene with this index.
[[nodiscard]] inline Scenes one_scene(std::int64_t index) {
  return {.from = index, .to = index};
}

/// [{scene_index, scene_id, base_scene_id, created_at, undone_at?, user_action_id?,
///   messages: [{role, content}],
///   actions: [{character_id, action_text, intent_tags, resolved_outcome}]}]
Result<Json> log_rows(Store const& store, std::string const& session_id, Scenes const& scenes);
/// [{id, scene_index, base_scene_id, state_json, relations, created_at, undone_at?}]
Result<Json> scene_rows(Store const& store, std::string const& session_id, Scenes const& scenes);
/// [{scene_index, scene_id, a, b, trust, tension, closeness}]
Result<Json> relation_rows(Store const& store, std::string const& session_id, Scenes const& scenes);
/// [{id, scene_index, scene_id, turn_index, position, event_type, step_name, payload_json, model_key,
///   prompt_version, created_at}]
Result<Json> event_rows(Store const& store, std::string const& session_id, Scenes const& scenes);
/// The events of attempts that made no scene, as event_rows() with `attempt_id`.
Result<Json> attempt_event_rows(Store const& store, std::string const& session_id);
/// [{scene_index, scene_id, roll_index, expression, seed, generator, rolls, dice, modifier, total, context,
/// created_at}]
Result<Json> dice_rows(Store const& store, std::string const& session_id, Scenes const& scenes);

/// Observations as they were at scene `at` (unset: now), oldest first. An empty character means everybody.
Result<std::vector<Observation>> observations(Store const& store, std::string const& session_id,
                                              std::string const& character_id = {},
                                              std::optional<std::int64_t> at = {});

/// Every scene with its base, and the stories branched from it: [{scene_id, scene_index, base_scene_id,
/// undone_at, current, branches: [session_id]}]
Result<Json> tree_rows(Store const& store, std::string const& session_id);

} // namespace artifactd::turn
