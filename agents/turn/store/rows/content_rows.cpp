#include "agents/turn/store/rows/content_rows.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/store/rows/content_json.hpp"
#include "agents/turn/store/rows/content_tables.hpp"
#include "state/platform/digest.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace artifactd::turn {

namespace {

struct Current {
  std::string digest;
  std::int64_t version;
  std::int64_t importer;
};

Result<std::optional<Current>> current_of(Database& database, DocumentKind kind, std::string const& id) {
  auto row = TRY(query(
      database,
      fmt::format("SELECT digest, version, importer FROM {} WHERE id = ?", content_table(kind).table), id));
  if (!TRY(row.step())) return std::nullopt;
  return Current{row.text(0), row.number(1), row.number(2)};
}

/// Adds the current version to the earlier ones.
Result<void> keep_version(Database& database, DocumentKind kind, std::string const& id) {
  auto const document = TRY(current_json(database, kind, id));
  auto const sql = fmt::format("INSERT INTO content_versions(kind, id, version, digest, document, importer, "
                               "created_at) SELECT ?, id, version, digest, ?, importer, updated_at FROM {} "
                               "WHERE id = ?",
                               content_table(kind).table);
  return execute(database, sql, document_word(kind), JsonText(*document), id);
}

Result<PutResult> put_one(Database& database, Content const& content, Import const& import) {
  auto const kind = kind_of(content);
  auto const current = TRY(current_of(database, kind, id_of(content)));
  if (!current) {
    TRY(write_content(database, content, 1, import));
    return PutResult{.put = Put::fresh};
  }
  auto const importer = static_cast<uid_t>(current->importer);
  if (current->digest == digest_of(content)) return PutResult{.put = Put::same, .importer = importer};
  if (importer != import.importer && !import.replace)
    return PutResult{.put = Put::others, .importer = importer};
  TRY(keep_version(database, kind, id_of(content)));
  TRY(write_content(database, content, current->version + 1, import));
  return PutResult{.put = Put::version, .importer = importer};
}

struct Batch {
  std::vector<PutResult> results{};
  bool kept = false;
};

/// Carries out everything, even if it will not be kept, so that a dry run gives the same result.
Result<Batch> put_all(Database& database, std::span<Content const> contents, Import const& import) {
  Batch batch{.kept = !import.dry_run};
  for (auto const& each : contents) {
    tell_progress(import.on_progress, {"writing documents", batch.results.size(), contents.size()});
    batch.results.push_back(TRY(put_one(database, each, import)));
    if (batch.results.back().put == Put::others) batch.kept = false;
  }
  for (auto const& each : contents)
    TRY(check_references(database, each));
  return batch;
}

ContentRow content_row(Statement const& row) {
  return {.id = row.text(0),
          .name = row.text(1),
          .digest = row.text(2),
          .importer = static_cast<uid_t>(row.number(3)),
          .version = row.number(4),
          .created_at = row.number(5),
          .updated_at = row.number(6)};
}

std::string row_columns(DocumentKind kind) {
  return fmt::format("id, {}, digest, importer, version, created_at, updated_at",
                     content_table(kind).columns[1].name);
}

} // namespace

DocumentKind kind_of(Content const& content) noexcept {
  return static_cast<DocumentKind>(content.index());
}

std::string const& id_of(Content const& content) {
  return std::visit([](auto const& it) -> std::string const& { return it.id; }, content);
}

std::string digest_of(Content const& content) {
  return hex(sha256(compact(content_json(content))));
}

Result<std::vector<PutResult>> put_content(Store const& store, std::span<Content const> contents,
                                           Import const& import) {
  std::optional<Batch> batch;
  auto written = store.write([&](Database& database) -> Result<void> {
    batch = TRY(put_all(database, contents, import));
    if (!batch->kept) return fail(Fault::changed, "not kept"); // rolls everything back
    return {};
  });
  if (!written && (!batch || batch->kept)) return fail(std::move(written).error());
  return std::move(batch->results);
}

Result<std::optional<Content>> content(Store const& store, DocumentKind kind, std::string const& id,
                                       std::string const& digest) {
  return store.read([&](Database& database) -> Result<std::optional<Content>> {
    auto const json = digest.empty() ? TRY(current_json(database, kind, id))
                                     : TRY(version_json(database, kind, id, digest));
    if (!json) return std::nullopt;
    return TRY(content_from_json(kind, *json));
  });
}

Result<Content> needed_content(Store const& store, DocumentKind kind, std::string const& id) {
  auto found = TRY(content(store, kind, id));
  if (!found)
    return fail(Fault::missing, fmt::format("there is no {} \"{}\"", document_word(kind), printable(id)));
  return *std::move(found);
}

Result<std::vector<ContentRow>> content_list(Store const& store, DocumentKind kind) {
  return store.read([&](Database& database) -> Result<std::vector<ContentRow>> {
    auto rows = TRY(query(database, fmt::format("SELECT {} FROM {} ORDER BY id", row_columns(kind),
                                                content_table(kind).table)));
    return read_rows(rows, content_row);
  });
}

Json to_json(std::vector<ContentRow> const& documents) {
  auto rows = Json::array();
  for (auto const& row : documents)
    rows.push_back({{"id", row.id}, {"name", row.name}, {"digest", row.digest}, {"version", row.version}});
  return {{"version", 1}, {"documents", std::move(rows)}};
}

Result<std::vector<ContentRow>> content_versions(Store const& store, DocumentKind kind,
                                                 std::string const& id) {
  return store.read([&](Database& database) -> Result<std::vector<ContentRow>> {
    auto current = TRY(query(
        database, fmt::format("SELECT {} FROM {} WHERE id = ?", row_columns(kind), content_table(kind).table),
        id));
    auto list = TRY(read_rows(current, content_row));
    if (list.empty()) return list;
    list.front().created_at = list.front().updated_at;
    auto const word = std::string(document_word(kind));
    auto former =
        TRY(query(database,
                  fmt::format("SELECT id, json_extract(document, '$.{}'), digest, importer, version, "
                              "created_at, created_at FROM content_versions WHERE kind = ? AND id = ? "
                              "ORDER BY version DESC",
                              content_table(kind).columns[1].name),
                  word, id));
    append(list, TRY(read_rows(former, content_row)));
    return list;
  });
}

Result<void> remove_content(Store const& store, DocumentKind kind, std::string const& id) {
  return store.write([&](Database& database) -> Result<void> {
    if (!TRY(current_of(database, kind, id)))
      return fail(Fault::missing, fmt::format("there is no {} \"{}\"", document_word(kind), id));
    if (auto const users = TRY(users_of(database, kind, id)); !users.empty())
      return fail(Fault::busy, fmt::format("the {} \"{}\" is in use by {}", document_word(kind), id,
                                           fmt::join(users, ", ")));
    TRY(execute(database, fmt::format("DELETE FROM {} WHERE id = ?", content_table(kind).table), id));
    return execute(database, "DELETE FROM content_versions WHERE kind = ? AND id = ?", document_word(kind),
                   id);
  });
}

Result<Frozen> frozen_now(Store const& store, std::string const& scenario_id) {
  return store.read([&](Database& database) -> Result<Frozen> {
    auto need = [&](DocumentKind kind, std::string const& id) -> Result<Json> {
      if (auto json = TRY(current_json(database, kind, id))) return *std::move(json);
      return fail(Fault::missing, fmt::format("there is no {} \"{}\"", document_word(kind), id));
    };
    auto const scenario = TRY(need(DocumentKind::scenario, scenario_id));
    auto const& world = scenario.at("world_lore_id");
    Json frozen = {
        {"ruleset", TRY(need(DocumentKind::ruleset, scenario.at("ruleset_id").get<std::string>()))},
        {"world_lore",
         world.is_null() ? Json(nullptr) : TRY(need(DocumentKind::world_lore, world.get<std::string>()))},
        {"scenario", scenario},
        {"characters", Json::array()}};
    for (auto const& id : scenario.at("character_ids"))
      frozen["characters"].push_back(TRY(need(DocumentKind::character, id.get<std::string>())));
    return frozen_from_json(frozen);
  });
}

} // namespace artifactd::turn
