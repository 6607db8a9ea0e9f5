// Detects news in the journal: the daemon reports it; without a daemon the journal is polled.
#pragma once

#include "daemon/control/control_client.hpp"
#include "state/platform/clock.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// Waits until there may be something new: until the daemon reports it, else for a while.
class JournalNews {
public:
  /// `socket` is the path of the control socket.
  explicit JournalNews(std::string socket) : socket_(std::move(socket)) { connect(); }

  void wait();

private:
  void connect();

  std::string socket_;
  std::optional<ControlClient> client_ = {};
  Moment connect_again_{};
};

/// Returns once everything that the daemon has to record by now is in the journal, which takes a moment
/// because it writes in batches; at `until` at the latest. False, and at once, without a daemon.
bool await_journal(std::string const& socket, Moment until);

} // namespace artifactd
