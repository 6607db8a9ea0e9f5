// Who plays an attempt, of all machines that share a database of PostgreSQL: the session-level advisory lock
// of the attempt is held on a connection that serves nothing else. A process that ends, or is cut off, holds
// it no more, and anybody may go on with the attempt.
#pragma once

#include "agents/turn/store/database.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace artifactd::turn {

/// From any thread.
class AttemptLocks : public std::enable_shared_from_this<AttemptLocks> {
public:
  explicit AttemptLocks(std::string url) : connection_(std::move(url)) {}

  /// The lock, as long as what is returned lives. Fault::busy: somebody else has it.
  Result<std::shared_ptr<void const>> take(std::string const& attempt_id);
  /// For who has taken it: whether it is still held. After the connection was lost it is taken again;
  /// Fault::changed where somebody else was faster.
  Result<void> keep(std::string const& attempt_id);

private:
  class Held;

  /// With the mutex.
  Result<bool> try_lock(std::int64_t key);
  Result<bool> is_connected();
  void release(std::int64_t key) noexcept;

  std::mutex mutex_;
  Reconnecting connection_; ///< guarded by mutex_
  struct Wanted {
    int times = 0;        ///< an attempt that has ended may begin again while its former player winds up
    bool is_held = false; ///< on that very connection
  };
  std::map<std::int64_t, Wanted> wanted_{}; ///< guarded by mutex_
};

/// Whether anybody has it. Within a transaction.
Result<bool> is_locked(Database& database, std::string const& attempt_id);

} // namespace artifactd::turn
