// The tables of the four kinds of content. Each keeps the members of its documents (content_json.hpp) as
// columns, and behind them digest, version, importer, created_at and updated_at.
#pragma once

#include "agents/turn/store/content_rows.hpp"
#include "agents/turn/store/row.hpp"

namespace artifactd::turn {

struct ContentTable {
  char const* table;
  std::span<Column const> columns; ///< of the document; the second is its name
};
[[nodiscard]] ContentTable const& content_table(DocumentKind kind) noexcept;

/// Within a transaction. The current version as JSON; nothing if it is missing.
Result<std::optional<Json>> current_json(Database& database, DocumentKind kind, std::string const& id);
Result<std::optional<Json>> version_json(Database& database, DocumentKind kind, std::string const& id,
                                         std::string const& digest);
/// The row is written or, where `version` is beyond 1, written over.
Result<void> write_content(Database& database, Content const& content, std::int64_t version,
                           Import const& import);
/// What refers to it, as "scenario storm-01"; at most ten.
Result<std::vector<std::string>> users_of(Database& database, DocumentKind kind, std::string const& id);
/// Fault::missing or Fault::invalid for what the content refers to.
Result<void> check_references(Database& database, Content const& content);

} // namespace artifactd::turn
