#include "state/database/sqlite.hpp"
#include "state/journal/journal.hpp"
#include "state/journal/journal_tables.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sys/stat.h>

namespace artifactd {

namespace {

constexpr auto columns = "SELECT id, wall_ns, session, name, kind, event, outcome, detail_json FROM events ";

Event event_of(sqlite::Statement& row) {
  return {.id = row.number(0),
          .wall_ns = row.number(1),
          .session = row.text(2),
          .name = row.text(3),
          .kind = row.text(4),
          .event = row.text(5),
          .outcome = row.text(6),
          .detail = row.text(7)};
}

Result<std::vector<Event>> events_of(sqlite::Statement& statement) {
  std::vector<Event> events;
  while (TRY(statement.step()))
    events.push_back(event_of(statement));
  return events;
}

/// `condition` is SQL.
Result<void> each_such(sqlite::Database& file, std::string const& condition, std::int64_t since_ns,
                       std::optional<std::string> const& session,
                       std::function<void(Event const&)> const& visit) {
  auto sql = columns + ("WHERE " + condition) + " AND wall_ns >= ?1";
  if (session) sql += " AND session = ?2";
  auto statement = TRY(file.prepare(sql + " ORDER BY id"));
  statement.bind(1, since_ns);
  if (session) statement.bind(2, *session);
  while (TRY(statement.step()))
    visit(event_of(statement));
  return {};
}

} // namespace

struct JournalReader::Database {
  sqlite::Database file;
  std::string path;
};

// SQLite opens files whenever it needs them, so every query runs as the process itself.

Result<JournalReader> JournalReader::open(std::string const& path) {
  return answer_as_self([&]() -> Result<JournalReader> {
    struct stat status{};
    if (::stat(path.c_str(), &status) < 0) return fail(errno_error("open", path));
    auto file = TRY(sqlite::Database::open(path, sqlite::Access::read));
    TRY(check_journal_layout(path, TRY(file.number("PRAGMA user_version"))));
    return JournalReader(std::make_unique<Database>(Database{std::move(file), path}));
  });
}

Result<std::vector<Event>> JournalReader::recent(std::size_t count, EventFilter const& filter) {
  auto events = TRY(matching(count, filter, "DESC"));
  std::ranges::reverse(events);
  return events;
}

Result<std::vector<Event>> JournalReader::following(std::size_t count, EventFilter const& filter) {
  return matching(count, filter, "ASC");
}

Result<std::vector<Event>> JournalReader::matching(std::size_t count, EventFilter const& filter,
                                                   std::string_view order) {
  auto sql = std::string(columns) + "WHERE id > ?1";
  if (filter.session) sql += " AND session = ?2";
  if (filter.name) sql += " AND name = ?3";
  if (filter.kind) sql += " AND kind = ?4";
  sql += " AND wall_ns >= ?6";
  if (filter.names) sql += " AND name GLOB ?7";
  if (filter.outcome) sql += " AND outcome = ?8";
  if (filter.until_ns) sql += " AND wall_ns < ?9";
  return answer_as_self([&]() -> Result<std::vector<Event>> {
    auto statement = TRY(database_->file.prepare(fmt::format("{} ORDER BY id {} LIMIT ?5", sql, order)));
    statement.bind(1, filter.after_id);
    if (filter.session) statement.bind(2, *filter.session);
    if (filter.name) statement.bind(3, *filter.name);
    if (filter.kind) statement.bind(4, *filter.kind);
    statement.bind(6, filter.since_ns);
    if (filter.names) statement.bind(7, *filter.names);
    if (filter.outcome) statement.bind(8, *filter.outcome);
    if (filter.until_ns) statement.bind(9, *filter.until_ns);
    statement.bind(5, static_cast<std::int64_t>(std::min<std::size_t>(count, INT32_MAX)));
    return events_of(statement);
  });
}

Result<void> JournalReader::check() {
  return answer_as_self([&]() -> Result<void> {
    if (database_->file.is_overwritten())
      return fail(Fault::invalid, database_->path + ": another program overwrote it");
    return database_->file.check();
  });
}

Result<std::vector<Event>> JournalReader::timeline(std::string_view session, SignalName const& signal) {
  return answer_as_self([&]() -> Result<std::vector<Event>> {
    auto statement = TRY(database_->file.prepare(std::string(columns) +
                                                 "WHERE session = ? AND name = ? AND kind = ? ORDER BY id"));
    statement.bind(1, session).bind(2, signal.name.str()).bind(3, signal.kind.word());
    auto events = TRY(events_of(statement));
    std::ranges::stable_sort(events, {}, &Event::wall_ns);
    return events;
  });
}

Result<void> JournalReader::each_verdict(std::int64_t since_ns, std::optional<std::string> const& session,
                                         std::function<void(Event const&)> const& visit) {
  return answer_as_self([&] {
    return each_such(database_->file, "event = 'settled' AND outcome IN ('refused', 'merged', 'unchanged')",
                     since_ns, session, visit);
  });
}

Result<void> JournalReader::each_notice(std::int64_t since_ns, std::optional<std::string> const& session,
                                        std::function<void(Event const&)> const& visit) {
  return answer_as_self(
      [&] { return each_such(database_->file, "event = 'notice'", since_ns, session, visit); });
}

Result<void> JournalReader::each_answer(std::int64_t since_ns, std::optional<std::string> const& session,
                                        std::function<void(Event const&)> const& visit) {
  return answer_as_self(
      [&] { return each_such(database_->file, "event = 'answer'", since_ns, session, visit); });
}

Result<void> JournalReader::each_draft(std::int64_t since_ns,
                                       std::function<void(Event const&)> const& visit) {
  return answer_as_self(
      [&] { return each_such(database_->file, "event = 'draft'", since_ns, std::nullopt, visit); });
}

Result<void> JournalReader::each_edit(std::int64_t since_ns, std::optional<std::string> const& session,
                                      std::function<void(Event const&)> const& visit) {
  return answer_as_self(
      [&] { return each_such(database_->file, "event = 'edit'", since_ns, session, visit); });
}

Result<std::vector<Spending>> JournalReader::spendings(std::string_view session, SignalName const& signal,
                                                       std::int64_t attempts_before_ns) {
  return answer_as_self(
      [&] { return spendings_on_record(database_->file, session, signal, attempts_before_ns); });
}

JournalReader::JournalReader(std::unique_ptr<Database> database) noexcept : database_(std::move(database)) {}
JournalReader::JournalReader(JournalReader&&) noexcept = default;
JournalReader& JournalReader::operator=(JournalReader&&) noexcept = default;
JournalReader::~JournalReader() {
  if (database_) as_self([this] { database_.reset(); }); // the last connection to close removes files
}

} // namespace artifactd
