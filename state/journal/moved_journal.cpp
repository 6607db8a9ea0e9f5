#include "state/journal/moved_journal.hpp"

#include "state/journal/journal_tables.hpp"

namespace artifactd {

Result<void> move_journal(std::string const& path, std::vector<sqlite::PathMove> const& moves) {
  auto database = TRY(sqlite::open_foreign(path));
  TRY(check_journal_layout(path, TRY(database.number("PRAGMA user_version"))));
  auto transaction = TRY(sqlite::Transaction::begin(database));
  for (auto const* table : {"events", "attempts"})
    TRY(sqlite::move_paths(database, table, "session", moves));
  return transaction.commit();
}

} // namespace artifactd
