#include "agents/turn/story_export.hpp"

#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "state/platform/digest.hpp"

namespace artifactd::turn {

namespace {

/// Omits the dice seed of a running story: it would reveal every later roll.
Json story_json(StoryRow const& row, bool in_use) {
  Json json = {{"id", row.id},
               {"scenario_id", row.scenario_id},
               {"ruleset_id", row.ruleset_id},
               {"world_lore_id", row.world_lore_id},
               {"character_ids", row.character_ids},
               {"current_scene_id", row.current_scene_id},
               {"small_model_key", row.small_model_key},
               {"large_model_key", row.large_model_key},
               {"created_at", row.created_at},
               {"updated_at", row.updated_at},
               {"dice_commitment", hex(sha256(row.dice_seed))},
               {"seed_chosen", row.seed_chosen}};
  if (row.ended_at && !in_use) {
    json["ended_at"] = *row.ended_at;
    json["dice_seed"] = row.dice_seed;
  }
  return json;
}

Json observations_json(std::vector<Observation> const& observations) {
  auto rows = Json::array();
  for (auto const& each : observations)
    rows.push_back({{"id", each.id},
                    {"character_id", each.character_id},
                    {"scene_index", each.scene_index},
                    {"content", each.content},
                    {"importance", each.importance},
                    {"reinforcement_count", each.reinforcement_count},
                    {"created_at", each.created_at}});
  return rows;
}

} // namespace

Result<Json> exported(Store const& store, StoryRow const& story) {
  Scenes const all{.undone = true, .limit = SIZE_MAX};
  Json document = {{"version", 1}, {"session", story_json(story, TRY(seed_is_in_use(store, story)))}};
  document["documents"] = frozen_json(*TRY(frozen_of(store, story.id)));
  document["scenes"] = TRY(scene_rows(store, story.id, all));
  document["log"] = TRY(log_rows(store, story.id, all));
  document["dice"] = TRY(dice_rows(store, story.id, all));
  document["observations"] = observations_json(TRY(observations(store, story.id)));
  document["events"] = TRY(event_rows(store, story.id, all));
  document["failed_attempts"] = TRY(attempt_event_rows(store, story.id));
  return document;
}

} // namespace artifactd::turn
