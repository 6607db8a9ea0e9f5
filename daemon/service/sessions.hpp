// Every root and every session beneath them, known by watching and by looking: says which session needs a
// run. Sessions are exactly the directories `depth` levels below a root; hidden names are skipped and links
// below the root are never followed. The same look serves start, events, overflow, reload and the audit
// timer, and the audit alone finds everything. All members are for the loop's thread.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/service/root_claims.hpp"
#include "daemon/settling/dispatch.hpp"
#include "watchers/audit_pace.hpp"
#include "watchers/drain.hpp"
#include "watchers/mutex_log.hpp"
#include "watchers/rescan.hpp"
#include "watchers/session_watch.hpp"
#include "watchers/watches.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

enum class Events : std::uint8_t { on, off };

struct RootSpec {
  std::string path;
  unsigned depth = 1;

  bool operator==(RootSpec const&) const = default;
};

struct SessionsOptions {
  std::vector<RootSpec> roots;
  Kinds kinds;                                       ///< those to watch for
  Duration audit_interval = std::chrono::seconds(5); ///< AuditPace
  Duration calm_after = std::chrono::minutes(1);     ///< AuditPace
  Events events = Events::on;
  std::size_t watch_limit = SIZE_MAX; ///< at most this many watches, even if the kernel grants more
  std::size_t batch_limit = 65'536;   ///< names kept between two turns of the loop: about 10 MB at most
};

enum class RootState : std::uint8_t { watching, polling, absent };

struct RootStatus {
  std::string path;
  RootState state = RootState::absent;
  std::string reason; ///< why it polls or is absent; empty when it is watched
  std::size_t sessions = 0;
  std::size_t watches = 0;
  std::size_t polled = 0; ///< directories without a watch
};

/// A session, or a directory above some.
struct ClosedDirectory {
  std::string path;   ///< whole
  std::string reason; ///< with the remedy
};

struct SessionsStatus {
  std::vector<RootStatus> roots;
  std::vector<std::string> troubles;   ///< each a sentence with its remedy; empty means healthy
  std::vector<ClosedDirectory> closed; ///< some of those that cannot be read
  std::uint64_t overflows = 0;         ///< how often events were lost
  std::uint64_t rescans = 0;
  std::uint64_t audits = 0;
};

/// Where Sessions sends its findings; in the daemon these lead to the Workplace.
struct SessionsSink {
  std::function<void(SessionKey const&, Hints, Urgency)> hint;
  std::function<void(SessionKey const&)> vanished;
  std::function<void(SessionKey const&)> plays =
      {};                      ///< the session has plays, perhaps already reported; may be empty
  MutexLog* mutexes = nullptr; ///< informed of who held the mutex of which session; may be null
};

/// A walk through all roots, one after the other.
struct Pass {
  Walk walk;
  std::size_t root = 0; ///< index of the root being walked
};

class Sessions {
public:
  Sessions(Loop& loop, SessionsOptions options, SessionsSink sink);
  Sessions(Sessions const&) = delete;
  Sessions& operator=(Sessions const&) = delete;

  /// Watches and looks at everything once. Absent roots are awaited, not an error.
  void start(OnProgress const& on_progress = {});

  /// Replaces the roots and the interval; roots that remain lose nothing.
  void reload(std::vector<RootSpec> roots, Duration audit_interval);

  /// A run ended. Delivers what was reported meanwhile before it returns, so that a signal submitted during
  /// the run causes one more run, not two; what is found in that session from now on is news.
  void finished(SessionKey const& session, RunResult const& result);

  [[nodiscard]] SessionsStatus status() const;

private:
  void open_events();
  void add_root(RootSpec const& spec);

  void absorb_all();
  bool absorb();
  void tell_mutexes();
  void deliver();

  void begin(Look look);
  void go_on();
  void claim_roots();
  void plan();
  [[nodiscard]] Coverage coverage() const;

  Loop& loop_;
  SessionsOptions options_;
  SessionsSink sink_;

  // The order matters: later members use earlier ones.
  std::optional<Inotify> inotify_;
  std::string no_events_; ///< why there is no inotify although it was requested
  Watches watches_;
  std::vector<std::unique_ptr<SessionWatch>> roots_;
  RootClaims claims_;
  std::unique_ptr<Drain> drain_;
  std::optional<Loop::Watch> ready_;

  Reports reports_;
  Rescan rescan_;
  std::optional<Pass> pass_;
  std::uint64_t overflows_ = 0;
  std::uint64_t audits_ = 0;
  AuditPace pace_;

  Loop::Timer due_timer_;    ///< a debounced signal
  Loop::Timer pass_timer_;   ///< the next slice of the pass
  Loop::Timer rescan_timer_; ///< the storm allows another full pass
  Loop::Timer audit_timer_;
};

} // namespace artifactd
