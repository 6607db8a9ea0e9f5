#include "agents/report/book.hpp"

#include "state/database/layout.hpp"
#include "state/platform/private_directory.hpp"
#include "state/platform/stamp.hpp"

#include <fcntl.h>
#include <fmt/core.h>

namespace artifactd::report {

namespace {

Result<std::int64_t> layout_of(sqlite::Database& database, std::string const& path) {
  auto const layout = TRY(database.number("PRAGMA user_version"));
  TRY(sqlite::expect_layout(path, layout, book_layout));
  return layout;
}

Result<void> make_tables(sqlite::Database& database, std::string const& path, char const* tables) {
  auto transaction = TRY(sqlite::Transaction::begin(database));
  TRY(layout_of(database, path)); // again: another process may have been faster
  TRY(database.run(tables));
  TRY(database.run(fmt::format("PRAGMA user_version = {}", book_layout).c_str()));
  return transaction.commit();
}

} // namespace

Result<sqlite::Database> open_book(std::string const& path, Book const& book) {
  TRY(make_private_directory(path.substr(0, path.rfind('/'))));
  TRY(make_private_file(path)); // files that SQLite later puts beside it inherit its mode and owner
  for (auto const* beside : {"", "-wal", "-shm"})
    TRY(check_private_owner(path + beside));
  auto database = TRY(sqlite::Database::open(path, sqlite::Access::write));
  auto const layout = TRY(layout_of(database, path));
  TRY(database.write_ahead());
  TRY(database.run(book.settings));
  if (layout < book_layout) TRY(make_tables(database, path, book.tables));
  return database;
}

Result<sqlite::Database> open_book_to_look(std::string const& path) {
  TRY(stamp_at(AT_FDCWD, path));
  auto database = sqlite::Database::open(path, sqlite::Access::read);
  if (!database) {
    TRY(check_private_owner(path)); // SQLite cannot say that it was not allowed to open it
    return database;
  }
  TRY(layout_of(*database, path));
  if (TRY(sqlite::is_empty(*database))) return fail(Fault::missing, path + " is empty");
  return database;
}

} // namespace artifactd::report
