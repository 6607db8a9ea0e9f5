// Sessions that another process holds. A command at work holds one for moments, and many commands may follow
// one another: that concerns nobody. A process that keeps it is news.
#pragma once

#include "state/platform/clock.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <sys/types.h>
#include <utility>

namespace artifactd {

class HeldSessions {
public:
  static constexpr Duration longest_moment = std::chrono::seconds(5);

  /// The session is held now, by that process (0: unknown). Whether this process has held it each time that
  /// was said, for longer than a moment.
  bool lasts(SessionKey const& session, pid_t holder, Moment now) {
    auto& [known_holder, since] = held_.try_emplace(session, holder, now).first->second;
    if (known_holder != holder) {
      known_holder = holder;
      since = now;
    }
    return now - since > longest_moment;
  }

  /// It is free.
  void forget(SessionKey const& session) { held_.erase(session); }

private:
  std::map<SessionKey, std::pair<pid_t, Moment>> held_;
};

} // namespace artifactd
