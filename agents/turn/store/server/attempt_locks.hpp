// Which machine plays an attempt, for machines that share a PostgreSQL database: the attempt's session-level
// advisory lock is held on a dedicated connection. A process that ends or loses its connection releases it,
// and any other may continue the attempt.
#pragma once

#include "agents/turn/store/database.hpp"

#include <map>
#include <memory>
#include <mutex>

namespace artifactd::turn {

/// Thread-safe.
class AttemptLocks : public std::enable_shared_from_this<AttemptLocks> {
public:
  explicit AttemptLocks(std::string url) : connection_(std::move(url)) {}

  /// Holds the lock as long as the returned object lives. Fault::busy if another process has it.
  Result<std::shared_ptr<void const>> take(std::string const& attempt_id);
  /// For the holder of the lock: makes sure that it is still held. After a lost connection it is taken again;
  /// Fault::changed if another process took it first.
  Result<void> keep(std::string const& attempt_id);

private:
  class Held;

  /// Requires the mutex.
  Result<bool> try_lock(std::int64_t key);
  Result<bool> is_connected();
  void release(std::int64_t key) noexcept;

  std::mutex mutex_;
  Reconnecting connection_; ///< guarded by mutex_
  struct Wanted {
    int times = 0;        ///< an attempt that has ended may begin again while its former player finishes
    bool is_held = false; ///< on the current connection
  };
  std::map<std::int64_t, Wanted> wanted_{}; ///< guarded by mutex_
};

/// Whether any process holds it. Within a transaction.
Result<bool> is_locked(Database& database, std::string const& attempt_id);

} // namespace artifactd::turn
