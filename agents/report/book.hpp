// What the databases of this room have in common: where they are, and their rows as values.
#pragma once

#include "state/database/sqlite.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace artifactd::report {

/// Opens the database at `path`; makes it and its directory, for their owner alone, and these tables if they
/// are missing.
Result<sqlite::Database> open_book(std::string const& path, char const* tables);

/// Runs one statement with these parameters, in order; returns what `read` makes of each row.
template <class Read, class... Values>
Result<std::vector<std::invoke_result_t<Read const&, sqlite::Statement const&>>>
rows_of(sqlite::Database& book, Read const& read, std::string_view sql, Values const&... values) {
  auto statement = TRY(book.prepare(sql));
  int number = 0;
  (statement.bind(++number, values), ...);
  std::vector<std::invoke_result_t<Read const&, sqlite::Statement const&>> rows;
  while (TRY(statement.step()))
    rows.push_back(read(statement));
  return rows;
}

} // namespace artifactd::report
