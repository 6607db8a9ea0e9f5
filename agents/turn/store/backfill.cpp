#include "agents/turn/store/backfill.hpp"

#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

SceneKey key_of(TurnRecord const& record) {
  return {.session_id = record.session_id,
          .user_action_id = record.user_action_id,
          .scene_id = scene_id_of(record.session_id, record.user_action_id),
          .scene_index = record.turn_index,
          .at = record.at};
}

Result<void> insert_story(Database& database, ToldElsewhere const& told) {
  auto const key = key_of(told.scenes.front());
  TRY(insert_session(database, told.story, key));
  TRY(insert_cast(database, told.story, key.at));
  return execute(database, "INSERT INTO story_origins(session_id, source, created_at) VALUES(?, ?, ?)",
                 told.story.session_id, told.source, key.at);
}

/// Checks that the first new scene follows the current one.
Result<void> check_position(Database& database, std::string const& session_id, TurnRecord const& first) {
  auto row =
      TRY(query(database,
                "SELECT s.id, s.scene_index FROM sessions n JOIN scenes s ON s.id = n.current_scene_id "
                "WHERE n.id = ?",
                session_id));
  if (TRY(row.step()) && row.text(0) == first.base_scene_id && row.number(1) + 1 == first.turn_index)
    return {};
  return fail(Fault::changed, fmt::format("the story {} has changed meanwhile", session_id));
}

} // namespace

Result<void> backfill(Store const& store, ToldElsewhere const& told) {
  if (told.scenes.empty()) return {};
  return store.write([&](Database& database) -> Result<void> {
    auto const& first = told.scenes.front();
    if (first.turn_index == 0)
      TRY(insert_story(database, told));
    else
      TRY(check_position(database, told.story.session_id, first));
    for (auto const& record : told.scenes)
      TRY(insert_turn(database, key_of(record), record));
    auto const last = key_of(told.scenes.back());
    return execute(database, "UPDATE sessions SET current_scene_id = ?, updated_at = ? WHERE id = ?",
                   last.scene_id, last.at, told.story.session_id);
  });
}

Result<std::int64_t> backfilled_count(Store const& store) {
  return store.read([](Database& database) { return database.number("SELECT count(*) FROM story_origins"); });
}

} // namespace artifactd::turn
