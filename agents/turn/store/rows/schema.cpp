#include "agents/turn/store/rows/schema.hpp"

#include "agents/turn/store/rows/tables.hpp"
#include "state/database/layout.hpp"
#include "state/platform/private_directory.hpp"
#include "state/platform/stamp.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr std::chrono::milliseconds store_patience{5000};
constexpr std::int64_t application_id = 0x61747572; ///< "atur": distinguishes our file from another program's

// FULL: a turn that was paid for survives a power cut. Deleted data is overwritten, because a player may
// demand it. trusted_schema stays on: SQLite 3.40 counts json_valid, which the tables use, among the
// functions it forbids. Up to 32 MB are cached in memory: ids are digests, so each turn of a long story
// touches other pages of its indexes.
constexpr auto pragmas = "PRAGMA synchronous = FULL;"
                         "PRAGMA foreign_keys = ON;"
                         "PRAGMA secure_delete = ON;"
                         "PRAGMA journal_size_limit = 67108864;"
                         "PRAGMA cache_size = -32768;";

Result<void> check_place(std::string const& path) {
  auto const place = std::filesystem::path(path);
  auto const parent = place.has_parent_path() ? place.parent_path().string() : std::string(".");
  auto const directory = TRY(make_private_directory(parent));
  TRY(make_private_file(path)); // files that SQLite later puts beside it inherit its mode
  for (auto const* beside : {"", "-wal", "-shm"}) {
    auto const stamp = stamp_at(directory.get(), place.filename().string() + beside);
    if (!stamp && stamp.error().fault == Fault::missing) continue;
    if (!stamp) return fail(stamp.error());
    if (stamp->links == 0) continue; // another process, the last to close it, is just removing it
    TRY(check_private_owner(path + beside));
    if (!is_plain_file(*stamp))
      return fail(Fault::unsafe,
                  fmt::format("{}{} is a link, or has another name as well; move it away", path, beside));
    TRY(narrow_private_file(path + beside));
  }
  return {};
}

/// The layout of the file; 0 if it is empty.
Result<std::int64_t> layout_of(sqlite::Database& database, std::string const& path) {
  auto const layout = TRY(database.number("PRAGMA user_version"));
  auto const ours = TRY(database.number("PRAGMA application_id")) == application_id;
  if (!ours && (layout != 0 || TRY(database.number("SELECT count(*) FROM sqlite_master")) != 0))
    return fail(Fault::invalid, path + " is a database of another program, not artifactd's stories");
  TRY(sqlite::expect_layout(path, layout, store_layout));
  return layout;
}

Result<void> migrate(sqlite::Database& database, std::string const& path) {
  auto transaction = TRY(sqlite::Transaction::begin(database));
  auto const layout = TRY(layout_of(database, path)); // again: another process may have been faster
  for (auto at = layout; at < store_layout; ++at)
    TRY(database.run(migrations.at(static_cast<std::size_t>(at))));
  TRY(database.run(
      fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", store_layout, application_id)
          .c_str()));
  return transaction.commit();
}

} // namespace

Result<sqlite::Database> open_stories(std::string const& path) {
  TRY(check_place(path));
  auto database = TRY(sqlite::Database::open(path, sqlite::Access::write, store_patience));
  auto const layout = TRY([&]() -> Result<std::int64_t> {
    // As of one moment: another process may be making the file.
    auto const looking = TRY(sqlite::Transaction::begin(database, sqlite::Transaction::Kind::read));
    return layout_of(database, path);
  }());
  TRY(database.write_ahead());
  TRY(database.run(pragmas));
  if (layout < store_layout) TRY(migrate(database, path));
  return database;
}

Result<sqlite::Database> open_stories_to_read(std::string const& path) {
  return sqlite::Database::open(path, sqlite::Access::read, store_patience);
}

} // namespace artifactd::turn
