// Rows that are keyed by absolute paths, after the directories they speak of have moved.
#pragma once

#include "state/database/sqlite.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::sqlite {

struct PathMove {
  std::string from;
  std::string to;
};

/// Where the path is now: the longest `from` that is the path, or a directory above it, decides.
/// std::nullopt if none is.
[[nodiscard]] std::optional<std::string> moved_path(std::string_view path,
                                                    std::vector<PathMove> const& moves);

/// Applies the moves to all rows at once, so that two directories may change places. A row that is in the way
/// of a moved one is replaced. Must be inside a transaction.
Result<void> move_paths(Database& database, std::string_view table, std::string_view column,
                        std::vector<PathMove> const& moves);

/// Opens a database that somebody else may have made: its pages are checked as they are read.
Result<Database> open_foreign(std::string const& path);

} // namespace artifactd::sqlite
