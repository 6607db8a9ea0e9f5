#include "agents/turn/store/moved_stories.hpp"

#include "agents/turn/store/rows/tables.hpp"
#include "state/database/layout.hpp"
#include "state/database/moved_paths.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

std::int64_t stored(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

} // namespace

Result<void> move_stories(std::string const& path, std::vector<MovedStory> const& moved) {
  auto database = TRY(sqlite::open_foreign(path));
  TRY(sqlite::expect_layout(path, TRY(database.number("PRAGMA user_version")), store_layout));
  auto transaction = TRY(sqlite::Transaction::begin(database));
  // Two directories may change places: first all leave theirs, by their numbers, then each takes its own.
  for (std::size_t i = 0; i < moved.size(); ++i)
    for (auto const& former : moved[i].paths)
      TRY(database.execute("UPDATE sessions SET root = ?, path = '' WHERE root IS NOT NULL AND path = ? AND "
                           "inode = ? AND birth_ns = ?",
                           fmt::format("\x01{}", i), former, stored(moved[i].inode), moved[i].birth_ns));
  for (std::size_t i = 0; i < moved.size(); ++i) {
    auto const& now = moved[i].now;
    TRY(database.execute(
        "UPDATE sessions SET root = ?, path = ?, device = ?, inode = ?, birth_ns = ?, owner = ? "
        "WHERE root = ?",
        now.root, now.path, stored(now.device), stored(now.inode), now.birth_ns,
        static_cast<std::int64_t>(now.owner), fmt::format("\x01{}", i)));
  }
  return transaction.commit();
}

} // namespace artifactd::turn
