// Where tuning runs that have begun are driven by the daemon ([tuning] drive): each on a thread, since agents
// take minutes, so that nothing else waits for them. A drive ends soon after it is refused any more work; the
// next daemon goes on with it.
#pragma once

#include "daemon/activity.hpp"
#include "daemon/config.hpp"
#include "daemon/workers.hpp"
#include "watchers/session_key.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace artifactd {

class DriveLane {
public:
  DriveLane(Config const& config, Activity& activity);
  ~DriveLane(); ///< waits for what is being driven, which is told to end
  DriveLane(DriveLane const&) = delete;
  DriveLane& operator=(DriveLane const&) = delete;

  void reload(Config const& config);
  /// Nothing is begun from now on, and what is under way ends.
  void refuse() noexcept;
  /// There is a state in the session. On the loop's thread, which acts for no session: threads that are
  /// started here act for none either.
  void met(SessionKey const& session);

private:
  void drive_it(SessionKey const& session);
  [[nodiscard]] std::string left_at(SessionKey const& session);
  /// Digest of the state it left; empty: there was nothing to drive.
  [[nodiscard]] std::string once(SessionKey const& session, Config const& config);

  Activity& activity_;
  std::mutex mutex_;
  std::shared_ptr<Config const> config_;      ///< guarded by mutex_
  std::map<SessionKey, bool> driven_;         ///< and whether it was met again since; guarded by mutex_
  std::map<SessionKey, std::string> left_at_; ///< the state a drive ended with; guarded by mutex_
  std::atomic<bool> refusing_ = false;
  UniqueFd cancel_;
  Workers workers_; ///< last: its threads are joined before anything they use goes
};

} // namespace artifactd
