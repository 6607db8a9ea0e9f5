#include "daemon/commands/submit/attendance.hpp"

#include "daemon/queries/stuck.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using By = Attendance::By;

std::string roots_of(Board const& board) {
  std::string roots;
  for (auto const& root : board.roots)
    roots += (roots.empty() ? "" : ", ") + printable(root.path);
  return roots.empty() ? "none" : roots;
}

/// More roots than the board has room for are not shown.
bool watches(Board const& board, SessionKey const& session) {
  return board.roots.size() >= board_roots ||
         std::ranges::find(board.roots, session.root, &BoardRoot::path) != board.roots.end();
}

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
  if (!watches(*board, session))
    return {By::nobody,
            fmt::format("the running artifactd (pid {}) does not watch this session; its roots: {}",
                        board->pid, roots_of(*board))};
  return {By::daemon, reason_to_wait(*board, session, signal)};
}

} // namespace artifactd
