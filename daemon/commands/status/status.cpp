#include "daemon/commands/commands.hpp"
#include "daemon/commands/play/play_issues.hpp"
#include "daemon/commands/state/waiting_fix.hpp"
#include "daemon/commands/status/at_work.hpp"
#include "daemon/commands/status/status_page.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "daemon/status/board_json.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

Json to_json(StuckRow const& row) {
  Json json{{"state", state_word(row.state)}, {"session", row.session}, {"file", row.file},
            {"reason", row.reason},           {"next", row.next},       {"instructions", row.lines},
            {"actor", actor_word(row.actor)}};
  if (!row.todo.empty()) json["todo"] = row.todo;
  if (!row.code.empty()) json["code"] = row.code;
  if (row.since_ns != 0) json["since"] = iso8601(row.since_ns);
  if (row.next_retry_ns != 0) json["next_retry"] = iso8601(row.next_retry_ns);
  return json;
}

Json to_json(std::array<std::size_t, actors> const& counts) {
  Json json;
  for (std::size_t actor = 0; actor < actors; ++actor)
    json[std::string(actor_word(static_cast<Actor>(actor)))] = counts[actor];
  return json;
}

void print_document(StatusFound const& found, std::string const& no_board) {
  auto rows = Json::array();
  for (auto const& row : found.stuck.rows)
    rows.push_back(to_json(row));
  auto at_work = Json::array();
  for (auto const& event : found.working)
    at_work.push_back(to_json(event));
  auto noticed = Json::array();
  for (auto const& notice : found.notices)
    noticed.push_back({{"at", iso8601(notice.at_ns)}, {"session", notice.session}, {"text", notice.text}});
  auto daemon = found.board ? to_json(*found.board) : Json{{"running", false}, {"reason", no_board}};
  print_json({{"version", 1},
              {"counts", to_json(count_by_actor(found.stuck.rows))},
              {"stuck", std::move(rows)},
              {"at_work", std::move(at_work)},
              {"noticed", std::move(noticed)},
              {"sessions", found.stuck.sessions},
              {"pending", found.stuck.pending},
              {"daemon", std::move(daemon)}});
}

/// On a terminal lines are cut and folded; other output is only folded.
void print_page(Cli const& cli, StatusFound const& found, StatusOptions::Detail detail) {
  constexpr ScreenSize elsewhere{.width = std::string::npos, .height = 40};
  StatusForm const form{detail, ::isatty(STDOUT_FILENO) == 1 ? terminal_size() : elsewhere, cli.colour,
                        terminal_charset()};
  for (auto const& line : status_lines(found, form))
    fmt::print("{}\n", line);
}

/// Looks at one session, or at all.
Result<Stuck> look(Config const& config, StatusOptions const& options, std::optional<Board> const& board) {
  std::vector<StuckRow> troubles;
  auto sessions = options.session ? std::vector{TRY(session_argument(config, *options.session)).key}
                                  : all_sessions(config, troubles);
  auto stuck = look_for_stuck(config.served.kinds, sessions, board);
  for (auto const& session : sessions) {
    if (auto fix = waiting_fix(config, session)) troubles.push_back(*std::move(fix));
    if (auto damage = damaged_graph(config, session)) troubles.push_back(*std::move(damage));
  }
  std::ranges::move(play_issues(config, sessions), std::back_inserter(troubles));
  stuck.rows.insert(stuck.rows.end(), troubles.begin(), troubles.end());
  return stuck;
}

} // namespace

Exit status_command(Cli const& cli, StatusOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto board = running_daemon(*config);
  StatusFound found;
  if (board) found.board = *board;
  auto stuck = look(*config, options, found.board);
  if (!stuck) return complain(cli, stuck.error());
  found.stuck = *std::move(stuck);
  sort_by_actor(found.stuck.rows);
  auto const session =
      options.session ? std::optional(session_name(*config, *options.session)) : std::nullopt;
  if (board) found.working = at_work(*config, session.value_or(""));
  found.notices = recent_notices(*config, session);
  for (auto const& root : config->roots)
    found.roots.push_back(root.path);
  if (cli.output == Output::json)
    print_document(found, board ? "" : board.error().message);
  else
    print_page(cli, found, options.detail);
  if (!board) {
    tell(cli, "artifactd is not running: " + printable(board.error().message));
    if (auto const advice = system_daemon_advice(*config); !advice.empty()) tell(cli, advice);
  }
  if (std::ranges::any_of(found.stuck.rows, &StuckRow::waits_for_person)) return Exit::person;
  return board ? Exit::ok : Exit::unreachable;
}

} // namespace artifactd
