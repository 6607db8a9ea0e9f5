#include "agents/turn/store/commit.hpp"

#include "agents/turn/store/rows/turn_rows.hpp"
#include "agents/turn/store/taking_back.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// True if the base scene was the current one; the new one now is.
Result<bool> advance(Database& database, TurnRecord const& record, SceneKey const& key) {
  TRY(execute(
      database,
      "UPDATE sessions SET current_scene_id = ?, updated_at = ? WHERE id = ? AND current_scene_id = ? "
      "AND ended_at IS NULL AND (frozen_digest = ? OR ? = '')",
      key.scene_id, key.at, record.session_id,
      record.replaces_scene_id.empty() ? record.base_scene_id : record.replaces_scene_id,
      record.documents_digest, record.documents_digest));
  return database.changes() == 1;
}

/// The key of the scene after the record's base.
Result<SceneKey> next_scene(Database& database, TurnRecord const& record) {
  auto base =
      TRY(query(database, "SELECT scene_index, created_at FROM scenes WHERE id = ?", record.base_scene_id));
  if (!TRY(base.step()))
    return fail(Fault::changed, fmt::format("the scene {} is no longer there", record.base_scene_id));
  if (base.number(0) + 1 != record.turn_index)
    return fail(Fault::invalid,
                fmt::format("turn {} does not follow the scene {}", record.turn_index, record.base_scene_id));
  return SceneKey{.session_id = record.session_id,
                  .user_action_id = record.user_action_id,
                  .scene_id = scene_id_of(record.session_id, record.user_action_id),
                  .scene_index = record.turn_index,
                  .at = std::max(record.at, base.number(1))};
}

/// `state`: done or stale.
Result<void> end_attempt(Database& database, TurnRecord const& record, std::string_view state, Time at,
                         Json const& spent) {
  return execute(
      database,
      "UPDATE turn_attempts SET state = ?, spent = ?, ended_at = ?, error_code = NULL, message = NULL "
      "WHERE session_id = ? AND user_action_id = ? AND state = 'running'",
      state, JsonText(spent), at, record.session_id, record.user_action_id);
}

} // namespace

Result<Changed> commit_turn(Store const& store, TurnRecord const& record, Json const& spent) {
  return store.write([&](Database& database) -> Result<Changed> {
    Asked asked{.user_action_id = record.user_action_id, .text = record.text, .at = record.at};
    if (auto known = TRY(known_request(database, record.session_id, "say", asked))) return *std::move(known);
    auto const key = TRY(next_scene(database, record));
    if (!TRY(advance(database, record, key))) {
      TRY(end_attempt(database, record, "stale", record.at, spent));
      return Changed{Change::stale, std::nullopt};
    }
    if (!record.replaces_scene_id.empty())
      TRY(take_back_behind(database, record.session_id, key.scene_index - 1, record.at));
    TRY(insert_turn(database, key, record));
    TRY(end_attempt(database, record, "done", key.at, spent));
    asked.at = key.at;
    TRY(insert_request(database, record.session_id, "say", asked, key.scene_id, record.result));
    return Changed{Change::written, TurnRow{.user_action_id = asked.user_action_id,
                                            .what = "say",
                                            .text_sha256 = text_digest(asked.text),
                                            .scene_id = key.scene_id,
                                            .scene_index = key.scene_index,
                                            .result = record.result,
                                            .undone = false,
                                            .at = key.at}};
  });
}

Result<std::optional<TurnRow>> turn(Store const& store, std::string const& session_id,
                                    std::string const& user_action_id) {
  return store.read_briefly(
      [&](Database& database) { return turn_row(database, session_id, user_action_id); });
}

} // namespace artifactd::turn
