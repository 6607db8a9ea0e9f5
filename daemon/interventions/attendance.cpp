#include "daemon/interventions/attendance.hpp"

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
  auto const row = std::ranges::find_if(board.stuck, [&](BoardStuck const& each) {
    return each.session == full_path(session) && each.signal == layout::signal(signal);
  });
  return row == board.stuck.end() ? "" : row->reason;
}

} // namespace

Attendance attendance(Config const& config, SessionKey const& session, SignalName const& signal) {
  auto const path = config.board_path();
  auto const board = answer_as_self([&] { return read_board(path); });
  if (!board)
    return {By::unknown,
            fmt::format("no artifactd is seen here ({}): start one, or wait for the one that runs "
                        "in another container or on another host",
                        printable(board.error().message))};
  if (!writer_alive(*board)) return {By::nobody, "no artifactd is running: " + no_longer_running(*board)};
  if (auto why = why_unwatched(config, *board, session)) return {By::nobody, *std::move(why)};
  return {By::daemon, reason_to_wait(*board, session, signal)};
}

} // namespace artifactd
