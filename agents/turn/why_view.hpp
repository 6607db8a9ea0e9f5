// How a turn came about, as a document.
#pragma once

#include "agents/turn/store/rows/story_rows.hpp"

namespace artifactd::turn {

/// {events, scene, dice, observed, told, attempts, failed} of the visible scene with this index:
///   events    of event_rows(); scene: of log_rows(); dice: of dice_rows()
///   observed  [{character_id, content, importance}]
///   told      {to_rules, to_characters: {id: …}, lore: {told, left_out}}, memories the strongest first, each
///             {character_id, content, effective_importance, decay_weight, reinforcement_multiplier,
///             priority}; null if no turn of this story made the scene
///   attempts  [{state, error_code, message}]; failed: their events about failures
/// Fault::missing if there is no such scene.
Result<Json> why_members(Store const& store, StoryRow const& story, std::int64_t index);

} // namespace artifactd::turn
