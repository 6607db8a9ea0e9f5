#include "agents/turn/store/rows/session_rows.hpp"

#include "agents/turn/known_values.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/content_tables.hpp"
#include "state/platform/digest.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

std::optional<StoryDirectory> directory_at(Statement const& row) {
  if (row.is_null(1)) return std::nullopt;
  return StoryDirectory{.root = row.text(1),
                        .path = row.text(2),
                        .device = static_cast<std::uint64_t>(row.number(3)),
                        .inode = static_cast<std::uint64_t>(row.number(4)),
                        .birth_ns = row.number(5),
                        .owner = static_cast<uid_t>(row.number(6))};
}

StoryRow story_at(Statement const& row) {
  return {.id = row.text(0),
          .directory = directory_at(row),
          .scenario_id = row.text(7),
          .ruleset_id = row.text(8),
          .world_lore_id = row.text(9),
          .character_ids = {},
          .persona_id = {},
          .current_scene_id = row.text(10),
          .scene_index = row.number(11),
          .small_model_key = row.text(12),
          .large_model_key = row.text(13),
          .dice_seed = row.text(14),
          .seed_chosen = row.number(15) != 0,
          .parent_session_id = row.text(16),
          .parent_scene_id = row.text(17),
          .ended_at = optional_number(row, 18),
          .created_at = row.number(19),
          .updated_at = row.number(20),
          .documents_digest = row.text(21)};
}

Result<void> add_cast(Database& database, StoryRow& story) {
  auto rows = TRY(query(
      database, "SELECT character_id, role FROM session_characters WHERE session_id = ? ORDER BY position",
      story.id));
  while (TRY(rows.step())) {
    story.character_ids.push_back(rows.text(0));
    if (rows.text(1) == "user_persona") story.persona_id = rows.text(0);
  }
  return {};
}

Result<void> need_documents(Database& database, Scenario const& scenario) {
  for (auto const& [kind, id] : {std::pair(DocumentKind::scenario, &scenario.id),
                                 std::pair(DocumentKind::ruleset, &scenario.ruleset_id),
                                 std::pair(DocumentKind::world_lore, &scenario.world_lore_id)}) {
    if (id->empty()) continue;
    auto const sql = fmt::format("SELECT 1 FROM {} WHERE id = ?", content_table(kind).table);
    if (!TRY(number_of(database, sql, *id)))
      return fail(Fault::missing, fmt::format("there is no {} \"{}\"", document_word(kind), *id));
  }
  return {};
}

} // namespace

Result<std::vector<StoryRow>> stories_of(Database& database, Statement& rows) {
  std::vector<StoryRow> found;
  while (TRY(rows.step())) {
    found.push_back(story_at(rows));
    TRY(add_cast(database, found.back()));
  }
  return found;
}

Result<std::optional<std::string>> running_story(Database& database, StoryDirectory const& it) {
  return text_of(
      database,
      "SELECT id FROM sessions WHERE root = ? AND path = ? AND device = ? AND inode = ? AND birth_ns = ? "
      "AND owner = ? AND ended_at IS NULL",
      it.root, it.path, it.device, it.inode, it.birth_ns, it.owner);
}

Result<std::optional<StoryRow>> directory_story(Database& database, StoryDirectory const& it) {
  auto const first = [&](std::string_view which) -> Result<std::optional<StoryRow>> {
    auto rows = TRY(query(database,
                          fmt::format("{} WHERE n.root = ? AND n.path = ? AND n.device = ? AND n.inode = ? "
                                      "AND n.birth_ns = ? AND n.owner = ? {}",
                                      story_columns, which),
                          it.root, it.path, it.device, it.inode, it.birth_ns, it.owner));
    auto found = TRY(stories_of(database, rows));
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
  };
  // Sorting costs more than a second query, and few stories have ended.
  if (auto running = TRY(first("AND n.ended_at IS NULL"))) return running;
  return first("ORDER BY n.created_at DESC, n.id LIMIT 1");
}

Result<void> insert_session(Database& database, NewStory const& story, SceneKey const& key) {
  auto const& scenario = story.frozen.scenario;
  TRY(need_documents(database, scenario));
  auto const frozen = compact(frozen_json(story.frozen));
  auto const digest = hex(sha256(frozen));
  TRY(execute(
      database,
      "INSERT INTO sessions(id, scenario_id, ruleset_id, world_lore_id, character_ids, current_scene_id, "
      "small_model_key, large_model_key, dice_seed, seed_chosen, frozen_digest, created_at, updated_at) "
      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      story.session_id, scenario.id, scenario.ruleset_id, OrNull{scenario.world_lore_id},
      JsonText(scenario.character_ids), key.scene_id, story.small_model_key, story.large_model_key,
      story.dice_seed, story.seed_chosen, digest, key.at, key.at));
  return insert_documents(database, story.session_id, digest, frozen, key.at);
}

Result<void> insert_documents(Database& database, std::string const& session_id, std::string const& digest,
                              std::string const& frozen, Time at) {
  return execute(database,
                 "INSERT INTO story_documents(session_id, digest, frozen, created_at) VALUES(?, ?, ?, ?) "
                 "ON CONFLICT(session_id, digest) DO NOTHING",
                 session_id, digest, frozen, at);
}

Result<void> insert_cast(Database& database, NewStory const& story, Time at) {
  auto const& scenario = story.frozen.scenario;
  for (int position = 0; auto const& id : scenario.character_ids) {
    if (!TRY(number_of(database, "SELECT 1 FROM characters WHERE id = ?", id)))
      return fail(Fault::missing, fmt::format("there is no character \"{}\"", id));
    TRY(execute(database,
                "INSERT INTO session_characters(session_id, character_id, role, position, created_at) "
                "VALUES(?, ?, ?, ?, ?)",
                story.session_id, id, id == scenario.persona_id ? "user_persona" : "npc", position++, at));
  }
  return {};
}

Result<StoryRow> story_row(Database& database, std::string const& session_id) {
  auto found = TRY(query(database, fmt::format("{} WHERE n.id = ?", story_columns), session_id));
  auto rows = TRY(stories_of(database, found));
  if (rows.empty()) return fail(Fault::missing, fmt::format("there is no story {}", session_id));
  return std::move(rows.front());
}

Result<SharedDocuments> frozen_row(Database& database, std::string const& session_id) {
  auto const digest = TRY(text_of(database, "SELECT frozen_digest FROM sessions WHERE id = ?", session_id));
  if (!digest) return fail(Fault::missing, fmt::format("there is no story {}", session_id));
  return frozen_row(database, session_id, *digest);
}

Result<SharedDocuments> frozen_row(Database& database, std::string const& session_id,
                                   std::string const& digest) {
  constexpr std::size_t most_known = 32; // of a MiB at most
  static KnownValues<std::string, SharedDocuments, most_known> known;
  if (auto found = known.of(digest)) return *std::move(found);
  auto row = TRY(query(database, "SELECT frozen FROM story_documents WHERE session_id = ? AND digest = ?",
                       session_id, digest));
  if (!TRY(row.step()))
    return fail(Fault::invalid, fmt::format("the story {} has lost its documents", session_id));
  return known.keep(digest, std::make_shared<Frozen const>(TRY(frozen_from_json(TRY(json_at(row, 0))))));
}

Result<void> set_directory(Database& database, std::string const& session_id, StoryDirectory const& it) {
  auto const other = TRY(running_story(database, it));
  if (other && *other != session_id)
    return fail(Fault::exists, whole_path(it) + " has a story that has not ended");
  return execute(
      database,
      "UPDATE sessions SET root = ?, path = ?, device = ?, inode = ?, birth_ns = ?, owner = ? WHERE id = ?",
      it.root, it.path, it.device, it.inode, it.birth_ns, it.owner, session_id);
}

} // namespace artifactd::turn
