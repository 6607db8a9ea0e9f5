#include "agents/report/moved_books.hpp"

#include <initializer_list>

namespace artifactd::report {

namespace {

Result<void> move_sessions(std::string const& path, std::initializer_list<char const*> tables,
                           std::vector<sqlite::PathMove> const& moves) {
  auto database = TRY(sqlite::open_foreign(path));
  auto transaction = TRY(sqlite::Transaction::begin(database));
  for (auto const* table : tables)
    TRY(sqlite::move_paths(database, table, "session", moves));
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
