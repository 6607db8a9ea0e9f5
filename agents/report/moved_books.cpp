#include "agents/report/moved_books.hpp"

#include "agents/report/book.hpp"
#include "state/database/layout.hpp"

#include <initializer_list>

namespace artifactd::report {

namespace {

/// Before books had a number, a kill could leave one with only some of its tables.
Result<bool> has(sqlite::Database& database, std::string_view table) {
  auto found = TRY(database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"));
  return found.bind(1, table).step();
}

Result<void> move_sessions(std::string const& path, std::initializer_list<char const*> tables,
                           std::vector<sqlite::PathMove> const& moves) {
  auto database = TRY(sqlite::open_foreign(path));
  TRY(sqlite::expect_layout(path, TRY(database.number("PRAGMA user_version")), book_layout));
  auto transaction = TRY(sqlite::Transaction::begin(database));
  for (auto const* table : tables)
    if (TRY(has(database, table))) TRY(sqlite::move_paths(database, table, "session", moves));
  return transaction.commit();
}

} // namespace

Result<void> move_play_book(std::string const& path, std::vector<sqlite::PathMove> const& moves) {
  return move_sessions(path, {"issues", "examined", "repairs"}, moves);
}

Result<void> move_report_book(std::string const& path, std::vector<sqlite::PathMove> const& moves) {
  return move_sessions(path, {"proposals", "wishes", "answers"}, moves);
}

} // namespace artifactd::report
