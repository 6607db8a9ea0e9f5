#include "agents/turn/position.hpp"

#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/scene_state.hpp"
#include "agents/turn/store/reading.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

Result<Scene> scene_at(Store const& store, std::string const& session_id, std::int64_t index) {
  auto const rows = TRY(scene_rows(store, session_id, one_scene(index)));
  if (rows.empty()) return fail(Fault::missing, fmt::format("the story has no scene {}", index));
  auto const& row = rows.front();
  return Scene{.id = row["id"],
               .scene_index = index,
               .state_json = row["state_json"],
               .relations = relations_from_json(row["relations"])};
}

/// Moves everything but the memories and the documents.
Result<void> move_to(Snapshot& position, Store const& store, std::int64_t index) {
  auto& story = position.story;
  position.scene = TRY(scene_at(store, story.id, index));
  position.last_narration.clear();
  for (auto const& row : TRY(log_rows(store, story.id, one_scene(index))))
    for (auto const& message : row["messages"])
      if (message["role"] != "user") position.last_narration = message["content"];
  story.current_scene_id = position.scene.id;
  story.scene_index = index;
  return {};
}

} // namespace

Result<Snapshot> position_at(Store const& store, StoryRow story, SharedDocuments documents,
                             std::int64_t index, Time now) {
  Snapshot position;
  position.frozen = std::move(documents);
  position.story = std::move(story);
  TRY(move_to(position, store, index));
  position.memories = TRY(
      memories_at(store, position.story, index, {.decay = read_decay(position.frozen->ruleset), .now = now}));
  return position;
}

Result<Positions> Positions::from(Store const& store, StoryRow story, std::int64_t index) {
  auto recollection = TRY(Recollection::at(store, story.id, index - 1));
  Snapshot position;
  position.story = std::move(story);
  return Positions(store, std::move(position), std::move(recollection), index);
}

Result<void> Positions::advance() {
  TRY(move_to(position_, *store_, next_));
  ++next_;
  return recollection_.advance(*store_);
}

Snapshot Positions::at(SharedDocuments documents, Time now) const {
  auto position = position_;
  position.frozen = std::move(documents);
  auto const decay = read_decay(position.frozen->ruleset);
  for (auto const& id : position.story.character_ids)
    position.memories.emplace(id, recollection_.of(id, decay, now));
  return position;
}

} // namespace artifactd::turn
