// All the locks that keep other tools off the graph while it is rewritten: the mkdir mutex, then the locks
// named in the configuration. While the mutex is held, no other lock is waited for.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/mutex_dir.hpp"
#include "state/settle/other_locks.hpp"

namespace artifactd {

struct GraphLocking {
  /// Six times the longest a shell script is known to hold the mutex (10 s): stealing a live mutex loses
  /// data.
  Duration stale_after = std::chrono::seconds(60);
  std::vector<OtherLock> others = {};
};

class GraphLock {
public:
  /// Fault::busy, with everything released, if somebody holds one of them.
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
