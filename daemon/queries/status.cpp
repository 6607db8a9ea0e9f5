#include "daemon/queries/status.hpp"

#include "daemon/queries/at_work.hpp"
#include "daemon/queries/named_session.hpp"
#include "daemon/queries/play_issues.hpp"
#include "daemon/queries/session_troubles.hpp"
#include "daemon/queries/waiting_proposals.hpp"
#include "daemon/queries/watched.hpp"
#include "daemon/status/board_json.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <tuple>

namespace artifactd {

namespace {

/// What blocks a session comes before what blocks a signal, and that before what is only misplaced.
int rank_of(StuckRow::State state) {
  if (state == StuckRow::State::trouble) return 0;
  return state == StuckRow::State::misplaced || state == StuckRow::State::odd ? 2 : 1;
}

Result<Stuck> look(Config const& config, std::optional<std::string> const& session,
                   SeenDaemon const& daemon) {
  std::vector<StuckRow> troubles;
  auto sessions =
      session ? std::vector{TRY(session_argument(config, *session)).key} : all_sessions(config, troubles);
  auto stuck = look_for_stuck(config, sessions, daemon);
  for (auto const& each : sessions)
    std::ranges::move(session_troubles(config, each), std::back_inserter(troubles));
  auto const board = daemon.board_if_reporting();
  if (session && board && stuck.rows.empty() && troubles.empty())
    if (auto const why = why_unwatched(config, *board, sessions.front()))
      troubles.push_back(
          {.state = StuckRow::State::trouble, .session = full_path(sessions.front()), .reason = *why});
  std::ranges::move(play_issues(config, sessions), std::back_inserter(troubles));
  std::ranges::move(waiting_proposals(config, sessions), std::back_inserter(troubles));
  stuck.rows.insert(stuck.rows.end(), troubles.begin(), troubles.end());
  return stuck;
}

Json counts_json(std::vector<StuckRow> const& rows) {
  auto const counts = count_by_actor(rows);
  Json json;
  for (std::size_t actor = 0; actor < actors; ++actor)
    json[std::string(actor_word(static_cast<Actor>(actor)))] = counts[actor];
  return json;
}

} // namespace

bool StatusFound::needs_person() const noexcept {
  return std::ranges::any_of(stuck.rows, &StuckRow::waits_for_person);
}

Result<StatusFound> look_at_status(Config const& config, std::optional<std::string> const& session) {
  StatusFound found;
  found.daemon = see_daemon(config);
  found.stuck = TRY(look(config, session, found.daemon));
  sort_by_actor(found.stuck.rows);
  auto const name = session ? std::optional(session_name(config, *session)) : std::nullopt;
  if (found.daemon.reports()) found.working = at_work(config, name.value_or(""));
  found.notices = recent_notices(config, name);
  for (auto const& root : config.roots)
    found.roots.push_back(root.path);
  return found;
}

std::array<std::size_t, actors> count_by_actor(std::vector<StuckRow> const& rows) {
  std::array<std::size_t, actors> counts{};
  for (auto const& row : rows)
    ++counts[static_cast<std::size_t>(row.actor)];
  return counts;
}

void sort_by_actor(std::vector<StuckRow>& rows) {
  std::ranges::sort(rows, {}, [](StuckRow const& row) {
    return std::tuple(row.actor, rank_of(row.state), row.since_ns, std::string_view(row.session),
                      std::string_view(row.file));
  });
}

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

Json to_json(StatusFound const& found) {
  auto noticed = Json::array();
  for (auto const& notice : found.notices)
    noticed.push_back({{"at", iso8601(notice.at_ns)}, {"session", notice.session}, {"text", notice.text}});
  auto daemon = found.daemon.reports() ? to_json(*found.daemon.board)
                                       : Json{{"running", false}, {"reason", found.daemon.reason}};
  return {{"version", 1},
          {"counts", counts_json(found.stuck.rows)},
          {"stuck", json_list(found.stuck.rows)},
          {"at_work", json_list(found.working)},
          {"noticed", std::move(noticed)},
          {"sessions", found.stuck.sessions},
          {"pending", found.stuck.pending},
          {"daemon", std::move(daemon)}};
}

} // namespace artifactd
