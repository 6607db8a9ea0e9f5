// When other tools held the mutex of a session, as far as events showed: the creator of `.kg-merge.lock` held
// it from mkdir until that directory was removed. Ours is renamed into place, so it is never mistaken for
// one. What nobody saw (events lost, polled sessions) is not in it. Safe from any thread.
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

  /// Events were lost: the seeming holders of mutexes may have released them.
  void lost();
  void forget(SessionKey const& session);

  /// Since when the holder at that time held it.
  [[nodiscard]] std::optional<std::int64_t> holder_since(SessionKey const& session, std::int64_t at_ns) const;

private:
  struct Holding {
    std::int64_t from_ns;
    std::optional<std::int64_t> until_ns; ///< std::nullopt: still held
  };

  mutable std::mutex mutex_;
  std::unordered_map<SessionKey, std::deque<Holding>> sessions_; ///< guarded by mutex_; oldest first
};

} // namespace artifactd
