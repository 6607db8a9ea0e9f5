#include "agents/turn/store/rows/content_tables.hpp"

#include "agents/turn/store/rows/content_json.hpp"

#include <fmt/format.h>

namespace artifactd::turn {

namespace {

constexpr std::array ruleset_columns = {Column::text("id"),
                                        Column::text("name"),
                                        Column::text("rulebook_text"),
                                        Column::json("character_stat_schema"),
                                        Column::json("scene_state_schema"),
                                        Column::json("mechanics_guidance"),
                                        Column::number("schema_version")};
constexpr std::array world_columns = {Column::text("id"), Column::text("name"), Column::text("lore_text"),
                                      Column::json("lore_json"), Column::number("schema_version")};
constexpr std::array character_columns = {Column::text("id"),         Column::text("name"),
                                          Column::text("ruleset_id"), Column::json("base_profile"),
                                          Column::json("stat_block"), Column::number("schema_version")};
constexpr std::array scenario_columns = {Column::text("id"),
                                         Column::text("title"),
                                         Column::text("summary"),
                                         Column::text("ruleset_id"),
                                         Column::text("world_lore_id"),
                                         Column::json("character_ids"),
                                         Column::text("persona_id"),
                                         Column::json("scene_seed"),
                                         Column::text("stakes"),
                                         Column::json("goals"),
                                         Column::text("tone"),
                                         Column::text("intro_seed"),
                                         Column::text("content_rules"),
                                         Column::json("observations"),
                                         Column::number("schema_version")};

constexpr std::array content_tables = {
    ContentTable{"rulesets", ruleset_columns}, ContentTable{"world_lore", world_columns},
    ContentTable{"characters", character_columns}, ContentTable{"scenarios", scenario_columns}};

constexpr std::array columns_behind = {Column::text("digest"), Column::number("version"),
                                       Column::number("importer"), Column::number("created_at"),
                                       Column::number("updated_at")};

/// "INSERT … ON CONFLICT(id) DO UPDATE SET …", with all columns in order; created_at is kept.
std::string upsert(ContentTable const& table) {
  std::vector<Column> columns(table.columns.begin(), table.columns.end());
  columns.insert(columns.end(), columns_behind.begin(), columns_behind.end());
  std::vector<std::string> changes;
  for (auto const& column : columns)
    if (std::string_view const name = column.name; name != "id" && name != "created_at")
      changes.push_back(fmt::format("{} = excluded.{}", name, name));
  return fmt::format("INSERT INTO {}({}) VALUES({}) ON CONFLICT(id) DO UPDATE SET {}", table.table,
                     column_names(columns), marks(columns.size()), fmt::join(changes, ", "));
}

/// How a member is stored in its column.
ColumnValue stored_value(Json const& member, Type type) {
  if (member.is_number()) return member.get<std::int64_t>();
  if (member.is_null()) return nullptr;
  return type == Type::json ? compact(member) : member.get<std::string>();
}

Result<void> write_members(Database& database, Scenario const& scenario, Time at) {
  TRY(execute(database, "DELETE FROM scenario_characters WHERE scenario_id = ?", scenario.id));
  for (int position = 0; auto const& character : scenario.character_ids)
    TRY(execute(database,
                "INSERT INTO scenario_characters(scenario_id, character_id, position, created_at) "
                "VALUES(?, ?, ?, ?)",
                scenario.id, character, position++, at));
  return {};
}

Result<void> need(Database& database, DocumentKind kind, std::string const& id, std::string const& whose) {
  auto const sql = fmt::format("SELECT 1 FROM {} WHERE id = ?", content_table(kind).table);
  if (!TRY(number_of(database, sql, id)))
    return fail(Fault::missing, fmt::format("{}: there is no {} \"{}\"", whose, document_word(kind), id));
  return {};
}

Result<void> check_cast(Database& database, Scenario const& scenario) {
  for (auto const& id : scenario.character_ids) {
    auto const whose = "scenario " + scenario.id;
    TRY(need(database, DocumentKind::character, id, whose));
    auto const ruleset = TRY(text_of(database, "SELECT ruleset_id FROM characters WHERE id = ?", id));
    if (ruleset != scenario.ruleset_id)
      return fail(Fault::invalid,
                  fmt::format("{}: the character \"{}\" belongs to the ruleset \"{}\", not to "
                              "\"{}\"",
                              whose, id, ruleset.value_or(""), scenario.ruleset_id));
  }
  return {};
}

/// What may refer to each kind: its name, and a query for its ids by the referenced id.
struct Referrer {
  DocumentKind to;
  std::string_view word;
  std::string_view sql;
};
constexpr std::array referrers = {
    Referrer{DocumentKind::ruleset, "character",
             "SELECT id FROM characters WHERE ruleset_id = ? ORDER BY id LIMIT 10"},
    Referrer{DocumentKind::ruleset, "scenario",
             "SELECT id FROM scenarios WHERE ruleset_id = ? ORDER BY id LIMIT 10"},
    Referrer{DocumentKind::ruleset, "story",
             "SELECT id FROM sessions WHERE ruleset_id = ? ORDER BY id LIMIT 10"},
    Referrer{DocumentKind::world_lore, "scenario",
             "SELECT id FROM scenarios WHERE world_lore_id = ? ORDER BY id LIMIT 10"},
    Referrer{DocumentKind::world_lore, "story",
             "SELECT id FROM sessions WHERE world_lore_id = ? ORDER BY id LIMIT 10"},
    Referrer{
        DocumentKind::character, "scenario",
        "SELECT scenario_id FROM scenario_characters WHERE character_id = ? ORDER BY scenario_id LIMIT 10"},
    Referrer{DocumentKind::character, "story",
             "SELECT session_id FROM session_characters WHERE character_id = ? ORDER BY session_id LIMIT 10"},
    Referrer{DocumentKind::scenario, "story",
             "SELECT id FROM sessions WHERE scenario_id = ? ORDER BY id LIMIT 10"},
};

} // namespace

ContentTable const& content_table(DocumentKind kind) noexcept {
  return content_tables[static_cast<std::size_t>(kind)];
}

Result<std::optional<Json>> current_json(Database& database, DocumentKind kind, std::string const& id) {
  auto const& [table, columns] = content_table(kind);
  auto row =
      TRY(query(database, fmt::format("SELECT {} FROM {} WHERE id = ?", column_names(columns), table), id));
  if (!TRY(row.step())) return std::nullopt;
  return TRY(row_json(row, columns));
}

Result<std::optional<Json>> version_json(Database& database, DocumentKind kind, std::string const& id,
                                         std::string const& digest) {
  auto const sql = fmt::format("SELECT 1 FROM {} WHERE id = ? AND digest = ?", content_table(kind).table);
  if (TRY(number_of(database, sql, id, digest))) return current_json(database, kind, id);
  auto const word = std::string(document_word(kind));
  auto row =
      TRY(query(database, "SELECT document FROM content_versions WHERE kind = ? AND id = ? AND digest = ?",
                word, id, digest));
  if (!TRY(row.step())) return std::nullopt;
  return TRY(json_at(row, 0));
}

Result<void> write_content(Database& database, Content const& content, std::int64_t version,
                           Import const& import) {
  auto const& table = content_table(kind_of(content));
  auto const json = content_json(content);
  std::vector<ColumnValue> values;
  for (auto const& column : table.columns)
    values.push_back(stored_value(json.at(column.name), column.type));
  values.insert(values.end(), {digest_of(content), version, static_cast<std::int64_t>(import.importer),
                               import.at, import.at});
  auto statement = TRY(database.prepare(upsert(table)));
  bind_values(statement, values);
  TRY(statement.run());
  if (auto const* scenario = std::get_if<Scenario>(&content))
    TRY(write_members(database, *scenario, import.at));
  return {};
}

Result<std::vector<std::string>> users_of(Database& database, DocumentKind kind, std::string const& id) {
  std::vector<std::string> users;
  for (auto const& referrer : referrers) {
    if (referrer.to != kind) continue;
    auto rows = TRY(query(database, referrer.sql, id));
    while (users.size() < 10 && TRY(rows.step()))
      users.push_back(fmt::format("{} {}", referrer.word, rows.text(0)));
  }
  return users;
}

Result<void> check_references(Database& database, Content const& content) {
  if (auto const* character = std::get_if<Character>(&content))
    return need(database, DocumentKind::ruleset, character->ruleset_id, "character " + character->id);
  auto const* scenario = std::get_if<Scenario>(&content);
  if (scenario == nullptr) return {};
  auto const whose = "scenario " + scenario->id;
  TRY(need(database, DocumentKind::ruleset, scenario->ruleset_id, whose));
  if (!scenario->world_lore_id.empty())
    TRY(need(database, DocumentKind::world_lore, scenario->world_lore_id, whose));
  return check_cast(database, *scenario);
}

} // namespace artifactd::turn
