#include "daemon/status/board_layout.hpp"

namespace artifactd::board {

void fill(Content& content, Board const& board) noexcept {
  content.pid = board.pid;
  content.started_ns = board.started_ns;
  content.updated_ns = board.updated_ns;
  content.process_start = board.process_start;
  content.health = static_cast<std::uint64_t>(board.health);
  content.version = board.version;
  content.reason = board.reason;
  content.counters = board.counters;
  content.roots_used = std::min(board.roots.size(), board_roots);
  for (std::size_t i = 0; i < content.roots_used; ++i) {
    auto const& from = board.roots[i];
    auto& to = content.roots[i];
    to.path = from.path;
    to.reason = from.reason;
    to.backend = static_cast<std::uint64_t>(from.backend);
    to.sessions = from.sessions;
    to.watches = from.watches;
    to.polled = from.polled;
  }
  content.stuck_used = std::min(board.stuck.size(), board_stuck);
  content.stuck_total = std::max<std::uint64_t>(board.stuck_total, board.stuck.size());
  for (std::size_t i = 0; i < content.stuck_used; ++i) {
    auto const& from = board.stuck[i];
    auto& to = content.stuck[i];
    to.session = from.session;
    to.signal = from.signal;
    to.reason = from.reason;
    to.since_ns = from.since_ns;
    to.next_retry_ns = from.next_retry_ns;
    to.lasting = from.lasting ? 1 : 0;
  }
}

Result<Board> board_of(Content const& content) {
  auto sane = content.health <= static_cast<std::uint64_t>(Board::Health::stopping) &&
              content.roots_used <= board_roots && content.stuck_used <= board_stuck;
  if (!sane) return fail(Fault::invalid, "values out of range");
  Board board;
  board.pid = static_cast<pid_t>(content.pid);
  board.started_ns = content.started_ns;
  board.updated_ns = content.updated_ns;
  board.process_start = content.process_start;
  board.health = static_cast<Board::Health>(content.health);
  board.version = std::string(content.version);
  board.reason = std::string(content.reason);
  board.counters = content.counters;
  for (std::size_t i = 0; i < content.roots_used; ++i) {
    auto const& from = content.roots[i];
    if (from.backend > static_cast<std::uint64_t>(BoardRoot::Backend::absent))
      return fail(Fault::invalid, "values out of range");
    board.roots.push_back({std::string(from.path), static_cast<BoardRoot::Backend>(from.backend),
                           std::string(from.reason), from.sessions, from.watches, from.polled});
  }
  for (std::size_t i = 0; i < content.stuck_used; ++i) {
    auto const& from = content.stuck[i];
    board.stuck.push_back({std::string(from.session), std::string(from.signal), std::string(from.reason),
                           from.since_ns, from.next_retry_ns, from.lasting != 0});
  }
  board.stuck_total = content.stuck_total;
  return board;
}

} // namespace artifactd::board
