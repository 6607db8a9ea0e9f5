// Examines plays while they are played: a lane of its own with one thread, so that a host that appends
// thousands of lines a second delays nobody else. Changed logs are examined 200 ms later, and every session
// with plays also from time to time. All members are for the loop's thread.
#pragma once

#include "agents/report/live_plays.hpp"
#include "daemon/config/config.hpp"
#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "daemon/settling/settled_event.hpp"
#include "daemon/status/activity.hpp"
#include "state/journal/journal.hpp"
#include "watchers/log_watch.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace artifactd {

class PlayLane {
public:
  /// Findings go to both.
  PlayLane(Loop& loop, Config const& config, Journal& journal, Activity& activity);
  PlayLane(PlayLane const&) = delete;
  PlayLane& operator=(PlayLane const&) = delete;

  /// The session has plays. For a watched session that is not news, unless it is being examined right now:
  /// the plays may have appeared after that look.
  void met(SessionKey const& session);
  void vanished(SessionKey const& session);
  void reload(Config const& config);

  /// Calls `drained` when the current look is over, or at once if there is none.
  void begin_shutdown(Loop::Callback drained);

private:
  /// The input of one look.
  struct Order {
    SessionKey session;
    PlaysTouched touched;
    Kinds kinds;
    std::shared_ptr<report::ReportPolicy const> policy;
    JournalContent content = JournalContent::codes;
  };
  /// And its result.
  struct Outcome {
    bool gone = false;
    bool unfinished = false;
    bool awaited = false;
    /// Something is watched only since now: what came before that has to be examined too
    bool fresh = false;
    bool unwatched = false; ///< not everything could be watched
  };

  void want(SessionKey const& session, PlaysTouched touched);
  void want_all();
  void listen();
  void start();
  [[nodiscard]] Outcome look(Order const& order);
  [[nodiscard]] Outcome look_within(Session const& session, Order const& order);
  void finish(SessionKey const& session, Outcome const& outcome);

  Loop& loop_;
  Journal& journal_;
  Activity& activity_;
  Kinds kinds_;
  std::shared_ptr<report::ReportPolicy const> policy_;
  JournalContent content_ = JournalContent::codes;
  Duration round_every_;
  Duration poll_every_;
  LogWatch watch_;
  report::LivePlays plays_; ///< used by the lane's thread only
  std::set<SessionKey> sessions_;
  std::set<SessionKey> unwatched_;
  std::set<SessionKey> gone_; ///< to be forgotten by the lane's thread
  std::map<SessionKey, PlaysTouched> wanted_;
  std::deque<SessionKey> order_;        ///< of wanted_
  std::optional<SessionKey> looked_at_; ///< by the lane now
  bool refusing_ = false;
  Loop::Callback drained_;
  std::optional<Loop::Watch> ready_;
  Loop::Timer settle_; ///< a play's log settled, or is examined although it did not
  Loop::Timer round_;
  Loop::Timer poll_;
  Workers worker_; ///< last: its thread is joined before what it uses is destroyed
};

} // namespace artifactd
