// After something was published its session is looked at twice more: soon, because a writer that held the old
// file open finishes within moments, and once more after the longest that a tool without locks is known to
// sit on the version it read. What was overwritten meanwhile is merged again.
#pragma once

#include "daemon/reconcile.hpp"
#include "merge/overwritten.hpp"
#include "watchers/session_key.hpp"

#include <mutex>
#include <unordered_map>

namespace artifactd {

class SecondLook {
public:
  /// After a run: looks if it is time to, remembers what the run published, and says in `done` when to come
  /// back.
  void after_run(SessionKey const& key, Session const& session, SettlingKit const& kit,
                 std::vector<Publication> fresh, Reconciled& done);

  /// The session is gone.
  void forget(SessionKey const& key);

private:
  struct Memory {
    std::vector<Publication> published; ///< oldest first
    Moment last{};                      ///< when the newest was published
    Moment looked{};
  };

  std::mutex mutex_;
  std::unordered_map<SessionKey, Memory> sessions_; ///< guarded by mutex_; only of sessions to be looked at
};

} // namespace artifactd
