#include "daemon/queries/checkup.hpp"
#include "daemon/queries/known_layouts.hpp"
#include "state/database/postgres.hpp"
#include "state/database/postgres_url.hpp"
#include "state/platform/identity.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

/// Only its beginning: that it is a database of a known layout. `doctor --fsck` reads it whole.
void check_file(Config const& config, std::string const& path, Checkup& checkup) {
  auto const opened = answer_as_self([&]() -> Result<void> {
    if (::access(path.c_str(), R_OK) != 0) return {}; // missing, or others may judge it
    auto database = TRY(sqlite::Database::open(path, sqlite::Access::read));
    return expect_known_layout(config, path, database);
  });
  if (opened || opened.error().fault == Fault::busy) return;
  auto const newer = opened.error().fault == Fault::unsupported;
  checkup.push_back({Diagnosed::Weight::problem, path, opened.error().message,
                     newer ? "" : std::string(database_from_backup)});
}

} // namespace

void check_databases(Config const& config, Checkup& checkup) {
  for (auto const& path : {config.stories_path(), config.plays_path(), config.reports_path()})
    check_file(config, path, checkup);
  auto const& url = config.turn.database;
  if (url.empty()) return;
  auto const place = postgres::place_of(url);
  if (auto const connection = postgres::Connection::open(url, place))
    checkup.push_back({Diagnosed::Weight::note, "turn.database", place + " can be reached"});
  else
    checkup.push_back({Diagnosed::Weight::problem, "turn.database",
                       connection.error().message + "; turns stay pending",
                       "psql " + shell_quoted(postgres::shown_url(url))});
}

} // namespace artifactd
