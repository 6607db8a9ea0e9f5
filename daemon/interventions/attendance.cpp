#include "daemon/interventions/attendance.hpp"

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

/// Sessions are exactly so many levels below their root, and never hidden.
bool is_at_depth(std::string const& path, unsigned depth) {
  if (path.empty() || depth == 0) return path.empty() && depth == 0;
  auto const hidden = path.starts_with('.') || path.contains("/.");
  return !hidden && std::ranges::count(path, '/') + 1 == static_cast<std::ptrdiff_t>(depth);
}

/// More roots than the board has room for are not shown.
bool watches(Config const& config, Board const& board, SessionKey const& session) {
  auto const shown = std::ranges::find(board.roots, session.root, &BoardRoot::path) != board.roots.end();
  if (!shown && board.roots.size() < board_roots) return false;
  auto const root = std::ranges::find(config.roots, session.root, &RootConfig::path);
  return root == config.roots.end() || is_at_depth(session.path, root->depth);
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
  if (!watches(config, *board, session))
    return {By::nobody,
            fmt::format("the running artifactd (pid {}) does not watch this session; its roots: {}",
                        board->pid, roots_of(*board))};
  return {By::daemon, reason_to_wait(*board, session, signal)};
}

} // namespace artifactd
