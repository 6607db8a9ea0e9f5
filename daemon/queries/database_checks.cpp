#include "daemon/queries/checkup.hpp"
#include "state/database/postgres.hpp"
#include "state/database/postgres_url.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

void check_database(Config const& config, Checkup& checkup) {
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
