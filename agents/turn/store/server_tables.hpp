// The tables of tables.hpp in the words of PostgreSQL, so that they are said once.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::turn {

/// What SQLite has and PostgreSQL lacks: json_valid, json_extract of one member, json_group_array. Run once,
/// before the tables are made.
extern char const* const server_functions;

/// One layout's statements. Texts are compared and sorted by their bytes; references in a circle are added
/// behind the tables; what is too long for an index of PostgreSQL (2,700 bytes) goes by its hash.
[[nodiscard]] std::string server_tables(std::string_view layout);

} // namespace artifactd::turn
