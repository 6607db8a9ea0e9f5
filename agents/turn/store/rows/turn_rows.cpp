#include "agents/turn/store/rows/turn_rows.hpp"

#include "agents/turn/store/rows/observation_rows.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

std::string text_digest(std::string_view text) {
  return hex(sha256(text));
}

Result<std::optional<TurnRow>> turn_row(Database& database, std::string const& session_id,
                                        std::string const& user_action_id) {
  auto row = TRY(query(database,
                       "SELECT t.user_action_id, t.what, t.text_sha256, t.scene_id, s.scene_index, t.result, "
                       "s.undone_at, t.created_at FROM turns t JOIN scenes s ON s.id = t.scene_id "
                       "WHERE t.session_id = ? AND t.user_action_id = ?",
                       session_id, user_action_id));
  if (!TRY(row.step())) return std::nullopt;
  return TurnRow{.user_action_id = row.text(0),
                 .what = row.text(1),
                 .text_sha256 = row.text(2),
                 .scene_id = row.text(3),
                 .scene_index = row.number(4),
                 .result = row.text(5),
                 .undone = !row.is_null(6),
                 .at = row.number(7)};
}

Result<std::optional<Changed>> known_request(Database& database, std::string const& session_id,
                                             std::string_view what, Asked const& asked) {
  auto story = TRY(query(database, "SELECT ended_at FROM sessions WHERE id = ?", session_id));
  if (!TRY(story.step())) return fail(Fault::missing, fmt::format("there is no story {}", session_id));
  if (auto known = TRY(turn_row(database, session_id, asked.user_action_id))) {
    auto const same = known->what == what && known->text_sha256 == text_digest(asked.text);
    return Changed{same ? Change::repeated : Change::reused, std::move(known)};
  }
  if (!story.is_null(0) && what != "branch") return Changed{Change::ended, std::nullopt};
  return std::nullopt;
}

Result<void> insert_request(Database& database, std::string const& session_id, std::string_view what,
                            Asked const& asked, std::string const& scene_id, std::string const& result) {
  return execute(
      database,
      "INSERT INTO turns(id, session_id, user_action_id, what, text_sha256, scene_id, result, created_at) "
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
      entity_id(session_id, asked.user_action_id, "turn", 0), session_id, asked.user_action_id, what,
      text_digest(asked.text), scene_id, result, asked.at);
}

Result<Changed> record_request(Database& database, std::string const& session_id, std::string_view what,
                               Asked const& asked, std::string const& scene_id, std::string const& result) {
  TRY(insert_request(database, session_id, what, asked, scene_id, result));
  TRY(execute(database, "UPDATE sessions SET updated_at = ? WHERE id = ?", asked.at, session_id));
  return Changed{Change::written, TRY(turn_row(database, session_id, asked.user_action_id))};
}

Result<void> insert_turn(Database& database, SceneKey const& key, TurnRecord const& record) {
  auto const cast = TRY(cast_of(database, record.session_id));
  TRY(insert_scene(database, key, record.base_scene_id, record.state_json));
  TRY(insert_relations(database, key, cast, record.relations));
  TRY(insert_actions(database, key, cast, record.actions));
  TRY(insert_observations(database, key, cast, record.observations));
  TRY(insert_messages(database, key, record.messages));
  TRY(insert_dice(database, key, record.dice));
  return insert_events(database, key, {}, record.events);
}

} // namespace artifactd::turn
