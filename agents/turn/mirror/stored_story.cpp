#include "agents/turn/mirror/stored_story.hpp"

#include "agents/turn/rules/scene_state.hpp"
#include "agents/turn/store/rows/observed_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "state/json/json_member.hpp"

#include <algorithm>
#include <span>

namespace artifactd::turn {

namespace {

constexpr int most_reads = 5;

MirroredScene scene_of(Json const& row, Json const& told) {
  MirroredScene scene{.scene_index = row["scene_index"],
                      .scene_id = row["id"],
                      .user_action_id = text_member(told, "user_action_id"),
                      .created_at = row["created_at"],
                      .messages = {},
                      .actions = {},
                      .observations = {},
                      .state = row["state_json"],
                      .relations = relations_from_json(row["relations"])};
  for (auto const& message : told["messages"])
    scene.messages.push_back({message["role"], message["content"]});
  for (auto const& action : told["actions"])
    scene.actions.push_back({.character_id = action["character_id"],
                             .action_text = action["action_text"],
                             .intent_tags = action["intent_tags"],
                             .resolved_outcome = action["resolved_outcome"]});
  return scene;
}

/// Uses several reads, which may be of different moments.
Result<MirroredStory> read_story(Store const& store, std::string const& session_id, std::int64_t from) {
  MirroredStory story{
      .session_id = session_id, .documents = *TRY(frozen_of(store, session_id)), .scenes = {}};
  Scenes const all{.from = from, .limit = SIZE_MAX};
  auto const rows = TRY(scene_rows(store, session_id, all));
  auto const told = TRY(log_rows(store, session_id, all));
  auto dice = TRY(dice_rows(store, session_id, all));
  auto observations = TRY(observed(store, session_id, from, INT64_MAX));
  if (rows.size() != told.size()) return story; // it changed meanwhile and is read again
  for (std::size_t i = 0; i < rows.size(); ++i) {
    story.scenes.push_back(scene_of(rows[i], told[i]));
    auto& scene = story.scenes.back();
    if (auto found = observations.find(scene.scene_index); found != observations.end())
      scene.observations = std::move(found->second);
  }
  for (auto& row : dice) {
    auto const index = row["scene_index"].get<std::int64_t>() - from;
    if (index < 0 || static_cast<std::size_t>(index) >= story.scenes.size()) continue;
    row.erase("scene_index");
    row.erase("scene_id");
    story.scenes[static_cast<std::size_t>(index)].dice.push_back(std::move(row));
  }
  return story;
}

bool same_moment(StoryRow const& a, StoryRow const& b) {
  return a.current_scene_id == b.current_scene_id && a.updated_at == b.updated_at;
}

/// The last `limit` scenes of the range.
std::span<MirroredScene const> chosen(MirroredStory const& story, Scenes const& scenes) {
  std::span const all(story.scenes);
  auto const size = static_cast<std::int64_t>(all.size());
  auto const from = std::clamp<std::int64_t>(scenes.from, 0, size);
  auto const end = scenes.to < size - 1 ? std::max(scenes.to + 1, from) : size;
  auto const range = all.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(end - from));
  return range.last(std::min(range.size(), scenes.limit));
}

Json base_of(MirroredStory const& story, MirroredScene const& scene) {
  if (scene.scene_index == 0) return nullptr;
  return story.scenes[static_cast<std::size_t>(scene.scene_index - 1)].scene_id;
}

} // namespace

Result<MirroredStory> stored_story(Store const& store, std::string const& session_id, std::int64_t from) {
  for (int reads = 0; reads < most_reads; ++reads) {
    auto const before = TRY(story(store, session_id));
    if (!before) return fail(Fault::missing, "there is no story " + session_id);
    auto found = TRY(read_story(store, session_id, from));
    auto const after = TRY(story(store, session_id));
    if (after && same_moment(*before, *after)) return found;
  }
  return fail(Fault::busy, "the story " + session_id + " keeps changing");
}

Json log_rows(MirroredStory const& story, Scenes const& scenes) {
  auto rows = Json::array();
  for (auto const& scene : chosen(story, scenes)) {
    Json row = {{"scene_index", scene.scene_index},
                {"scene_id", scene.scene_id},
                {"base_scene_id", base_of(story, scene)},
                {"created_at", scene.created_at}};
    if (!scene.user_action_id.empty()) row["user_action_id"] = scene.user_action_id;
    row["messages"] = Json::array();
    for (auto const& [role, content] : scene.messages)
      row["messages"].push_back({{"role", role}, {"content", content}});
    row["actions"] = to_json(scene.actions);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json scene_rows(MirroredStory const& story, Scenes const& scenes) {
  auto rows = Json::array();
  for (auto const& scene : chosen(story, scenes))
    rows.push_back({{"id", scene.scene_id},
                    {"scene_index", scene.scene_index},
                    {"base_scene_id", base_of(story, scene)},
                    {"state_json", scene.state},
                    {"created_at", scene.created_at},
                    {"relations", to_json(scene.relations)}});
  return rows;
}

Json dice_rows(MirroredStory const& story, Scenes const& scenes) {
  auto rows = Json::array();
  for (auto const& scene : chosen(story, scenes))
    for (auto const& roll : scene.dice) {
      Json row = {{"scene_index", scene.scene_index}, {"scene_id", scene.scene_id}};
      row.update(roll);
      rows.push_back(std::move(row));
    }
  return rows;
}

} // namespace artifactd::turn
