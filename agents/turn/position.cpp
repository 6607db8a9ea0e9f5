#include "agents/turn/position.hpp"

#include "agents/turn/mechanics.hpp"
#include "agents/turn/store/reading.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

Scenes one_scene(std::int64_t index) {
  return {.from = index, .to = index};
}

Result<Scene> scene_at(Store const& store, std::string const& session_id, std::int64_t index) {
  auto const rows = TRY(scene_rows(store, session_id, one_scene(index)));
  if (rows.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  auto const& row = rows.front();
  Scene scene{.id = row["id"], .scene_index = index, .state_json = row["state_json"], .relations = {}};
  for (auto const& edge : row["relations"])
    scene.relations.push_back({.a = edge["a"],
                               .b = edge["b"],
                               .trust = edge["trust"],
                               .tension = edge["tension"],
                               .closeness = edge["closeness"]});
  return scene;
}

} // namespace

Result<Snapshot> position_at(Store const& store, StoryRow story, Frozen documents, std::int64_t index,
                             Time now) {
  Snapshot position;
  position.frozen = std::move(documents);
  position.scene = TRY(scene_at(store, story.id, index));
  for (auto const& row : TRY(log_rows(store, story.id, one_scene(index))))
    for (auto const& message : row["messages"])
      if (message["role"] != "user") position.last_narration = message["content"];
  auto const decay = read_mechanics(position.frozen.ruleset).mechanics.decay;
  for (auto const& id : story.character_ids) {
    auto const known = TRY(observations(store, story.id, id, index));
    position.memories[id] = {newest(known, decay, {now, index}), strongest(known, decay, {now, index})};
  }
  story.current_scene_id = position.scene.id;
  story.scene_index = index;
  position.story = std::move(story);
  return position;
}

} // namespace artifactd::turn
