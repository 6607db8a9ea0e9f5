#include "agents/turn/store/rows/observation_rows.hpp"

#include "agents/turn/prompts/memory.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// An observation the character can see (not of undone scenes) that may be reinforced: its id and scene.
struct Earlier {
  std::string id;
  std::string scene_id;
};

// No LIMIT: with one, SQLite would sort in a temporary table instead of in memory.
constexpr std::string_view visible_first =
    " AND NOT EXISTS (SELECT 1 FROM scenes s WHERE s.id = observations.scene_id AND s.undone_at IS NOT NULL) "
    "ORDER BY created_at, id";

Result<std::optional<Earlier>> earlier(Database& database, std::string_view column,
                                       std::string const& session_id, std::string const& character_id,
                                       std::string const& value) {
  auto const sql =
      fmt::format("SELECT id, scene_id FROM observations WHERE session_id = ? AND character_id = ? "
                  "AND {} = ?{}",
                  column, visible_first);
  auto row = TRY(query(database, sql, session_id, character_id, value));
  if (!TRY(row.step())) return std::nullopt;
  return Earlier{row.text(0), row.text(1)};
}

Result<void> refresh(Database& database, std::string_view which, auto const&... values) {
  auto const sql = fmt::format("UPDATE observations SET reinforcement_count = {}, importance = {} WHERE {}",
                               reinforced_count, reinforced_importance, which);
  return execute(database, sql, values...);
}

/// The same observation twice within one turn counts once, with the greater importance. The cached values are
/// updated incrementally: the thousandth reinforcement costs as much as the first.
Result<void> reinforce(Database& database, SceneKey const& key, Earlier const& old, int importance) {
  std::int64_t more = 0;
  if (old.scene_id == key.scene_id) {
    TRY(execute(database,
                "UPDATE observations SET first_importance = ? WHERE id = ? AND first_importance < ?",
                importance, old.id, importance));
  } else {
    auto const before =
        TRY(number_of(database, "SELECT 1 FROM reinforcements WHERE observation_id = ? AND scene_id = ?",
                      old.id, key.scene_id));
    more = before ? 0 : 1;
    TRY(execute(database,
                "INSERT INTO reinforcements(observation_id, scene_id, importance) VALUES(?, ?, ?) "
                "ON CONFLICT(observation_id, scene_id) DO UPDATE SET importance = excluded.importance "
                "WHERE excluded.importance > reinforcements.importance",
                old.id, key.scene_id, importance));
  }
  return execute(
      database,
      "UPDATE observations SET reinforcement_count = reinforcement_count + ?, importance = CASE WHEN "
      "importance < ? THEN ? ELSE importance END WHERE id = ?",
      more, importance, importance, old.id);
}

/// The observation it reinforces, if any.
Result<std::optional<Earlier>> reinforced_by(Database& database, SceneKey const& key,
                                             NewObservation const& observation, std::string const& content) {
  if (observation.reinforces.empty())
    return earlier(database, "content_key", key.session_id, observation.character_id, content);
  auto named = TRY(earlier(database, "id", key.session_id, observation.character_id, observation.reinforces));
  if (!named)
    return fail(Fault::invalid, fmt::format("\"{}\" has no observation {} to reinforce",
                                            observation.character_id, observation.reinforces));
  return named;
}

} // namespace

Result<void> insert_observations(Database& database, SceneKey const& key, CastIds const& cast,
                                 std::span<NewObservation const> observations) {
  for (std::uint64_t n = 0; auto const& each : observations) {
    if (!cast.contains(each.character_id) || each.importance < 1 || each.importance > 5)
      return fail(Fault::invalid, fmt::format("an observation of \"{}\", who is not in the story, or of an "
                                              "importance beyond 1 to 5: {}",
                                              each.character_id, each.importance));
    auto const id = key.id("observation", n++);
    auto const content = content_key(each.content);
    if (auto const old = TRY(reinforced_by(database, key, each, content))) {
      TRY(reinforce(database, key, *old, each.importance));
      continue;
    }
    TRY(execute(database,
                "INSERT INTO observations(id, session_id, scene_id, character_id, content, content_key, "
                "first_importance, importance, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id, key.session_id, key.scene_id, each.character_id, each.content, content, each.importance,
                each.importance, key.at));
  }
  return {};
}

Result<void> refresh_reinforced(Database& database, std::string const& session_id, std::int64_t from_index) {
  return refresh(database,
                 "id IN (SELECT r.observation_id FROM reinforcements r JOIN scenes s ON s.id = r.scene_id "
                 "WHERE s.session_id = ? AND s.scene_index >= ?)",
                 session_id, from_index);
}

Result<void> refresh_all(Database& database, std::string const& session_id) {
  return refresh(database, "session_id = ?", session_id);
}

} // namespace artifactd::turn
