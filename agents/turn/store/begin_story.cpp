#include "agents/turn/content/told_story.hpp"
#include "agents/turn/rules/scene_state.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/observation_rows.hpp"
#include "agents/turn/store/rows/past_rows.hpp"
#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// At most one is the persona; there must be at least one other.
Result<void> check_scenario(Scenario const& scenario) {
  auto const others = std::ranges::count_if(scenario.character_ids,
                                            [&](auto const& id) { return id != scenario.persona_id; });
  if (others == 0)
    return fail(Fault::invalid, fmt::format("scenario {}: only the player is in it", scenario.id));
  if (!scenario.scene_seed.is_object())
    return fail(Fault::invalid, fmt::format("scenario {}: scene_seed is not an object", scenario.id));
  return {};
}

/// Inserts scene 0 and the past after it. Returns the id of the scene from which the story continues.
Result<std::string> insert_scenes(Database& database, NewStory const& story, SceneKey const& key) {
  auto const scenario = told_story(story.frozen).scenario;
  auto const first = first_state(scenario.scene_seed, cast_of(scenario));
  if (!first.faults.empty())
    return fail(Fault::invalid, fmt::format("scene_seed at \"{}\": {}", first.faults.front().pointer,
                                            first.faults.front().message));
  auto const& [state, relations] = first.state;
  auto const cast = TRY(cast_of(database, story.session_id));
  TRY(insert_scene(database, key, {}, state));
  TRY(insert_relations(database, key, cast, relations));
  std::vector<NewObservation> observations;
  for (auto const& [character, content, importance] : scenario.observations)
    observations.push_back(
        {.character_id = character, .content = content, .importance = importance, .reinforces = {}});
  TRY(insert_observations(database, key, cast, observations));
  auto const& told = story.past.opening.empty() ? scenario.intro_seed : story.past.opening;
  if (!told.empty()) TRY(insert_messages(database, key, std::array{MessageRecord{"intro", told}}));
  return insert_past(database, story, key, state, relations);
}

/// Whether this request began the directory's story.
Result<std::optional<Changed>> begun_before(Database& database, StoryDirectory const& directory,
                                            Asked const& asked) {
  auto const current = TRY(running_story(database, directory));
  if (!current) return std::nullopt;
  auto known = TRY(turn_row(database, *current, asked.user_action_id));
  if (known && known->what == "begin" && known->text_sha256 == text_digest(asked.text))
    return Changed{Change::repeated, std::move(known)};
  return fail(Fault::exists, whole_path(directory) + " has a story that has not ended");
}

} // namespace

Result<Changed> begin_story(Store const& store, NewStory const& story, Asked const& asked) {
  TRY(check_scenario(story.frozen.scenario));
  return store.write([&](Database& database) -> Result<Changed> {
    if (auto known = TRY(begun_before(database, story.directory, asked))) return *std::move(known);
    SceneKey key{.session_id = story.session_id,
                 .user_action_id = asked.user_action_id,
                 .scene_id = scene_id_of(story.session_id, asked.user_action_id),
                 .scene_index = 0,
                 .at = asked.at};
    TRY(insert_session(database, story, key));
    TRY(set_directory(database, story.session_id, story.directory));
    TRY(insert_cast(database, story, asked.at));
    key.at = story.past.begun.value_or(asked.at);
    auto const current = TRY(insert_scenes(database, story, key));
    TRY(execute(database, "UPDATE sessions SET current_scene_id = ? WHERE id = ?", current,
                story.session_id));
    return record_request(database, story.session_id, "begin", asked, key.scene_id, story.result);
  });
}

} // namespace artifactd::turn
