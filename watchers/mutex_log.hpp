// When other tools held the mutex of a session, as far as events told: whoever made `.kg-merge.lock` with
// mkdir held it until that directory went. Ours is renamed into its place, so that it is never taken for one.
// What nobody saw (events lost, polled sessions) is not in it. Safe from any thread.
#pragma once

#include "watchers/session_key.hpp"

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace artifactd {

class MutexLog {
public:
  /// Wall times, in the order of the events.
  void taken(SessionKey const& session, std::int64_t at_ns);
  void released(SessionKey const& session, std::int64_t at_ns);

  /// Events were lost: who seems to hold a mutex now may have given it back.
  void lost();
  void forget(SessionKey const& session);

  /// Since when somebody held it who held it at that time.
  [[nodiscard]] std::optional<std::int64_t> holder_since(SessionKey const& session, std::int64_t at_ns) const;

private:
  struct Holding {
    std::int64_t from_ns;
    std::optional<std::int64_t> until_ns; ///< nothing: still
  };

  mutable std::mutex mutex_;
  std::unordered_map<SessionKey, std::deque<Holding>> sessions_; ///< guarded by mutex_; oldest first
};

} // namespace artifactd
