// What can be seen of the daemon without asking it: its status board, and the lock that it holds. They show
// whether it runs, is starting, hangs, or does not run.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/status_board.hpp"
#include "state/platform/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct SeenDaemon {
  enum class State : std::uint8_t {
    reports,  ///< its board is up to date
    silent,   ///< its process exists, but has not written its board for some time
    starting, ///< it holds its lock, and has not written its board yet
    absent,
  };
  State state = State::absent;
  std::optional<Board> board = {}; ///< the last one of a process that exists
  std::string reason = {};         ///< unless it reports: since when, and how it ended
  bool left_board = false;         ///< absent, and it was here: its last board is

  [[nodiscard]] bool reports() const noexcept { return state == State::reports; }
  [[nodiscard]] std::optional<Board> board_if_reporting() const { return reports() ? board : std::nullopt; }
};

/// A daemon writes its board every second, except while it is busy with a system call that hangs.
inline constexpr Duration longest_silence = std::chrono::seconds(10);

[[nodiscard]] SeenDaemon see_daemon(Config const& config, std::int64_t now_ns = wall_now_ns());

/// "runs", "does not report", "is starting", "is not running"
[[nodiscard]] std::string_view words_about(SeenDaemon::State state) noexcept;

/// "artifactd is not running: <reason>"
[[nodiscard]] std::string sentence_about(SeenDaemon const& daemon);

/// The board of the running daemon. An Error says why there is none: it is starting, hangs or does not run.
[[nodiscard]] Result<Board> running_daemon(Config const& config);

/// "systemctl restart artifactd", of the service that this user starts.
[[nodiscard]] std::string service_command(std::string_view verb);

/// Advice if a user's daemon is not running but the system's is; else empty.
[[nodiscard]] std::string system_daemon_advice(Config const& config,
                                               std::string const& board = "/run/artifactd/status");

} // namespace artifactd
