// Turns observations of signals into hints that are due. A signal seen to be closed or moved in is due at
// once; one only seen to appear waits publishing_time for its close, so that every publication gives exactly
// one hint. No thread and no clock: the caller supplies the time.
#pragma once

#include "watchers/hints.hpp"
#include "watchers/session_key.hpp"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace artifactd {

enum class Why : std::uint8_t {
  appeared, ///< created or linked: perhaps still open
  closed,   ///< closed after writing, moved in, or old enough
};

class Debounce {
public:
  struct Due {
    SessionKey session;
    Hints hints;
    Urgency urgency = Urgency::recheck;
  };

  void note(SessionKey const& session, SignalName const& signal, Why why, Moment now);

  /// The session must be looked at once, for no particular signal.
  void note(SessionKey const& session, Urgency urgency);

  /// One entry per session that is due.
  std::vector<Due> take_due(Moment now);

  /// When take_due() will have something, if anything is pending.
  [[nodiscard]] std::optional<Moment> next();

private:
  using Signal = std::pair<SessionKey, SignalName>;

  Due& due(SessionKey const& session, Urgency urgency);
  void ripen(Moment now);
  void drop_stale_deadlines();

  std::map<SessionKey, Due> due_;
  std::map<Signal, Moment> waiting_;
  /// The waiting signals ordered by due time (the wait is constant, so in order of arrival). An entry whose
  /// signal left waiting_, or came back with another time, is stale.
  std::deque<std::pair<Moment, Signal>> deadlines_;
};

} // namespace artifactd
