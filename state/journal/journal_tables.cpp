#include "state/journal/journal_tables.hpp"

#include "state/platform/clock.hpp"
#include "state/platform/private_directory.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <tuple>
#include <unistd.h>

namespace artifactd {

namespace {

// Events may be lost in a power cut (NORMAL), but are never torn. The limit keeps the write-ahead file from
// staying as large as one long read once made it.
constexpr auto settings = "PRAGMA journal_mode = WAL;"
                          "PRAGMA synchronous = NORMAL;"
                          "PRAGMA journal_size_limit = 16777216;";

constexpr auto tables = R"(
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS events(
  id INTEGER PRIMARY KEY, wall_ns INTEGER NOT NULL, session TEXT NOT NULL, name TEXT NOT NULL,
  kind TEXT NOT NULL, event TEXT NOT NULL, outcome TEXT NOT NULL, detail_json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS events_of_signal ON events(session, name, kind);
CREATE TABLE IF NOT EXISTS attempts(
  session TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, tier TEXT NOT NULL,
  wall_ns INTEGER NOT NULL, PRIMARY KEY(session, name, kind, key)) WITHOUT ROWID;
PRAGMA user_version = 1;
COMMIT;
)";

constexpr auto insert_event =
    "INSERT INTO events(wall_ns, session, name, kind, event, outcome, detail_json) VALUES(?,?,?,?,?,?,?)";

sqlite::Statement& bind_signal(sqlite::Statement& statement, std::string_view session,
                               SignalName const& signal) {
  return statement.bind(1, session).bind(2, signal.name.str()).bind(3, signal.kind.word());
}

Result<void> judge(sqlite::Database& database, std::string const& path, Journal::Check check) {
  auto layout = TRY(database.number("PRAGMA user_version"));
  if (layout != 0) TRY(check_journal_layout(path, layout));
  if (check == Journal::Check::glance) return {};
  // All its pages may be in the write-ahead file, which only becomes the file at the next checkpoint.
  if (layout != 0 && database.is_overwritten())
    return fail(Fault::invalid, path + ": another program overwrote it");
  return database.check();
}

constexpr std::array names_beside = {"-wal", "-shm"};

constexpr std::string_view hint_word = "hint"; ///< in place of a tier

Spending spending_of(std::string_view word) {
  for (auto tier : {Tier::syntax, Tier::schema, Tier::semantic})
    if (word == tier_word(tier)) return {tier};
  return word == hint_word ? Spending{} : Spending{Tier::syntax};
}

} // namespace

Result<void> check_journal_layout(std::string const& path, std::int64_t layout) {
  if (layout == journal_layout) return {};
  if (layout == 0) return fail(Fault::invalid, path + " is empty, or not a journal of artifactd");
  return fail(Fault::unsupported,
              fmt::format("{} was made by another version of artifactd (layout {}; this one knows {}) and is "
                          "left alone: run that version, or move the journal away and begin without it",
                          path, layout, journal_layout));
}

Result<JournalTables> JournalTables::open(std::string const& path, Journal::Check check) {
  TRY(make_private_file(path)); // files that SQLite creates beside it later copy its mode
  for (auto const* beside : names_beside)
    TRY(narrow_private_file(path + beside));
  auto database = TRY(sqlite::Database::open(path, sqlite::Access::write));
  TRY(judge(database, path, check));
  TRY(database.write_ahead());
  TRY(database.run(settings));
  TRY(database.run(tables));
  auto insert = TRY(database.prepare(insert_event));
  JournalTables opened(std::move(database), std::move(insert));
  for (std::size_t i = 0; i < names_beside.size(); ++i)
    if (auto const stamp = stamp_at(AT_FDCWD, path + names_beside[i])) opened.beside_[i] = *stamp;
  return opened;
}

void JournalTables::give_up_place(std::string const& path) {
  std::ignore = database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  leave_files_alone();
  // They must not be applied to another file at `path`; another's own must stay.
  for (std::size_t i = 0; i < names_beside.size(); ++i)
    if (auto const stamp = stamp_at(AT_FDCWD, path + names_beside[i]); stamp && same_file(*stamp, beside_[i]))
      ::unlink((path + names_beside[i]).c_str());
}

Result<void> JournalTables::insert(std::span<Event const> events) {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  for (auto const& event : events)
    TRY(insert_.bind(1, event.wall_ns)
            .bind(2, event.session)
            .bind(3, event.name)
            .bind(4, event.kind)
            .bind(5, event.event)
            .bind(6, event.outcome)
            .bind(7, event.detail)
            .run());
  return transaction.commit();
}

Result<void> JournalTables::try_to_write() {
  return database_.run("PRAGMA user_version = 1");
}

Result<void> JournalTables::prune(std::uint64_t rows) {
  // Ids are assigned consecutively, so they count rows.
  auto statement = TRY(database_.prepare("DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?"));
  return statement.bind(1, static_cast<std::int64_t>(rows)).run();
}

Result<void> JournalTables::prune_attempts(std::uint64_t rows) {
  auto statement = TRY(database_.prepare("DELETE FROM attempts WHERE wall_ns < (SELECT wall_ns FROM attempts "
                                         "ORDER BY wall_ns DESC LIMIT 1 OFFSET ? - 1)"));
  return statement.bind(1, static_cast<std::int64_t>(rows)).run();
}

template <class Change>
auto JournalTables::durably(Change change) -> decltype(change()) {
  TRY(database_.run("PRAGMA synchronous = FULL"));
  auto result = [&]() -> decltype(change()) {
    auto transaction = TRY(sqlite::Transaction::begin(database_));
    auto changed = change();
    if (changed) TRY(transaction.commit());
    return changed;
  }();
  TRY(database_.run("PRAGMA synchronous = NORMAL"));
  return result;
}

Result<void> JournalTables::forget_before(std::string_view session, SignalName const& signal,
                                          std::int64_t since_ns) {
  auto statement = TRY(
      database_.prepare("DELETE FROM attempts WHERE session = ? AND name = ? AND kind = ? AND wall_ns < ?"));
  return bind_signal(statement, session, signal).bind(4, since_ns).run();
}

Result<void> JournalTables::record(std::string_view session, SignalName const& signal, std::string_view key,
                                   std::string_view what) {
  auto statement =
      TRY(database_.prepare("INSERT OR IGNORE INTO attempts(session, name, kind, key, tier, wall_ns) "
                            "VALUES(?,?,?,?,?,?)"));
  return bind_signal(statement, session, signal).bind(4, key).bind(5, what).bind(6, wall_now_ns()).run();
}

Result<std::vector<Spending>> JournalTables::count_attempt(std::string_view session, SignalName const& signal,
                                                           std::string_view key, Tier tier,
                                                           std::int64_t since_ns) {
  return durably([&]() -> Result<std::vector<Spending>> {
    TRY(forget_before(session, signal, since_ns));
    TRY(record(session, signal, key, tier_word(tier)));
    return spendings_on_record(database_, session, signal);
  });
}

Result<void> JournalTables::count_hint(std::string_view session, SignalName const& signal) {
  return durably(
      [&] { return record(session, signal, fmt::format("{}:{}", hint_word, wall_now_ns()), hint_word); });
}

Result<std::vector<Spending>> JournalTables::spendings(std::string_view session, SignalName const& signal) {
  return spendings_on_record(database_, session, signal);
}

Result<void> JournalTables::reset_attempts(std::string_view session, SignalName const& signal) {
  return durably([&]() -> Result<void> {
    auto statement =
        TRY(database_.prepare("DELETE FROM attempts WHERE session = ? AND name = ? AND kind = ?"));
    return bind_signal(statement, session, signal).run();
  });
}

Result<std::vector<Spending>> spendings_on_record(sqlite::Database& database, std::string_view session,
                                                  SignalName const& signal, std::int64_t attempts_before_ns) {
  auto statement =
      TRY(database.prepare("SELECT tier FROM attempts WHERE session = ? AND name = ? AND kind = ? "
                           "AND (wall_ns < ? OR tier = ?) ORDER BY wall_ns"));
  bind_signal(statement, session, signal).bind(4, attempts_before_ns).bind(5, hint_word);
  std::vector<Spending> spendings;
  while (TRY(statement.step()))
    spendings.push_back(spending_of(statement.text(0)));
  return spendings;
}

} // namespace artifactd
