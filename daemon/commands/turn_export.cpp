#include "agents/turn/store/content_json.hpp"
#include "daemon/commands/turn_story.hpp"
#include "state/digest.hpp"

namespace artifactd {

namespace {

/// The seed of a running story's dice stays out: with it every later roll could be foretold.
Json story_json(turn::StoryRow const& row, bool in_use) {
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

Json observations_json(std::vector<turn::Observation> const& observations) {
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

Result<Exit> print_export(Config const& config, TurnExportOptions const& options) {
  auto const story = TRY(story_argument(config, options.session));
  auto const& id = story.row.id;
  turn::Scenes const all{.undone = true, .limit = SIZE_MAX};
  Json document = {{"version", 1},
                   {"session", story_json(story.row, TRY(turn::seed_is_in_use(story.store, story.row)))}};
  document["documents"] = turn::frozen_json(TRY(turn::frozen_of(story.store, id)));
  document["scenes"] = TRY(turn::scene_rows(story.store, id, all));
  document["log"] = TRY(turn::log_rows(story.store, id, all));
  document["dice"] = TRY(turn::dice_rows(story.store, id, all));
  document["observations"] = observations_json(TRY(turn::observations(story.store, id)));
  document["events"] = TRY(turn::event_rows(story.store, id, all));
  document["failed_attempts"] = TRY(turn::attempt_event_rows(story.store, id));
  print_json(document);
  return Exit::ok;
}

} // namespace

Exit turn_export_command(Cli const& cli, TurnExportOptions const& options) {
  auto const config = configuration_to_look(cli);
  if (!config) return config.error();
  auto exit = print_export(*config, options);
  return exit ? *exit : complain(cli, exit.error());
}

} // namespace artifactd
