// Translates the tables of tables.hpp for PostgreSQL, so that they are defined only once.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::turn {

/// SQLite functions that PostgreSQL lacks: json_valid, json_extract of one member, json_group_array. Run
/// once, before the tables are made.
extern char const* const server_functions;

/// The statements of one layout. Texts are compared and sorted by bytes; circular references are added after
/// the tables; values too long for a PostgreSQL index (2,700 bytes) are indexed by hash.
[[nodiscard]] std::string server_tables(std::string_view layout);

} // namespace artifactd::turn
