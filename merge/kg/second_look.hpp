// After a publication, looks at its session twice more: soon, because a writer that held the old file open
// finishes within moments, and again after the longest time for which a tool without locks is known to keep
// the version it read. What was overwritten meanwhile is merged again. The session itself records that
// something was published, whichever process did it and even if that process was killed.
#pragma once

#include "merge/kg/overwritten.hpp"
#include "state/settle/settle_report.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace artifactd {

class SecondLook {
public:
  /// After a run: looks if it is time. The report says when to come back. `held`: as for
  /// remerge_overwritten().
  SettleReport after_run(Session const& session, KgTools const& tools, MutexHeld const& held);

  /// The session is gone.
  void forget(std::string const& session);

private:
  struct Memory {
    std::int64_t redo_ns = 0; ///< when the record of publications was last written
    Moment last{};            ///< when the newest was published
    Moment looked{};
  };

  struct Recalled {
    Memory memory;
    bool published = false; ///< something was, since the last look
  };

  /// std::nullopt if no look is needed.
  std::optional<Recalled> recall(Session const& session);
  /// Whether the session needs no more looks.
  static bool look(Session const& session, KgTools const& tools, MutexHeld const& held, Memory& memory,
                   SettleReport& report);

  std::mutex mutex_;
  std::unordered_map<std::string, Memory> sessions_; ///< guarded by mutex_; only sessions to be looked at
};

} // namespace artifactd
