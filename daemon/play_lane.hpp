// Where plays are looked at while they are played: a lane of its own with one thread, so that a host which
// appends thousands of lines a second keeps nobody else waiting. Logs that change are looked at 200 ms later,
// and every session with plays once in a while besides. All members are for the loop's thread.
#pragma once

#include "agents/report/live_plays.hpp"
#include "daemon/activity.hpp"
#include "daemon/config.hpp"
#include "daemon/loop.hpp"
#include "daemon/settled_event.hpp"
#include "daemon/workers.hpp"
#include "state/journal.hpp"
#include "watchers/log_watch.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace artifactd {

class PlayLane {
public:
  /// What is found goes to both.
  PlayLane(Loop& loop, Config const& config, Journal& journal, Activity& activity);
  PlayLane(PlayLane const&) = delete;
  PlayLane& operator=(PlayLane const&) = delete;

  /// There are plays in the session. Of one that is watched that is no news, unless it is looked at just now:
  /// then they may have come behind that look.
  void met(SessionKey const& session);
  void vanished(SessionKey const& session);
  void reload(Config const& config);

  /// Calls `drained` (at once where nothing runs) when the look that is under way is over.
  void begin_shutdown(Loop::Callback drained);

private:
  /// What one look goes by.
  struct Order {
    SessionKey session;
    PlaysTouched touched;
    Kinds kinds;
    std::shared_ptr<report::ReportPolicy const> policy;
    JournalContent content = JournalContent::codes;
  };
  /// And what it came to.
  struct Outcome {
    bool gone = false;
    bool unfinished = false;
    bool awaited = false;
    bool fresh = false;     ///< something is watched only now: what came before that is to be seen as well
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
  report::LivePlays plays_; ///< the lane's thread alone uses it
  std::set<SessionKey> sessions_;
  std::set<SessionKey> unwatched_;
  std::set<SessionKey> gone_; ///< to be forgotten by the lane's thread
  std::map<SessionKey, PlaysTouched> wanted_;
  std::deque<SessionKey> order_;        ///< of wanted_
  std::optional<SessionKey> looked_at_; ///< by the lane now
  bool refusing_ = false;
  Loop::Callback drained_;
  std::optional<Loop::Watch> ready_;
  Loop::Timer settle_; ///< the log of a play rests, or is looked at though it does not
  Loop::Timer round_;
  Loop::Timer poll_;
  Workers worker_; ///< last: its thread is joined before anything it uses goes
};

} // namespace artifactd
