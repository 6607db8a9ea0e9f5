// After something was published its session is looked at twice more: soon, because a writer that held the old
// file open finishes within moments, and once more after the longest that a tool without locks is known to
// sit on the version it read. What was overwritten meanwhile is merged again. That something was published is
// told by the session itself, whoever did it and even if that process was killed.
#pragma once

#include "daemon/reconcile.hpp"
#include "merge/kg/overwritten.hpp"
#include "watchers/mutex_log.hpp"
#include "watchers/session_key.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace artifactd {

class SecondLook {
public:
  /// `mutexes` may be null: then nobody is known to have held a session's mutex.
  explicit SecondLook(MutexLog const* mutexes = nullptr) : mutexes_(mutexes) {}

  /// After a run: looks if it is time to, and says in `done` when to come back.
  void after_run(SessionKey const& key, Session const& session, KgTools const& kit, Reconciled& done);

  /// The session is gone.
  void forget(SessionKey const& key);

private:
  struct Memory {
    std::int64_t redo_ns = 0; ///< when the record of publications was written to last
    Moment last{};            ///< when the newest was published
    Moment looked{};
  };

  /// What to remember of the session; nothing when no look is called for.
  std::optional<Memory> recall(SessionKey const& key, Session const& session, bool& published);
  /// Whether it is done with the session.
  bool look(SessionKey const& key, Session const& session, KgTools const& kit, Memory& memory,
            Reconciled& done);

  MutexLog const* mutexes_;
  std::mutex mutex_;
  std::unordered_map<SessionKey, Memory> sessions_; ///< guarded by mutex_; only of sessions to be looked at
};

} // namespace artifactd
