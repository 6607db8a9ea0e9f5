// What the daemon answers on its control socket, and who is notified of what happens. Without a socket (its
// path is too long, another daemon has it) the daemon goes on: the status board, the journal and the
// directories show everything it does. A socket that somebody removed is made again within seconds.
#pragma once

#include "daemon/control/control_server.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/status/activity.hpp"
#include "daemon/status/status_board.hpp"
#include "state/journal/journal.hpp"

#include <functional>
#include <optional>
#include <string>

namespace artifactd {

/// What the rest of the daemon answers, on the loop's thread.
struct DaemonAnswers {
  std::function<Board()> board; ///< its present state
  /// Looks for refused work to run again, after somebody granted an attempt, and at the session of the given
  /// path, if any.
  std::function<void(std::string const& session)> look;
  /// Ends the run for a signal; false if none is running.
  std::function<bool(ControlRequest const&)> cancel;
  /// Answers questions about a story, on another thread.
  std::function<ControlReply(ControlRequest const&)> story;
  std::function<std::string()> metrics; ///< what Prometheus scrapes
};

class ControlDesk {
public:
  ControlDesk(Loop& loop, std::string path, Activity& activity, Journal& journal, DaemonAnswers answers);
  ~ControlDesk();
  ControlDesk(ControlDesk const&) = delete;
  ControlDesk& operator=(ControlDesk const&) = delete;

  /// Serves another socket as well: `asks`, and the streams `watch` and `log`, where `line` makes the line of
  /// an event.
  void serve_also(ControlSocket socket, ControlAsks asks, ControlLimits limits,
                  std::function<std::string(ActivityEvent const&)> line);

  /// Why there is no socket; empty: there is one.
  [[nodiscard]] std::string const& trouble() const noexcept { return trouble_; }

private:
  void open_socket();
  void look_after_socket();
  [[nodiscard]] std::size_t listeners(Stream stream) const;
  void listen();
  [[nodiscard]] ControlReply watch_also();
  [[nodiscard]] ControlAsks asks();
  [[nodiscard]] ControlReply watch(ControlRequest const& request);
  [[nodiscard]] ControlReply status(ControlRequest const& request) const;
  [[nodiscard]] ControlReply log();
  void audience_changed();
  void journal_grew();

  Loop& loop_;
  std::string path_;
  std::string trouble_;
  Activity& activity_;
  Journal& journal_;
  DaemonAnswers answers_;
  bool journal_followed_ = false;
  std::uint64_t growths_ = 0;
  Loop::Timer look_again_;
  std::optional<ControlServer> server_;
  std::optional<ControlServer> also_;
  std::function<std::string(ActivityEvent const&)> also_line_;
};

} // namespace artifactd
