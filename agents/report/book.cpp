#include "agents/report/book.hpp"

#include "state/platform/private_directory.hpp"

namespace artifactd::report {

Result<sqlite::Database> open_book(std::string const& path, char const* tables) {
  TRY(make_private_directory(path.substr(0, path.rfind('/'))));
  TRY(make_private_file(path));
  auto database = TRY(sqlite::Database::open(path, sqlite::Access::write));
  TRY(database.write_ahead());
  TRY(database.run(tables));
  return database;
}

} // namespace artifactd::report
