// Reports the progress of the tuning runs of all sessions to watchers, no matter who drives them: looks at a
// changed state at most once a second, on a thread of its own.
#pragma once

#include "agents/state/run_story.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "daemon/status/activity.hpp"
#include "state/vocabulary/kind.hpp"
#include "watchers/session_key.hpp"

#include <atomic>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace artifactd {

class RunNews {
public:
  RunNews(Loop& loop, Kinds kinds, Activity& activity);
  RunNews(RunNews const&) = delete;
  RunNews& operator=(RunNews const&) = delete;

  /// The session has a state. On the loop's thread, like vanished().
  void met(SessionKey const& session);
  void vanished(SessionKey const& session);

private:
  /// A run in progress.
  struct Run {
    std::string digest; ///< of its state as last reported
    std::vector<RunStory::Point> points;
  };

  void look_at_all();
  void look(SessionKey const& key);

  Kinds kinds_;
  Activity& activity_;
  std::set<SessionKey> met_;
  std::set<SessionKey> vanished_;
  Loop::Timer due_;
  std::atomic<bool> busy_ = false;
  std::map<SessionKey, Run> runs_; ///< used by the worker
  Workers workers_{1};             ///< last: joined before what it uses is destroyed
};

} // namespace artifactd
