#include "agents/turn/store/reading.hpp"

#include "agents/turn/store/rows/row.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::array shown_scene = {
    Column::text("id"),         Column::number("scene_index"), Column::text("base_scene_id"),
    Column::json("state_json"), Column::number("created_at"),  Column::number("undone_at")};
constexpr std::array shown_relation = {Column::text("a"), Column::text("b"), Column::number("trust"),
                                       Column::number("tension"), Column::number("closeness")};
constexpr std::array shown_message = {Column::text("role"), Column::text("content")};
constexpr std::array shown_action = {Column::text("character_id"), Column::text("action_text"),
                                     Column::json("intent_tags"), Column::json("resolved_outcome")};
constexpr std::array shown_event = {Column::text("id"),           Column::number("turn_index"),
                                    Column::number("position"),   Column::text("event_type"),
                                    Column::text("step_name"),    Column::json("payload_json"),
                                    Column::text("model_key"),    Column::text("prompt_version"),
                                    Column::number("created_at"), Column::text("attempt_id")};
constexpr std::array shown_dice = {Column::number("roll_index"), Column::text("expression"),
                                   Column::text("seed"),         Column::text("generator"),
                                   Column::json("rolls"),        Column::json("dice"),
                                   Column::number("modifier"),   Column::number("total"),
                                   Column::json("context"),      Column::number("created_at")};

constexpr std::string_view relations_of_scene = "SELECT character_a_id, character_b_id, trust, tension, "
                                                "closeness FROM scene_relations WHERE scene_id = ? "
                                                "ORDER BY character_a_id, character_b_id";
constexpr std::string_view messages_of_scene =
    "SELECT role, content FROM messages WHERE scene_id = ? ORDER BY position";
constexpr std::string_view actions_of_scene =
    "SELECT character_id, action_text, intent_tags, resolved_outcome FROM actions WHERE scene_id = ? "
    "ORDER BY position";
constexpr std::string_view events_of_scene = "SELECT id, turn_index, position, event_type, step_name, "
                                             "payload_json, model_key, prompt_version, created_at "
                                             "FROM turn_events WHERE scene_id = ? ORDER BY position";
constexpr std::string_view dice_of_scene =
    "SELECT roll_index, expression, seed, generator, rolls, dice, modifier, total, context, created_at "
    "FROM dice_rolls WHERE scene_id = ? ORDER BY roll_index";

/// The rows of a query with one text parameter.
Result<Json> rows_of(Database& database, std::string_view sql, std::span<Column const> columns,
                     std::string const& value) {
  auto rows = TRY(query(database, sql, value));
  auto list = Json::array();
  while (TRY(rows.step()))
    list.push_back(TRY(row_json(rows, columns)));
  return list;
}

/// The last `limit` scenes of the range, in order.
Result<Json> scenes_of(Database& database, std::string const& session_id, Scenes const& scenes) {
  auto const undone = scenes.undone ? 1 : 0;
  auto const limit = std::min<std::size_t>(scenes.limit, INT64_MAX);
  auto rows =
      TRY(query(database,
                "SELECT id, scene_index, base_scene_id, state_json, created_at, undone_at FROM scenes "
                "WHERE session_id = ? AND scene_index BETWEEN ? AND ? AND (undone_at IS NULL OR ? = 1) "
                "ORDER BY scene_index DESC, undone_at IS NOT NULL DESC, undone_at, id LIMIT ?",
                session_id, scenes.from, scenes.to, undone, limit));
  std::vector<Json> found;
  while (TRY(rows.step())) {
    auto scene = TRY(row_json(rows, shown_scene));
    if (scene["undone_at"].is_null()) scene.erase("undone_at");
    found.push_back(std::move(scene));
  }
  std::ranges::reverse(found);
  return Json(std::move(found));
}

/// The rows that belong to each of the scenes, each with its scene's index.
Result<Json> per_scene(Store const& store, std::string const& session_id, Scenes const& scenes,
                       std::string_view sql, std::span<Column const> columns) {
  return store.read([&](Database& database) -> Result<Json> {
    auto list = Json::array();
    for (auto const& scene : TRY(scenes_of(database, session_id, scenes)))
      for (auto& row : TRY(rows_of(database, sql, columns, scene["id"].get<std::string>()))) {
        Json numbered = {{"scene_index", scene["scene_index"]}, {"scene_id", scene["id"]}};
        if (scene.contains("undone_at")) numbered["undone_at"] = scene["undone_at"];
        numbered.update(row);
        list.push_back(std::move(numbered));
      }
    return list;
  });
}

Result<Json> log_entry(Database& database, Json const& scene) {
  auto const id = scene["id"].get<std::string>();
  Json entry = {{"scene_index", scene["scene_index"]},
                {"scene_id", id},
                {"base_scene_id", scene["base_scene_id"]},
                {"created_at", scene["created_at"]}};
  if (scene.contains("undone_at")) entry["undone_at"] = scene["undone_at"];
  if (auto const action = TRY(text_of(
          database, "SELECT user_action_id FROM turns WHERE scene_id = ? AND what IN ('say', 'begin')", id)))
    entry["user_action_id"] = *action;
  entry["messages"] = TRY(rows_of(database, messages_of_scene, shown_message, id));
  entry["actions"] = TRY(rows_of(database, actions_of_scene, shown_action, id));
  return entry;
}

} // namespace

Result<Json> log_rows(Store const& store, std::string const& session_id, Scenes const& scenes) {
  return store.read([&](Database& database) -> Result<Json> {
    auto list = Json::array();
    for (auto const& scene : TRY(scenes_of(database, session_id, scenes)))
      list.push_back(TRY(log_entry(database, scene)));
    return list;
  });
}

Result<Json> scene_rows(Store const& store, std::string const& session_id, Scenes const& scenes) {
  return store.read([&](Database& database) -> Result<Json> {
    auto list = TRY(scenes_of(database, session_id, scenes));
    for (auto& scene : list)
      scene["relations"] =
          TRY(rows_of(database, relations_of_scene, shown_relation, scene["id"].get<std::string>()));
    return list;
  });
}

Result<Json> relation_rows(Store const& store, std::string const& session_id, Scenes const& scenes) {
  return per_scene(store, session_id, scenes, relations_of_scene, shown_relation);
}

Result<Json> event_rows(Store const& store, std::string const& session_id, Scenes const& scenes) {
  return per_scene(store, session_id, scenes, events_of_scene, std::span(shown_event).first(9));
}

Result<Json> attempt_event_rows(Store const& store, std::string const& session_id) {
  return store.read([&](Database& database) {
    return rows_of(
        database,
        "SELECT e.id, e.turn_index, e.position, e.event_type, e.step_name, e.payload_json, e.model_key, "
        "e.prompt_version, e.created_at, e.attempt_id FROM turn_attempts a JOIN turn_events e ON "
        "e.attempt_id = a.id WHERE a.session_id = ? ORDER BY e.created_at, e.attempt_id, e.position",
        shown_event, session_id);
  });
}

Result<Json> dice_rows(Store const& store, std::string const& session_id, Scenes const& scenes) {
  return per_scene(store, session_id, scenes, dice_of_scene, shown_dice);
}

Result<std::vector<Observation>> observations(Store const& store, std::string const& session_id,
                                              std::string const& character_id,
                                              std::optional<std::int64_t> at) {
  constexpr std::string_view sql =
      "SELECT o.id, o.character_id, o.content, o.first_importance, max(r.importance), count(r.scene_id), "
      "o.created_at, s.scene_index FROM observations o JOIN scenes s ON s.id = o.scene_id "
      "LEFT JOIN (SELECT x.observation_id, x.scene_id, x.importance FROM reinforcements x JOIN scenes y "
      "ON y.id = x.scene_id WHERE y.session_id = ?1 AND y.undone_at IS NULL AND y.scene_index <= ?3) r "
      "ON r.observation_id = o.id WHERE o.session_id = ?1 AND (?2 = '' OR o.character_id = ?2) AND "
      "s.undone_at IS NULL AND s.scene_index <= ?3 GROUP BY o.id, s.id ORDER BY o.created_at, s.scene_index, "
      "o.id";
  auto const last = at.value_or(INT64_MAX);
  return store.read([&](Database& database) -> Result<std::vector<Observation>> {
    auto rows = TRY(query(database, sql, session_id, character_id, last));
    return read_rows(rows, [](Statement const& row) -> Observation {
      return {.id = row.text(0),
              .character_id = row.text(1),
              .content = row.text(2),
              .importance = static_cast<int>(std::max(row.number(3), row.number(4))),
              .reinforcement_count = row.number(5),
              .created_at = row.number(6),
              .scene_index = row.number(7)};
    });
  });
}

Result<Json> tree_rows(Store const& store, std::string const& session_id) {
  constexpr std::array columns = {Column::text("scene_id"), Column::number("scene_index"),
                                  Column::text("base_scene_id"), Column::number("undone_at"),
                                  Column::number("current")};
  return store.read([&](Database& database) -> Result<Json> {
    auto list = TRY(rows_of(database,
                            "SELECT s.id, s.scene_index, s.base_scene_id, s.undone_at, "
                            "CASE WHEN n.current_scene_id = s.id THEN 1 ELSE 0 END FROM scenes s "
                            "JOIN sessions n ON n.id = s.session_id WHERE s.session_id = ? "
                            "ORDER BY s.scene_index, s.created_at, s.id",
                            columns, session_id));
    for (auto& scene : list) {
      scene["current"] = scene["current"] == 1;
      scene["branches"] =
          TRY(all_texts(database, "SELECT id FROM sessions WHERE parent_scene_id = ? ORDER BY created_at, id",
                        scene["scene_id"].get<std::string>()));
    }
    return list;
  });
}

} // namespace artifactd::turn
