#include "agents/report/report_book.hpp"

#include "agents/report/book.hpp"
#include "state/json/json_text.hpp"

#include <array>

namespace artifactd::report {

namespace {

constexpr Book reports{.settings = "PRAGMA synchronous = FULL", .tables = R"(
  CREATE TABLE IF NOT EXISTS proposals (id TEXT PRIMARY KEY, session TEXT NOT NULL, report TEXT NOT NULL,
    play TEXT NOT NULL, base TEXT NOT NULL, found TEXT NOT NULL, after INTEGER NOT NULL, ops TEXT NOT NULL,
    restart INTEGER NOT NULL, reason TEXT NOT NULL, made INTEGER NOT NULL, state INTEGER NOT NULL,
    decided_by TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS proposals_of ON proposals (session);
  CREATE TABLE IF NOT EXISTS wishes (number INTEGER PRIMARY KEY, session TEXT NOT NULL, report TEXT NOT NULL,
    play TEXT NOT NULL, player TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL, UNIQUE (session, report));
  CREATE TABLE IF NOT EXISTS answers (number INTEGER PRIMARY KEY, session TEXT NOT NULL, report TEXT NOT NULL,
    digest TEXT NOT NULL, category TEXT NOT NULL, fragment TEXT NOT NULL, play TEXT NOT NULL,
    whole TEXT NOT NULL, at TEXT NOT NULL, UNIQUE (session, report));
)"};

constexpr std::array<std::string_view, 5> state_words = {"open", "confirmed", "rejected", "undone",
                                                         "expired"};

Value parsed(std::string const& text) {
  return Value::parse(text, nullptr, false);
}

Proposal proposal_in(sqlite::Statement const& row) {
  return {.id = row.text(0),
          .session = row.text(1),
          .report = row.text(2),
          .play = row.text(3),
          .base = row.text(4),
          .found = row.text(5),
          .after = static_cast<std::uint64_t>(row.number(6)),
          .ops = parsed(row.text(7)),
          .restart = static_cast<std::uint64_t>(row.number(8)),
          .reason = row.text(9),
          .made = row.number(10),
          .state = static_cast<Proposal::State>(row.number(11)),
          .by = row.text(12)};
}

Answered answered_in(sqlite::Statement const& row) {
  return {row.text(0), row.text(1), row.text(2),         row.text(3),
          row.text(4), row.text(5), parsed(row.text(6)), row.text(7)};
}

} // namespace

std::string_view word_of(Proposal::State state) noexcept {
  return state_words[static_cast<std::size_t>(state)];
}

Value to_json(Proposal const& proposal) {
  Value json{{"id", proposal.id},        {"report", proposal.report},
             {"play", proposal.play},    {"state", word_of(proposal.state)},
             {"base", proposal.base},    {"ops", proposal.ops},
             {"reason", proposal.reason}};
  if (proposal.restart > 0) json["restart"] = proposal.restart;
  if (!proposal.by.empty()) json["by"] = proposal.by;
  return json;
}

Value to_json(std::vector<Wish> const& kept) {
  auto rows = Value::array();
  for (auto const& each : kept)
    rows.push_back({{"report", each.report},
                    {"play", each.play},
                    {"playerId", each.player},
                    {"wish", each.text},
                    {"at", each.at}});
  return {{"version", 1}, {"wishes", std::move(rows)}};
}

Result<ReportBook> ReportBook::open(std::string const& path) {
  return ReportBook(TRY(open_book(path, reports)));
}

Result<ReportBook> ReportBook::open_to_look(std::string const& path) {
  return ReportBook(TRY(open_book_to_look(path)));
}

Result<void> ReportBook::propose(Proposal const& proposal) {
  return database_.execute("INSERT OR IGNORE INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           proposal.id, proposal.session, proposal.report, proposal.play, proposal.base,
                           proposal.found, static_cast<std::int64_t>(proposal.after), compact(proposal.ops),
                           static_cast<std::int64_t>(proposal.restart), proposal.reason, proposal.made,
                           static_cast<std::int64_t>(proposal.state), proposal.by);
}

Result<std::optional<Proposal>> ReportBook::proposal(std::string const& session, std::string const& id) {
  auto statement = TRY(database_.prepare("SELECT * FROM proposals WHERE session = ? AND id = ?"));
  statement.bind(1, session).bind(2, id);
  if (!TRY(statement.step())) return std::nullopt;
  return proposal_in(statement);
}

Result<std::vector<Proposal>> ReportBook::proposals(std::string const& session) {
  return database_.rows("SELECT * FROM proposals WHERE session = ? ORDER BY made, id", proposal_in, session);
}

Result<std::vector<Proposal>> ReportBook::open_proposals() {
  return database_.rows("SELECT * FROM proposals WHERE state = ? ORDER BY made, id", proposal_in,
                        static_cast<std::int64_t>(Proposal::State::open));
}

Result<void> ReportBook::close(Proposal const& read, Proposal::State state, std::string const& by) {
  TRY(database_.execute("UPDATE proposals SET state = ?, decided_by = ? WHERE id = ? AND state = ?",
                        static_cast<std::int64_t>(state), by, read.id,
                        static_cast<std::int64_t>(read.state)));
  if (database_.changes() > 0) return {};
  return fail(Fault::exists, "the proposal was decided meanwhile");
}

Result<void> ReportBook::wish(Wish const& wish) {
  TRY(database_.execute(
      "INSERT OR IGNORE INTO wishes (session, report, play, player, text, at) VALUES (?, ?, ?, ?, ?, ?)",
      wish.session, wish.report, wish.play, wish.player, wish.text, wish.at));
  return database_.execute("DELETE FROM wishes WHERE number <= (SELECT max(number) FROM wishes) - ?",
                           most_wishes);
}

Result<std::vector<Wish>> ReportBook::wishes(std::string const& session) {
  return database_.rows(
      "SELECT session, report, play, player, text, at FROM wishes WHERE session = ? ORDER BY number",
      [](sqlite::Statement const& row) {
        return Wish{row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.text(5)};
      },
      session);
}

Result<void> ReportBook::forget_wishes(std::string const& session) {
  return database_.execute("DELETE FROM wishes WHERE session = ?", session);
}

Result<void> ReportBook::answer(Answered const& answered) {
  TRY(database_.execute(
      "INSERT OR REPLACE INTO answers (session, report, digest, category, fragment, play, whole, at) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      answered.session, answered.report, answered.digest, answered.category, answered.fragment, answered.play,
      compact(answered.whole), answered.at));
  return database_.execute("DELETE FROM answers WHERE number <= (SELECT max(number) FROM answers) - ?",
                           most_answers);
}

Result<std::vector<Answered>> ReportBook::answers(std::string const& session) {
  return database_.rows("SELECT session, report, digest, category, fragment, play, whole, at "
                        "FROM answers WHERE session = ? ORDER BY number",
                        answered_in, session);
}

Result<std::vector<std::string>> ReportBook::plays_doubting(std::string const& session,
                                                            std::string const& fragment) {
  return database_.rows(
      "SELECT play FROM answers WHERE session = ? AND "
      "json_extract(whole, '$.doubted') = ? GROUP BY play ORDER BY min(number)",
      [](sqlite::Statement const& row) { return row.text(0); }, session, fragment);
}

} // namespace artifactd::report
