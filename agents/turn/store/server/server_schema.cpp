#include "agents/turn/store/server/server_schema.hpp"

#include "agents/turn/store/rows/tables.hpp"
#include "agents/turn/store/server/server_tables.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>
#include <future>
#include <system_error>
#include <tuple>

namespace artifactd::turn {

namespace {

constexpr int oldest_server = 110000;
constexpr std::string_view mark = "artifactd stories"; ///< distinguishes our schema from another program's

// A turn that was paid for survives a power cut. A client that stalls or disappears in the middle of a change
// must not block others: the server ends it. pg_catalog comes second: json_valid and the like are ours.
constexpr auto settings = "SET search_path = artifactd, pg_catalog, pg_temp;"
                          "SET lock_timeout = '5s'; SET statement_timeout = '30s';"
                          "SET idle_in_transaction_session_timeout = '30s';"
                          "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; "
                          "SET tcp_keepalives_count = 3;"
                          "SET default_transaction_isolation = 'read committed';"
                          "SELECT set_config('synchronous_commit', 'on', false) "
                          "WHERE current_setting('synchronous_commit') = 'off'";

/// Connects on a thread that has the identity of the process, and waits for it here: the thread that acts as
/// oneself for others must not wait for a network.
Result<postgres::Connection> connect(std::string const& url, std::string const& about) {
  std::future<Result<postgres::Connection>> connecting;
  try {
    as_self([&] {
      connecting = std::async(std::launch::async, [&] { return postgres::Connection::open(url, about); });
    });
  } catch (std::system_error const& error) {
    return fail(Fault::exhausted, fmt::format("{}: {}", about, error.what()));
  }
  return connecting.get();
}

Result<std::string> text(postgres::Connection& connection, std::string_view sql) {
  auto statement = connection.prepare(sql);
  return TRY(statement.step()) ? statement.text(0) : std::string();
}

Result<void> check_server(postgres::Connection& connection, std::string const& about) {
  if (connection.server_version() < oldest_server)
    return fail(Fault::unsupported, about + ": the server is older than PostgreSQL 11");
  if (auto const encoding = TRY(text(connection, "SHOW server_encoding")); encoding != "UTF8")
    return fail(Fault::unsupported,
                fmt::format("{}: the database has the encoding {}, and stories need UTF8: CREATE DATABASE … "
                            "ENCODING 'UTF8' TEMPLATE template0",
                            about, encoding));
  return {};
}

/// 0 if there are no tables yet.
Result<std::int64_t> server_layout(postgres::Connection& connection, std::string const& about) {
  auto const foreign = [&about] {
    return fail(
        Fault::invalid,
        about +
            ": the schema artifactd belongs to another program, and is left alone: name another database");
  };
  if (TRY(connection.number(
          "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('artifactd')")) == 0)
    return 0;
  auto rows = connection.prepare("SELECT application, layout FROM artifactd.store_layout");
  auto const marked = rows.step();
  if (!marked && marked.error().fault != Fault::invalid) return fail(marked.error());
  if (!marked || !*marked || rows.text(0) != mark) return foreign();
  auto const layout = rows.number(1);
  if (layout > store_layout)
    return fail(
        Fault::unsupported,
        fmt::format("{}: the stories were made by a newer artifactd (layout {}; this one knows {}) and are "
                    "left alone: run that version",
                    about, layout, store_layout));
  return layout;
}

Result<void> make_layouts(postgres::Connection& connection, std::int64_t from) {
  if (from == 0) {
    auto const there =
        TRY(connection.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'artifactd'"));
    if (there == 0) TRY(connection.run("CREATE SCHEMA artifactd"));
    TRY(connection.run(server_functions));
    TRY(connection.run(
        "CREATE TABLE artifactd.store_layout(application text NOT NULL, layout bigint NOT NULL)"));
    TRY(connection.run(fmt::format("INSERT INTO artifactd.store_layout VALUES('{}', 0)", mark).c_str()));
  }
  for (auto at = from; at < store_layout; ++at)
    TRY(connection.run(server_tables(migrations.at(static_cast<std::size_t>(at))).c_str()));
  return connection.run(fmt::format("UPDATE artifactd.store_layout SET layout = {}", store_layout).c_str());
}

Result<void> migrate(postgres::Connection& connection, std::string const& about) {
  TRY(connection.run("BEGIN; SELECT pg_advisory_xact_lock(1635022194, 1)"));
  auto const made = [&]() -> Result<void> {
    auto const layout = TRY(server_layout(connection, about)); // again: another machine may have been faster
    if (layout < store_layout) TRY(make_layouts(connection, layout));
    if (!TRY(connection.commit())) return fail(Fault::io, about + ": the tables were not made");
    return {};
  }();
  if (!made) std::ignore = connection.run("ROLLBACK");
  return made;
}

} // namespace

Result<postgres::Connection> connect_to_stories(std::string const& url, std::string const& about) {
  auto connection = TRY(connect(url, about));
  TRY(check_server(connection, about));
  TRY(connection.run(settings));
  if (TRY(server_layout(connection, about)) < store_layout) TRY(migrate(connection, about));
  return connection;
}

} // namespace artifactd::turn
