#include "daemon/queries/seen_daemon.hpp"

#include "daemon/process/one_daemon.hpp"
#include "state/platform/identity.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

std::string no_longer_running(Board const& board) {
  auto const how = board.health == Board::Health::stopping ? "it was stopped" : "it ended without notice";
  return fmt::format("{}, last seen {}", how, iso8601(board.updated_ns));
}

} // namespace

SeenDaemon see_daemon(Config const& config, std::int64_t now_ns) {
  using State = SeenDaemon::State;
  auto board = read_board(config.board_path());
  if (board && writer_alive(*board)) {
    Duration const silence = std::chrono::nanoseconds(now_ns - board->updated_ns);
    if (silence <= longest_silence) return {.state = State::reports, .board = *std::move(board)};
    auto reason = fmt::format("pid {} has not reported for {} s", board->pid,
                              std::chrono::floor<std::chrono::seconds>(silence).count());
    return {State::silent, *std::move(board), std::move(reason)};
  }
  auto const lock = config.runtime_lock_path();
  if (answer_as_self([&] { return OneDaemon::is_held(lock); }))
    return {.state = State::starting, .reason = lock + " is held, and nothing was reported yet"};
  if (board) return {.reason = no_longer_running(*board), .left_board = true};
  return {.reason = std::move(board).error().message};
}

std::string_view words_about(SeenDaemon::State state) noexcept {
  switch (state) {
  case SeenDaemon::State::reports:
    return "runs";
  case SeenDaemon::State::silent:
    return "does not report";
  case SeenDaemon::State::starting:
    return "is starting";
  case SeenDaemon::State::absent:
    return "is not running";
  }
  return "is not running";
}

std::string sentence_about(SeenDaemon const& daemon) {
  return fmt::format("artifactd {}: {}", words_about(daemon.state), daemon.reason);
}

Result<Board> running_daemon(Config const& config) {
  auto seen = see_daemon(config);
  if (seen.reports()) return *std::move(seen.board);
  return fail(seen.board ? Fault::busy : Fault::missing, std::move(seen.reason));
}

std::string service_command(std::string_view verb) {
  return fmt::format("systemctl {}{} artifactd", ::geteuid() == 0 ? "" : "--user ", verb);
}

std::string system_daemon_advice(Config const& config, std::string const& board) {
  if (config.board_path() == board) return {};
  auto const systems = read_board(board);
  if (!systems || !writer_alive(*systems)) return {};
  return "artifactctl --config /etc/artifactd/artifactd.toml asks the system's daemon, which runs";
}

} // namespace artifactd
