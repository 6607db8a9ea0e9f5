// The inside of Sessions: its watchers, its timers and the pass under way.
#pragma once

#include "daemon/sessions.hpp"
#include "watchers/drain.hpp"
#include "watchers/rescan.hpp"
#include "watchers/session_watch.hpp"
#include "watchers/watches.hpp"

#include <optional>

namespace artifactd {

/// A walk through all roots, one after the other.
struct Pass {
  Walk walk;
  std::size_t root = 0; ///< index of the one being walked
};

class Sessions::Lookout {
public:
  Lookout(Loop& loop, SessionsOptions options, SessionsSink sink);

  void start();
  void reload(std::vector<RootSpec> roots, Duration audit_interval);
  void finished(SessionKey const& session, RunResult const& result);
  [[nodiscard]] SessionsStatus status() const;

private:
  void open_events();
  void add_root(RootSpec const& spec);

  void settle();
  bool absorb();
  void tell_mutexes();
  void deliver();

  void begin(Look look);
  void go_on();
  void plan();
  [[nodiscard]] bool degraded() const;

  Loop& loop_;
  SessionsOptions options_;
  SessionsSink sink_;

  // In this order: what is declared later uses what stands before it.
  std::optional<Inotify> inotify_;
  std::string no_events_; ///< why there is no inotify though it was asked for
  Watches watches_;
  std::vector<std::unique_ptr<SessionWatch>> roots_;
  std::unique_ptr<Drain> drain_;
  std::optional<Loop::Watch> ready_;

  Reports reports_;
  Rescan rescan_;
  std::optional<Pass> pass_;
  std::uint64_t overflows_ = 0;
  std::uint64_t audits_ = 0;
  Moment next_audit_ = Moment::max();

  Loop::Timer due_timer_;    ///< a debounced signal
  Loop::Timer pass_timer_;   ///< the next slice of the pass
  Loop::Timer rescan_timer_; ///< the storm allows another full pass
  Loop::Timer audit_timer_;
};

} // namespace artifactd
