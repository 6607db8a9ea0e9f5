// Everything that keeps other tools off the graph while it is rewritten: the mkdir mutex, and behind it the
// locks that the configuration names. What cannot be had at once is not waited for with the mutex in hand.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/mutex_dir.hpp"
#include "state/settle/other_locks.hpp"

namespace artifactd {

struct GraphLocking {
  /// Six times the longest a shell script is known to hold the mutex (10 s): stealing a live one loses data.
  Duration stale_after = std::chrono::seconds(60);
  std::vector<OtherLock> others = {};
};

class GraphLock {
public:
  /// Fault::busy with everything released when somebody holds one of them.
  static Result<GraphLock> take(Claim const& claim, Session const& session, StaleWatch& watch,
                                GraphLocking const& locking) {
    auto mutex = TRY(MutexDir::take(claim, session, watch, locking.stale_after));
    auto others = TRY(OtherLocks::take(claim, session, locking.others, watch, locking.stale_after));
    return GraphLock(std::move(mutex), std::move(others));
  }

private:
  GraphLock(MutexDir mutex, OtherLocks others) : mutex_(std::move(mutex)), others_(std::move(others)) {}

  MutexDir mutex_;
  OtherLocks others_; ///< released before the mutex
};

} // namespace artifactd
