#include "agents/turn/mirror/backfilling.hpp"

#include "agents/turn/chat_history.hpp"
#include "agents/turn/import.hpp"
#include "agents/turn/mirror/chat_story.hpp"
#include "agents/turn/mirror/parity.hpp"
#include "agents/turn/mirror/stored_story.hpp"
#include "agents/turn/rules/state_ops.hpp"
#include "agents/turn/store/backfill.hpp"
#include "state/dice/draws.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::size_t session_id_digits = 26;

bool is_session_id(std::string_view id) {
  return id.size() == session_id_digits &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567") == std::string_view::npos;
}

Result<MirroredStory> read_chat_file(Store const& store, std::string_view file, std::string_view bytes,
                                     std::string const& scenario_id) {
  if (scenario_id.empty())
    return fail(Fault::missing,
                fmt::format("{} is a chat: name the scenario it is played under (--scenario)", file));
  auto read = read_chat(file, bytes);
  if (!read.chat) return fail(Fault::invalid, place_and_message(*first_error(read.findings)));
  TRY(judge_length(read.chat->turns.size()));
  auto story = TRY(chat_story(*read.chat, TRY(frozen_now(store, scenario_id))));
  story.left_out = std::move(read.findings);
  return story;
}

Documents bundle_of(Frozen const& frozen) {
  Documents documents;
  documents.rulesets.push_back({frozen.ruleset});
  if (!frozen.world_lore.id.empty()) documents.world_lore.push_back({frozen.world_lore});
  for (auto const& character : frozen.characters)
    documents.characters.push_back({character});
  documents.scenarios.push_back({frozen.scenario});
  return documents;
}

/// Checks them as on import, and returns what would be imported.
Result<std::vector<Content>> judged_documents(Store const& store, Frozen const& documents) {
  auto const& ids = documents.scenario.character_ids;
  if (!std::ranges::equal(documents.characters, ids, {}, &Character::id) ||
      documents.scenario.ruleset_id != documents.ruleset.id ||
      documents.scenario.world_lore_id != documents.world_lore.id)
    return fail(Fault::invalid, "the documents are not those that the scenario names");
  ImportFile const file{.name = "documents.json", .bytes = compact(to_json(bundle_of(documents)))};
  auto gathered = TRY(gather(store, std::span(&file, 1), {}));
  if (auto const* error = first_error(gathered.findings))
    return fail(Fault::invalid, "the documents are not valid: " + place_and_message(*error));
  return std::move(gathered.contents);
}

Result<void> judge_states(MirroredStory const& told) {
  auto const cast = cast_of(told.documents.scenario);
  auto const rules = TRY(state_rules(told.documents.ruleset, cast));
  for (auto const& scene : told.scenes) {
    auto const faults = judge_state(rules.schema, {scene.state, scene.relations}, cast);
    if (!faults.empty())
      return fail(Fault::invalid, fmt::format("scene {}: the state at \"{}\": {}", scene.scene_index,
                                              faults.front().pointer, faults.front().message));
  }
  return {};
}

Result<void> bring_documents(Store const& store, std::vector<Content> contents, BackfillBy const& by) {
  std::vector<Content> missing;
  for (auto& each : contents)
    if (!TRY(content(store, kind_of(each), id_of(each)))) missing.push_back(std::move(each));
  TRY(put_content(store, missing,
                  {.importer = by.importer, .replace = false, .dry_run = false, .at = by.at}));
  return {};
}

std::string action_id(std::int64_t index) {
  return fmt::format("backfill-{}", index);
}

TurnRecord record_of(MirroredStory const& told, MirroredScene const& scene, std::string const& base,
                     std::string const& source) {
  TurnRecord record{.session_id = told.session_id,
                    .user_action_id = action_id(scene.scene_index),
                    .text = {},
                    .base_scene_id = base,
                    .turn_index = scene.scene_index,
                    .at = scene.created_at,
                    .state_json = scene.state,
                    .relations = scene.relations,
                    .actions = scene.actions,
                    .observations = {},
                    .messages = scene.messages,
                    .dice = {},
                    .events = {},
                    .result = {}};
  for (auto const& [character, text, importance] : scene.observations)
    record.observations.push_back(
        {.character_id = character, .content = text, .importance = importance, .reinforces = {}});
  for (auto const& each : scene.dice)
    if (auto rolled = dice::rolled_from_json(each))
      record.dice.push_back({record.dice.size(), *std::move(rolled), each.value("context", Json())});
  for (auto const& message : scene.messages)
    if (message.role == "user")
      record.events.push_back({"user_action", "", {{"text", message.content}, {"source", source}}, "", ""});
  return record;
}

} // namespace

Result<MirroredStory> read_story_file(Store const& store, std::string_view file, std::string_view bytes,
                                      std::string const& scenario_id) {
  if (!is_mirror(bytes)) {
    if (is_chat(bytes)) return read_chat_file(store, file, bytes, scenario_id);
    return fail(Fault::invalid,
                fmt::format("{} is neither a story that artifactd mirrored nor a chat", file));
  }
  auto story = TRY(read_mirror(file, bytes));
  if (!is_session_id(story.session_id))
    return fail(Fault::invalid, fmt::format("{}, line 1: \"{}\" is not a valid id of a story", file,
                                            printable(story.session_id)));
  return story;
}

Result<Backfilled> backfill_story(Store const& store, MirroredStory const& told, std::string const& source,
                                  BackfillBy const& by) {
  auto const row = TRY(story(store, told.session_id));
  auto const stored = row ? TRY(stored_story(store, told.session_id)) : MirroredStory{};
  if (auto different = difference(stored, told, SIZE_MAX); !different.empty())
    return fail(Fault::exists, std::move(different));
  auto const known = stored.scenes.size();
  if (told.scenes.size() <= known) return Backfilled::same;
  if (row && row->directory)
    return fail(Fault::exists, fmt::format("the file has {} more scenes, but a directory plays the story now",
                                           told.scenes.size() - known));
  auto contents = TRY(judged_documents(store, told.documents));
  TRY(judge_states(told));
  TRY(bring_documents(store, std::move(contents), by));
  std::vector<TurnRecord> records;
  auto base = known == 0 ? std::string() : stored.scenes.back().scene_id;
  for (auto i = known; i < told.scenes.size(); ++i) {
    records.push_back(record_of(told, told.scenes[i], base, source));
    base = entity_id(told.session_id, records.back().user_action_id, "scene", 0);
  }
  TRY(backfill(store, {.story = {.session_id = told.session_id,
                                 .directory = {},
                                 .frozen = told.documents,
                                 .small_model_key = by.small_model_key,
                                 .large_model_key = by.large_model_key,
                                 .dice_seed = dice::fresh_seed() + dice::fresh_seed(),
                                 .seed_chosen = false,
                                 .result = {}},
                       .source = source,
                       .scenes = records}));
  return known == 0 ? Backfilled::fresh : Backfilled::extended;
}

} // namespace artifactd::turn
