#include "agents/report/play_book.hpp"

#include "agents/report/book.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

namespace artifactd::report {

namespace {

constexpr std::int64_t a_day = 24 * 60 * 60; // seconds

constexpr Book plays{.settings = "PRAGMA synchronous = NORMAL", .tables = R"(
  CREATE TABLE IF NOT EXISTS issues (number INTEGER PRIMARY KEY, session TEXT NOT NULL, play TEXT NOT NULL,
    key TEXT NOT NULL, type TEXT NOT NULL, phase TEXT NOT NULL, step INTEGER NOT NULL, certain INTEGER NOT NULL,
    message TEXT NOT NULL, fragment TEXT NOT NULL, whole TEXT NOT NULL, at TEXT NOT NULL,
    state INTEGER NOT NULL, edit TEXT NOT NULL, UNIQUE (session, play, key));
  CREATE TABLE IF NOT EXISTS examined (session TEXT NOT NULL, play TEXT NOT NULL, device INTEGER NOT NULL,
    inode INTEGER NOT NULL, birth INTEGER NOT NULL, modified INTEGER NOT NULL, size INTEGER NOT NULL,
    checkpoint TEXT NOT NULL, PRIMARY KEY (session, play)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS repairs (session TEXT NOT NULL, agent TEXT NOT NULL, artifacts TEXT NOT NULL,
    fault TEXT NOT NULL, edit TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (session, agent, artifacts, fault)) WITHOUT ROWID;
)"};

std::int64_t stored(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}
std::uint64_t restored(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

/// Without `whole`.
PlayIssue issue_in(sqlite::Statement const& row) {
  return {.session = row.text(0),
          .play = row.text(1),
          .key = row.text(2),
          .type = row.text(3),
          .phase = row.text(4),
          .step = restored(row.number(5)),
          .certain = row.number(6) != 0,
          .message = row.text(7),
          .fragment = row.text(8),
          .whole = nullptr,
          .at = row.text(9),
          .state = static_cast<PlayIssue::State>(row.number(10)),
          .edit = row.text(11)};
}

PlayIssue whole_issue_in(sqlite::Statement const& row) {
  auto issue = issue_in(row);
  issue.whole = Value::parse(row.text(12), nullptr, false);
  return issue;
}

Examined examined_in(sqlite::Statement const& row) {
  return {row.text(0),
          {.device = restored(row.number(1)),
           .inode = restored(row.number(2)),
           .birth_ns = row.number(3),
           .modified_ns = row.number(4),
           .size = restored(row.number(5))},
          nullptr};
}

} // namespace

Result<PlayBook> PlayBook::open(std::string const& path) {
  return PlayBook(TRY(open_book(path, plays)));
}

Result<PlayBook> PlayBook::open_to_look(std::string const& path) {
  return PlayBook(TRY(open_book_to_look(path)));
}

Result<void> PlayBook::add(PlayIssue const& issue) {
  TRY(database_.execute(
      "INSERT INTO issues (session, play, key, type, phase, step, certain, message, fragment, whole, at, "
      "state, "
      "edit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session, play, key) DO UPDATE SET "
      "step = excluded.step, at = excluded.at, state = excluded.state, message = excluded.message, "
      "whole = excluded.whole WHERE state = 1 OR (state = 2 AND ?)",
      issue.session, issue.play, issue.key, issue.type, issue.phase, stored(issue.step),
      std::int64_t{issue.certain}, issue.message, issue.fragment, compact(issue.whole), issue.at,
      static_cast<std::int64_t>(issue.state), issue.edit, std::int64_t{issue.happened}));
  return database_.execute("DELETE FROM issues WHERE number <= (SELECT max(number) FROM issues) - ?",
                           most_issues);
}

Result<std::vector<PlayIssue>> PlayBook::issues(std::string const& session) {
  return database_.rows(
      "SELECT session, play, key, type, phase, step, certain, message, fragment, at, state, edit, whole "
      "FROM issues WHERE session = ? ORDER BY number",
      whole_issue_in, session);
}

Result<std::vector<PlayIssue>> PlayBook::open_issues() {
  return database_.rows(
      "SELECT session, play, key, type, phase, step, certain, message, fragment, at, state, edit "
      "FROM issues WHERE state = 0 ORDER BY number LIMIT ?",
      issue_in, most_issues_listed);
}

Result<std::int64_t> PlayBook::close(std::string const& session, std::string const& play,
                                     PlayIssue::State state) {
  TRY(database_.execute("UPDATE issues SET state = ? WHERE session = ? AND play = ? AND state = 0",
                        static_cast<std::int64_t>(state), session, play));
  return database_.changes();
}

Result<void> PlayBook::keep(std::string const& session, Examined const& examined) {
  auto const& log = examined.log;
  return database_.execute("INSERT OR REPLACE INTO examined VALUES (?, ?, ?, ?, ?, ?, ?, ?)", session,
                           examined.play, stored(log.device), stored(log.inode), log.birth_ns,
                           log.modified_ns, stored(log.size), compact(examined.checkpoint));
}

Result<std::vector<Examined>> PlayBook::examined(std::string const& session) {
  return database_.rows("SELECT play, device, inode, birth, modified, size FROM examined WHERE session = ?",
                        examined_in, session);
}

Result<Value> PlayBook::checkpoint(std::string const& session, std::string const& play) {
  auto row = TRY(database_.prepare("SELECT checkpoint FROM examined WHERE session = ? AND play = ?"));
  row.bind(1, session).bind(2, play);
  if (!TRY(row.step())) return Value();
  auto json = Value::parse(row.text(0), nullptr, false);
  return json.is_discarded() ? Value() : json;
}

Result<void> PlayBook::forget(std::string const& session, std::string const& play) {
  TRY(close(session, play, PlayIssue::State::settled));
  return database_.execute("DELETE FROM examined WHERE session = ? AND play = ?", session, play);
}

Result<RepairLeave> PlayBook::leave_for(RepairAsked const& repair, std::int64_t now) {
  auto before = TRY(database_.prepare("SELECT artifacts = ? AND fault = ?, at FROM repairs "
                                      "WHERE session = ? AND agent = ?"));
  before.bind(1, repair.artifacts).bind(2, repair.fault).bind(3, repair.session).bind(4, repair.agent);
  std::int64_t lately = 0;
  while (TRY(before.step())) {
    if (before.number(0) != 0) return RepairLeave::asked_before;
    if (before.number(1) > now - a_day) ++lately;
  }
  return lately < most_repairs_a_day ? RepairLeave::granted : RepairLeave::too_many;
}

Result<void> PlayBook::asked_for(RepairAsked const& repair, std::int64_t now) {
  return database_.execute("INSERT OR IGNORE INTO repairs VALUES (?, ?, ?, ?, ?, ?)", repair.session,
                           repair.agent, repair.artifacts, repair.fault, repair.edit, now);
}

} // namespace artifactd::report
