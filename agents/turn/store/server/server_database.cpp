#include "agents/turn/store/server/server_database.hpp"

#include <fmt/core.h>
#include <tuple>

namespace artifactd::turn {

namespace {

// Writers of all machines are serialised, as with SQLite, so that no row changes under a transaction. The two
// numbers are artifactd's own among the database's advisory locks.
constexpr auto begin_to_write = "BEGIN; SELECT pg_advisory_xact_lock(1635022194, 1)";
constexpr auto begin_to_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

constexpr std::string_view switched_off =
    "SELECT 'a constraint was never checked: ' || conname FROM pg_constraint "
    "WHERE connamespace = to_regnamespace('artifactd') AND NOT convalidated UNION ALL "
    "SELECT 'a trigger is switched off: ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE c.relnamespace = to_regnamespace('artifactd') AND t.tgenabled = 'D' ORDER BY 1";

} // namespace

Result<ServerDatabase> ServerDatabase::open(std::string const& url) {
  ServerDatabase database{Reconnecting(url)};
  TRY(database.connection_.ready());
  return database;
}

Result<void> ServerDatabase::begin(Begin kind) {
  auto const* sql = kind == Begin::write ? begin_to_write : begin_to_read;
  auto begun = TRY(connection_.ready())->run(sql);
  // The first statement discovers a connection lost long ago; nothing has been done yet, so it is retried.
  if (!begun && connection_.is_lost()) begun = TRY(connection_.ready())->run(sql);
  if (!begun && !connection_.is_lost()) std::ignore = run("ROLLBACK"); // the lock could not be acquired
  return begun;
}

Result<void> ServerDatabase::commit() {
  auto const kept = TRY(connection_.get())->commit();
  if (!kept && connection_.is_lost())
    return fail(Fault::io,
                kept.error().message + "; ask for the change again to learn whether it was written");
  if (!kept) return fail(kept.error());
  if (!*kept) return fail(Fault::io, connection_.about() + ": the server rolled the change back");
  return {};
}

Result<void> ServerDatabase::run(char const* sql) {
  return TRY(connection_.get())->run(sql);
}

Result<postgres::Statement> ServerDatabase::prepare(std::string_view sql) {
  return TRY(connection_.get())->prepare(sql);
}

std::int64_t ServerDatabase::changes() const noexcept {
  return connection_.changes();
}

Result<std::vector<std::string>> ServerDatabase::damage() {
  std::vector<std::string> lines;
  auto rows = TRY(prepare(switched_off));
  while (TRY(rows.step()))
    lines.push_back(rows.text(0));
  return lines;
}

} // namespace artifactd::turn
