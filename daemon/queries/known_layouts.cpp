#include "daemon/queries/known_layouts.hpp"

#include "agents/report/book.hpp"
#include "agents/turn/store/rows/tables.hpp"
#include "state/database/layout.hpp"
#include "state/journal/journal_tables.hpp"

#include <map>

namespace artifactd {

Result<void> expect_known_layout(Config const& config, std::string const& path, sqlite::Database& database) {
  std::map<std::string, std::int64_t> const known = {{config.journal_path(), journal_layout},
                                                     {config.stories_path(), turn::store_layout},
                                                     {config.plays_path(), report::book_layout},
                                                     {config.reports_path(), report::book_layout}};
  auto const found = known.find(path);
  if (found == known.end()) return {};
  return sqlite::expect_layout(path, TRY(database.number("PRAGMA user_version")), found->second);
}

} // namespace artifactd
