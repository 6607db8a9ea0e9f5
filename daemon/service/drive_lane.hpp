// Where the daemon drives tuning runs that have begun ([tuning] drive): each on its own thread, since agents
// take minutes, so that nothing else waits for them. A drive ends soon after refuse(); the next daemon
// resumes it.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "daemon/status/activity.hpp"
#include "watchers/session_key.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace artifactd {

class DriveLane {
public:
  DriveLane(Loop& loop, Config const& config, Activity& activity);
  ~DriveLane(); ///< tells the drives to end and waits for them
  DriveLane(DriveLane const&) = delete;
  DriveLane& operator=(DriveLane const&) = delete;

  /// Also tries again what failed.
  void reload(Config const& config);
  /// Nothing begins from now on, and what is running ends.
  void refuse() noexcept;
  /// The session has a state. Call it on the loop's thread, which does not impersonate any session's owner,
  /// so the threads started here do not either.
  void met(SessionKey const& session);
  /// The session is gone. Also on the loop's thread.
  void vanished(SessionKey const& session);

private:
  void drive_it(SessionKey const& session);
  void try_later(SessionKey const& session);
  void meet_busy();
  [[nodiscard]] std::string left_at(SessionKey const& session);
  struct Left {
    std::string at; ///< digest of the state; empty if there was nothing to drive, or not yet
    bool failed = false;
  };
  [[nodiscard]] Left once(SessionKey const& session, Config const& config);

  Loop& loop_;
  Activity& activity_;
  std::set<SessionKey> busy_; ///< held by another process; used on the loop's thread
  Loop::Timer busy_due_;
  std::mutex mutex_;
  std::shared_ptr<Config const> config_;      ///< guarded by mutex_
  std::map<SessionKey, bool> driven_;         ///< whether it was met again since; guarded by mutex_
  std::map<SessionKey, std::string> left_at_; ///< the state a drive ended with; guarded by mutex_
  std::set<SessionKey> failed_;               ///< of these, those that ended with an error; guarded by mutex_
  std::atomic<bool> refusing_ = false;
  UniqueFd cancel_;
  Workers workers_; ///< last: its threads are joined before what they use is destroyed
};

} // namespace artifactd
