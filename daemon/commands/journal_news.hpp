// When there is something new in the journal: the daemon tells, and where none does it is looked at again.
#pragma once

#include "daemon/control_client.hpp"
#include "state/clock.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// Waits until there may be something new: at once where the daemon tells, else for a while.
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

/// Returns once everything that the daemon has to tell by now is on file, which takes a moment because it
/// writes in batches; `until` at the latest. False, and at once, without a daemon.
bool await_journal(std::string const& socket, Moment until);

} // namespace artifactd
