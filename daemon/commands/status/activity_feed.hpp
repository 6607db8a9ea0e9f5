// What happens to signals, one event after the other: from the daemon while it answers on its control socket,
// else from its journal, which holds only the outcomes. Switches between the two as daemons come and go.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/status/activity_event.hpp"
#include "state/journal/journal.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace artifactd {

class ActivityFeed {
public:
  /// `notice` is called with a sentence about the source of events whenever that gets worse or recovers.
  ActivityFeed(Config const& config, std::string session, std::function<void(std::string const&)> notice);

  /// Fails if there is neither a daemon nor a journal to watch. Call it first.
  Result<void> open();

  /// What has come so far; never waits.
  std::vector<ActivityEvent> take();
  /// True once after each new connection: what comes now is everything at work.
  [[nodiscard]] bool started_over() noexcept { return std::exchange(started_over_, false); }

  /// Readable when take() has something; -1: call it at next_look().
  [[nodiscard]] int fd() const noexcept { return client_ ? client_->fd() : -1; }
  [[nodiscard]] Moment next_look() const noexcept { return client_ ? Moment::max() : next_look_; }

private:
  Result<void> connect();
  Result<void> skip_journal();
  void from_socket(std::vector<ActivityEvent>& events);
  void from_journal(std::vector<ActivityEvent>& events);

  Config const& config_;
  std::string session_;
  std::function<void(std::string const&)> notice_;
  std::optional<ControlClient> client_;
  bool started_over_ = false;
  Moment next_look_{};
  Moment next_connect_{};
  std::int64_t last_id_ = 0; ///< of the last journal event seen
};

/// The outcome of settling as recorded in the journal; std::nullopt for events of other kinds.
[[nodiscard]] std::optional<ActivityEvent> activity_from_journal(Kinds const& kinds, Event const& event);

} // namespace artifactd
