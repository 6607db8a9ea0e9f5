#include "daemon/board_json.hpp"
#include "daemon/commands/at_work.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/graph_state.hpp"
#include "daemon/commands/stuck.hpp"
#include "daemon/commands/waiting_fix.hpp"
#include "daemon/commands/watch_screen.hpp"
#include "daemon/status_board.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <tuple>

namespace artifactd {

namespace {

/// What a person sees on the terminal, in colour where that is wanted.
class Page {
public:
  explicit Page(Colour colour) : colour_(colour == Colour::on) {}

  void stuck(std::vector<StuckRow> const& rows) const {
    for (auto const& row : rows) {
      auto where = row.file.empty() ? row.session : row.session + "/" + row.file;
      fmt::print("{}  {}{}\n", painted(row.waits_for_person() ? "31" : "33", state_word(row.state)),
                 printable(where), row.since_ns == 0 ? "" : "  since " + iso8601(row.since_ns));
      for (auto const& line : row.lines)
        fmt::print("    {}\n", line);
      if (!row.reason.empty())
        fmt::print("    {}{}\n", printable(row.reason),
                   row.next_retry_ns == 0 ? "" : "; next try " + iso8601(row.next_retry_ns));
      if (!row.next.empty()) fmt::print("    {}\n", painted("1", row.next));
    }
    if (!rows.empty()) fmt::print("\n");
  }

  void working(std::vector<ActivityEvent> const& events) const {
    for (auto const& event : events)
      fmt::print("{}  {}/{}  {}\n", painted("36", "at work"), printable(event.session),
                 printable(event.signal()), activity_phrase(event));
    if (!events.empty()) fmt::print("\n");
  }

  void noticed(std::vector<GraphNotice> const& notices) const {
    for (auto const& notice : notices)
      fmt::print("{}  {}  {}\n    {}\n", painted("36", "noticed"), printable(notice.session),
                 iso8601(notice.at_ns), printable(notice.text));
    if (!notices.empty()) fmt::print("\n");
  }

  void daemon(Board const& board) const {
    auto health = health_word(board.health);
    fmt::print("artifactd {}: {}, pid {}, since {}\n", board.version,
               painted(board.health == Board::Health::ok ? "32" : "33", health), board.pid,
               iso8601(board.started_ns));
    if (!board.reason.empty()) fmt::print("  {}\n", printable(board.reason));
    for (auto const& root : board.roots) {
      fmt::print("root {}: {}, {} sessions, {} watches, {} polled\n", printable(root.path),
                 backend_word(root.backend), root.sessions, root.watches, root.polled);
      if (!root.reason.empty()) fmt::print("  {}\n", printable(root.reason));
    }
    auto const& c = board.counters;
    fmt::print("settled {}, refused {}, runs {}; now pending {}, queued {}, running {}\n", c.settled,
               c.refused, c.runs, c.pending, c.queued, c.running);
    if (c.overflows + c.rescans + c.journal_dropped != 0)
      fmt::print("event overflows {}, rescans {}, journal rows lost {}\n", c.overflows, c.rescans,
                 c.journal_dropped);
    if (c.edits != 0) fmt::print("edits {}, {} of them published\n", c.edits, c.edits_published);
  }

private:
  [[nodiscard]] std::string painted(char const* code, std::string_view text) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  bool colour_;
};

Json to_json(StuckRow const& row) {
  Json json{{"state", state_word(row.state)}, {"session", row.session}, {"file", row.file},
            {"reason", row.reason},           {"next", row.next},       {"instructions", row.lines}};
  if (row.since_ns != 0) json["since"] = iso8601(row.since_ns);
  if (row.next_retry_ns != 0) json["next_retry"] = iso8601(row.next_retry_ns);
  return json;
}

void print_document(Stuck const& stuck, std::vector<ActivityEvent> const& working,
                    std::vector<GraphNotice> const& notices, Result<Board> const& board) {
  auto rows = Json::array();
  for (auto const& row : stuck.rows)
    rows.push_back(to_json(row));
  auto at_work = Json::array();
  for (auto const& event : working)
    at_work.push_back(to_json(event));
  auto noticed = Json::array();
  for (auto const& notice : notices)
    noticed.push_back({{"at", iso8601(notice.at_ns)}, {"session", notice.session}, {"text", notice.text}});
  auto daemon = board ? to_json(*board) : Json{{"running", false}, {"reason", board.error().message}};
  print_json({{"version", 1},
              {"stuck", std::move(rows)},
              {"at_work", std::move(at_work)},
              {"noticed", std::move(noticed)},
              {"sessions", stuck.sessions},
              {"pending", stuck.pending},
              {"daemon", std::move(daemon)}});
}

/// What to look at: one session, or all.
Result<Stuck> look(Config const& config, StatusOptions const& options, std::optional<Board> const& board) {
  std::vector<StuckRow> troubles;
  auto sessions = options.session ? std::vector{TRY(session_argument(config, *options.session)).key}
                                  : all_sessions(config, troubles);
  auto stuck = look_for_stuck(config.served.kinds, sessions, board);
  for (auto const& session : sessions) {
    if (auto fix = waiting_fix(config, session)) troubles.push_back(*std::move(fix));
    if (auto damage = damaged_graph(config, session)) troubles.push_back(*std::move(damage));
  }
  stuck.rows.insert(stuck.rows.end(), troubles.begin(), troubles.end());
  return stuck;
}

} // namespace

Exit status_command(Cli const& cli, StatusOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto board = running_daemon(*config);
  auto stuck = look(*config, options, board ? std::optional(*board) : std::nullopt);
  if (!stuck) return complain(cli, stuck.error());
  std::ranges::sort(stuck->rows, {}, [](StuckRow const& row) {
    return std::tuple(!row.waits_for_person(), std::string_view(row.session), std::string_view(row.file));
  });
  std::vector<ActivityEvent> working;
  if (board) working = at_work(*config, options.session ? session_name(*config, *options.session) : "");
  auto const session =
      options.session ? std::optional(session_name(*config, *options.session)) : std::nullopt;
  auto const notices = recent_notices(*config, session);
  if (cli.output == Output::json) {
    print_document(*stuck, working, notices, board);
  } else {
    Page page(cli.colour);
    page.stuck(stuck->rows);
    page.working(working);
    page.noticed(notices);
    if (board)
      page.daemon(*board);
    else
      fmt::print("artifactd is not running; {} sessions looked at, {} signals pending\n", stuck->sessions,
                 stuck->pending);
  }
  if (!board) {
    tell(cli, "artifactd is not running: " + printable(board.error().message));
    if (auto const advice = system_daemon_advice(*config); !advice.empty()) tell(cli, advice);
  }
  if (std::ranges::any_of(stuck->rows, &StuckRow::waits_for_person)) return Exit::person;
  return board ? Exit::ok : Exit::unreachable;
}

} // namespace artifactd
