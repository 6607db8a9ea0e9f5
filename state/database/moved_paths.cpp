#include "state/database/moved_paths.hpp"

#include <fmt/core.h>

namespace artifactd::sqlite {

namespace {

constexpr char in_transit = '\x01'; ///< no absolute path begins with it

bool is_at_or_below(std::string_view path, std::string_view directory) noexcept {
  return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
}

} // namespace

std::optional<std::string> moved_path(std::string_view path, std::vector<PathMove> const& moves) {
  PathMove const* longest = nullptr;
  for (auto const& each : moves)
    if (is_at_or_below(path, each.from) && (longest == nullptr || each.from.size() > longest->from.size()))
      longest = &each;
  if (longest == nullptr) return std::nullopt;
  return longest->to + std::string(path.substr(longest->from.size()));
}

Result<void> move_paths(Database& database, std::string_view table, std::string_view column,
                        std::vector<PathMove> const& moves) {
  auto const update = fmt::format("UPDATE OR REPLACE {0} SET {1} = ? WHERE {1} = ?", table, column);
  std::vector<PathMove> changes;
  for (auto const& path : TRY(database.rows(fmt::format("SELECT DISTINCT {} FROM {}", column, table),
                                            [](Statement const& row) { return row.text(0); })))
    if (auto to = moved_path(path, moves); to && *to != path) changes.push_back({path, *std::move(to)});
  for (auto const& each : changes)
    TRY(database.execute(update, in_transit + each.from, each.from));
  for (auto const& each : changes)
    TRY(database.execute(update, each.to, in_transit + each.from));
  return {};
}

Result<Database> open_foreign(std::string const& path) {
  auto database = TRY(Database::open(path, Access::write));
  TRY(database.run("PRAGMA cell_size_check = ON"));
  return database;
}

} // namespace artifactd::sqlite
