// The tables of the four kinds of content. Each stores the members of its documents (content_json.hpp) as
// columns, followed by digest, version, importer, created_at and updated_at.
#pragma once

#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/store/rows/row.hpp"

namespace artifactd::turn {

struct ContentTable {
  char const* table;
  std::span<Column const> columns; ///< of the document; the second is its name
};
[[nodiscard]] ContentTable const& content_table(DocumentKind kind) noexcept;

/// The current version as JSON; std::nullopt if missing. Within a transaction.
Result<std::optional<Json>> current_json(Database& database, DocumentKind kind, std::string const& id);
Result<std::optional<Json>> version_json(Database& database, DocumentKind kind, std::string const& id,
                                         std::string const& digest);
/// Inserts the row, or overwrites it if `version` is beyond 1.
Result<void> write_content(Database& database, Content const& content, std::int64_t version,
                           Import const& import);
/// What refers to it, as "scenario storm-01"; at most ten.
Result<std::vector<std::string>> users_of(Database& database, DocumentKind kind, std::string const& id);
/// Checks the content's references: Fault::missing or Fault::invalid.
Result<void> check_references(Database& database, Content const& content);

} // namespace artifactd::turn
