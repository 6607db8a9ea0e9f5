#include "agents/turn/store/branch.hpp"

#include "agents/turn/store/rows/hanging_tables.hpp"
#include "agents/turn/store/rows/observation_rows.hpp"
#include "agents/turn/store/rows/session_rows.hpp"
#include "agents/turn/store/rows/turn_rows.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace artifactd::turn {

namespace {

/// The new ids of a branch.
struct Renamed {
  std::string session_id;
  std::string user_action_id;
  std::unordered_map<std::string, std::string> observations{};

  [[nodiscard]] std::string of(std::string_view table, std::string_view old) const {
    return entity_id(session_id, user_action_id, fmt::format("{}/{}", table, old), 0);
  }
  [[nodiscard]] std::string scene(std::string_view old) const { return of("scenes", old); }
};

/// Copies a column; ids of rows become those of the copy.
Result<ColumnValue> copied(Statement const& row, int at, HangingTable const& table, Renamed& renamed) {
  auto const& column = table.columns[static_cast<std::size_t>(at)];
  auto const name = std::string_view(column.name);
  if (row.is_null(at)) return nullptr;
  if (column.type == Type::number) return row.number(at);
  if (name == "session_id") return renamed.session_id;
  if (name == "scene_id") return renamed.scene(row.text(at));
  if (name == "id") {
    auto fresh = renamed.of(table.name, row.text(at));
    if (table.name == std::string_view("observations")) renamed.observations.emplace(row.text(at), fresh);
    return fresh;
  }
  if (name != "observation_id") return row.text(at);
  auto const found = renamed.observations.find(row.text(at));
  if (found != renamed.observations.end()) return found->second;
  return fail(Fault::invalid, fmt::format("the reinforced observation {} is not in the story", row.text(at)));
}

struct Copying {
  HangingTable const* table;
  Statement from; ///< by scene
  Statement to;
};

Result<Copying> copying(Database& database, HangingTable const& table) {
  auto const columns = column_names(table.columns);
  return Copying{
      &table, TRY(database.prepare(fmt::format("SELECT {} FROM {} WHERE scene_id = ?", columns, table.name))),
      TRY(database.prepare(
          fmt::format("INSERT INTO {}({}) VALUES({})", table.name, columns, marks(table.columns.size()))))};
}

Result<void> copy_rows(Copying& copying, std::string const& scene_id, Renamed& renamed) {
  auto& [table, from, to] = copying;
  from.reset();
  from.bind(1, scene_id);
  while (TRY(from.step())) {
    std::vector<ColumnValue> values;
    for (int at = 0; at < static_cast<int>(table->columns.size()); ++at)
      values.push_back(TRY(copied(from, at, *table, renamed)));
    bind_values(to, values);
    TRY(to.run());
  }
  return {};
}

/// The scene and those before it, from index 0 on.
Result<std::vector<std::string>> line_to(Database& database, std::string const& session_id,
                                         std::string const& scene_id) {
  auto line = TRY(
      all_texts(database,
                "WITH RECURSIVE line(id, scene_index, base) AS (SELECT id, scene_index, base_scene_id FROM "
                "scenes WHERE id = ? AND session_id = ? UNION ALL SELECT s.id, s.scene_index, "
                "s.base_scene_id FROM scenes s JOIN line ON s.id = line.base) "
                "SELECT id FROM line ORDER BY scene_index",
                scene_id, session_id));
  if (line.empty())
    return fail(Fault::missing, fmt::format("the story {} has no scene {}", session_id, scene_id));
  return line;
}

Result<void> copy_session(Database& database, NewBranch const& branch, std::string const& parent_scene,
                          std::string const& current, Time at) {
  TRY(execute(
      database,
      "INSERT INTO sessions(id, scenario_id, ruleset_id, world_lore_id, character_ids, current_scene_id, "
      "small_model_key, large_model_key, dice_seed, seed_chosen, frozen_digest, parent_session_id, "
      "parent_scene_id, created_at, updated_at) SELECT ?, scenario_id, ruleset_id, world_lore_id, "
      "character_ids, ?, small_model_key, large_model_key, ?, ?, frozen_digest, id, ?, ?, ? "
      "FROM sessions WHERE id = ?",
      branch.session_id, current, branch.dice_seed, branch.seed_chosen, parent_scene, at, at,
      branch.parent_session_id));
  TRY(execute(database,
              "INSERT INTO story_documents(session_id, digest, frozen, created_at) SELECT ?, d.digest, "
              "d.frozen, ? FROM sessions n JOIN story_documents d ON d.session_id = n.id AND "
              "d.digest = n.frozen_digest WHERE n.id = ?",
              branch.session_id, at, branch.parent_session_id));
  TRY(execute(
      database,
      "INSERT INTO session_characters(session_id, character_id, role, position, created_at) "
      "SELECT ?, character_id, role, position, created_at FROM session_characters WHERE session_id = ?",
      branch.session_id, branch.parent_session_id));
  return set_directory(database, branch.session_id, branch.directory);
}

Result<void> copy_scenes(Database& database, std::vector<std::string> const& line, Renamed& renamed) {
  std::vector<Copying> tables;
  for (auto const& table : hanging_tables())
    tables.push_back(TRY(copying(database, table)));
  std::string base;
  for (auto const& old : line) {
    auto const fresh = renamed.scene(old);
    TRY(execute(database,
                "INSERT INTO scenes(id, session_id, scene_index, base_scene_id, state_json, created_at) "
                "SELECT ?, ?, scene_index, ?, state_json, created_at FROM scenes WHERE id = ?",
                fresh, renamed.session_id, OrNull{base}, old));
    for (auto& table : tables)
      TRY(copy_rows(table, old, renamed));
    base = fresh;
  }
  return refresh_all(database, renamed.session_id);
}

} // namespace

Result<Changed> branch_story(Store const& store, NewBranch const& branch, Asked const& asked) {
  return store.write([&](Database& database) -> Result<Changed> {
    auto const& parent = branch.parent_session_id;
    if (auto known = TRY(known_request(database, parent, "branch", asked))) return *std::move(known);
    auto const now = TRY(text_of(database, "SELECT current_scene_id FROM sessions WHERE id = ?", parent));
    auto const last = branch.scene_id.empty() ? now.value_or("") : branch.scene_id;
    auto const line = TRY(line_to(database, parent, last));
    Renamed renamed{.session_id = branch.session_id, .user_action_id = asked.user_action_id};
    TRY(copy_session(database, branch, last, renamed.scene(last), asked.at));
    TRY(copy_scenes(database, line, renamed));
    return record_request(database, parent, "branch", asked, now.value_or(""), branch.session_id);
  });
}

} // namespace artifactd::turn
