#include "agents/turn/store/snapshot.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/store/rows/session_rows.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr int most_important = 5;
constexpr std::int64_t multipliers = 4; ///< counts 0, 1, 2 and 3 or more

/// The newest of one importance and one multiplier. The condition must match the index
/// observations_by_strength.
constexpr std::string_view probe_of_class =
    "SELECT id, character_id, content, importance, reinforcement_count, created_at, "
    "(SELECT scene_index FROM scenes s WHERE s.id = observations.scene_id) FROM observations "
    "WHERE session_id = ? AND character_id = ? AND importance = ? "
    "AND (CASE WHEN reinforcement_count < 3 THEN reinforcement_count ELSE 3 END) = ? "
    "AND NOT EXISTS (SELECT 1 FROM scenes s WHERE s.id = observations.scene_id AND s.undone_at IS NOT NULL) "
    "ORDER BY created_at DESC, id LIMIT ?";

Observation observation_at(Statement const& row) {
  return {.id = row.text(0),
          .character_id = row.text(1),
          .content = row.text(2),
          .importance = static_cast<int>(row.number(3)),
          .reinforcement_count = row.number(4),
          .created_at = row.number(5),
          .scene_index = row.number(6)};
}

/// The same as of scene ?6, without what later scenes reinforced.
constexpr std::string_view former_probe_of_class =
    "SELECT id, character_id, content, importance, reinforcement_count, created_at, "
    "(SELECT scene_index FROM scenes s WHERE s.id = observations.scene_id) FROM observations "
    "WHERE session_id = ?1 AND character_id = ?2 AND importance = ?3 "
    "AND (CASE WHEN reinforcement_count < 3 THEN reinforcement_count ELSE 3 END) = ?4 "
    "AND EXISTS (SELECT 1 FROM scenes s WHERE s.id = observations.scene_id AND s.undone_at IS NULL "
    "AND s.scene_index <= ?6) "
    "AND NOT EXISTS (SELECT 1 FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
    "WHERE r.observation_id = observations.id AND s.undone_at IS NULL AND s.scene_index > ?6) "
    "ORDER BY created_at DESC, id LIMIT ?5";

/// What scenes after ?3 reinforced, with its values as of that scene.
constexpr std::string_view reinforced_later =
    "SELECT o.id, o.character_id, o.content, "
    "coalesce((SELECT max(CASE WHEN r.importance > o.first_importance THEN r.importance ELSE "
    "o.first_importance END) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id WHERE "
    "r.observation_id = o.id AND s.undone_at IS NULL AND s.scene_index <= ?3), o.first_importance), "
    "(SELECT count(*) FROM reinforcements r JOIN scenes s ON s.id = r.scene_id WHERE r.observation_id = o.id "
    "AND s.undone_at IS NULL AND s.scene_index <= ?3), o.created_at, made.scene_index "
    "FROM observations o JOIN scenes made ON made.id = o.scene_id WHERE o.id IN (SELECT r.observation_id "
    "FROM "
    "scenes s JOIN reinforcements r ON r.scene_id = s.id WHERE s.session_id = ?1 AND s.undone_at IS NULL AND "
    "s.scene_index > ?3) AND o.character_id = ?2 AND made.undone_at IS NULL AND made.scene_index <= ?3";

/// What a probe finds in all classes.
template <class... More>
Result<std::vector<Observation>> probed(Database& database, std::string_view probe,
                                        std::string const& session_id, std::string const& character_id,
                                        std::size_t count, More... more) {
  std::vector<Observation> found;
  auto rows = TRY(database.prepare(probe));
  for (int importance = 1; importance <= most_important; ++importance)
    for (std::int64_t multiplier = 0; multiplier < multipliers; ++multiplier) {
      bind_all(rows, session_id, character_id, importance, multiplier, count, more...);
      append(found, TRY(read_rows(rows, observation_at)));
      rows.reset();
    }
  return found;
}

/// All observations that can be among the newest or the strongest `count`.
Result<std::vector<Observation>> candidates(Database& database, std::string const& session_id,
                                            std::string const& character_id, std::size_t count) {
  return probed(database, probe_of_class, session_id, character_id, count);
}

/// The same for an earlier scene.
Result<std::vector<Observation>> former_candidates(Database& database, std::string const& session_id,
                                                   std::string const& character_id, std::size_t count,
                                                   std::int64_t scene_index) {
  auto rows = TRY(query(database, reinforced_later, session_id, character_id, scene_index));
  auto found = TRY(read_rows(rows, observation_at));
  append(found, TRY(probed(database, former_probe_of_class, session_id, character_id, count, scene_index)));
  return found;
}

Relation relation_at(Statement const& row) {
  return {.a = row.text(0),
          .b = row.text(1),
          .trust = static_cast<int>(row.number(2)),
          .tension = static_cast<int>(row.number(3)),
          .closeness = static_cast<int>(row.number(4))};
}

Result<Scene> scene_of(Database& database, StoryRow const& story) {
  auto row =
      TRY(query(database, "SELECT state_json, created_at FROM scenes WHERE id = ?", story.current_scene_id));
  if (!TRY(row.step())) return fail(Fault::invalid, "the story " + story.id + " has no current scene");
  Scene scene{.id = story.current_scene_id,
              .scene_index = story.scene_index,
              .state_json = TRY(json_at(row, 0)),
              .relations = {},
              .created_at = row.number(1)};
  auto edges =
      TRY(query(database,
                "SELECT character_a_id, character_b_id, trust, tension, closeness FROM scene_relations "
                "WHERE scene_id = ? ORDER BY character_a_id, character_b_id",
                scene.id));
  scene.relations = TRY(read_rows(edges, relation_at));
  return scene;
}

Memory memory_among(std::vector<Observation> const& all, Moment const& now, Recall const& recall,
                    Decay const& decay) {
  return {.newest = newest(all, decay, now, recall.newest),
          .strongest = strongest(all, decay, now, recall.strongest)};
}

Result<Memory> memory_of(Database& database, StoryRow const& story, std::string const& character,
                         Recall const& recall, Decay const& decay) {
  auto const all = TRY(candidates(database, story.id, character, std::max(recall.newest, recall.strongest)));
  return memory_among(all, {recall.now, story.scene_index}, recall, decay);
}

Result<Snapshot> taken_of(Database& database, StoryRow story, Recall const& recall) {
  Snapshot taken;
  taken.story = std::move(story);
  taken.frozen = TRY(frozen_row(database, taken.story.id, taken.story.documents_digest));
  taken.scene = TRY(scene_of(database, taken.story));
  taken.last_narration = TRY(text_of(database,
                                     "SELECT content FROM messages WHERE scene_id = ? AND role <> 'user' "
                                     "ORDER BY position DESC LIMIT 1",
                                     taken.scene.id))
                             .value_or("");
  auto const decay = recall.decay ? *recall.decay : read_decay(taken.frozen->ruleset);
  for (auto const& character : taken.story.character_ids)
    taken.memories.emplace(character, TRY(memory_of(database, taken.story, character, recall, decay)));
  return taken;
}

} // namespace

Result<Snapshot> snapshot(Store const& store, std::string const& session_id, Recall const& recall) {
  return store.read_briefly([&](Database& database) -> Result<Snapshot> {
    return taken_of(database, TRY(story_row(database, session_id)), recall);
  });
}

Result<Snapshot> snapshot(Store const& store, StoryRow story, Recall const& recall) {
  return store.read_briefly([&](Database& database) -> Result<Snapshot> {
    auto const current =
        TRY(text_of(database, "SELECT current_scene_id FROM sessions WHERE id = ?", story.id));
    if (current != story.current_scene_id)
      return fail(Fault::changed, fmt::format("the story {} has moved to another scene", story.id));
    return taken_of(database, std::move(story), recall);
  });
}

Result<std::map<std::string, Memory>> memories_at(Store const& store, StoryRow const& story,
                                                  std::int64_t scene_index, Recall const& recall) {
  using Memories = std::map<std::string, Memory>;
  return store.read([&](Database& database) -> Result<Memories> {
    Memories memories;
    auto const count = std::max(recall.newest, recall.strongest);
    auto const decay = recall.decay.value_or(Decay());
    Moment const now{recall.now, scene_index};
    for (auto const& character : story.character_ids) {
      auto const all = TRY(former_candidates(database, story.id, character, count, scene_index));
      memories.emplace(character, memory_among(all, now, recall, decay));
    }
    return memories;
  });
}

Result<std::vector<Remembered>> strongest_observations(Store const& store, std::string const& session_id,
                                                       std::string const& character_id, std::size_t count,
                                                       Decay const& decay, Moment const& now) {
  return store.read([&](Database& database) -> Result<std::vector<Remembered>> {
    return strongest(TRY(candidates(database, session_id, character_id, count)), decay, now, count);
  });
}

} // namespace artifactd::turn
