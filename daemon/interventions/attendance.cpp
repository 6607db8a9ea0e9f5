#include "daemon/interventions/attendance.hpp"

#include "daemon/queries/seen_daemon.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/queries/watched.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using By = Attendance::By;

std::string reason_to_wait(Board const& board, SessionKey const& session, SignalName const& signal) {
  auto const path = full_path(session);
  auto const row = std::ranges::find_if(board.stuck, [&](BoardStuck const& each) {
    if (each.signal.empty()) return path == each.session || path.starts_with(each.session + "/");
    return each.session == path && each.signal == layout::signal(signal);
  });
  return row == board.stuck.end() ? "" : row->reason;
}

} // namespace

Attendance attendance(Config const& config, SessionKey const& session, SignalName const& signal) {
  auto const seen = answer_as_self([&] { return see_daemon(config); });
  switch (seen.state) {
  case SeenDaemon::State::reports:
    if (auto why = why_unwatched(config, *seen.board, session)) return {By::nobody, *std::move(why)};
    return {By::daemon, reason_to_wait(*seen.board, session, signal)};
  case SeenDaemon::State::silent:
    return {By::nobody, fmt::format("{}; restart it: {}", sentence_about(seen), service_command("restart"))};
  case SeenDaemon::State::starting:
    return {By::daemon, sentence_about(seen)};
  case SeenDaemon::State::absent:
    break;
  }
  if (seen.left_board) return {By::nobody, "no artifactd is running: " + seen.reason};
  return {By::unknown, fmt::format("no artifactd is seen here ({}): start one, or wait for the one that runs "
                                   "in another container or on another host",
                                   printable(seen.reason))};
}

} // namespace artifactd
