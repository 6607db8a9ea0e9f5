// Runs reconcile for one session at a time on the calling thread, and reports to the log, the journal, the
// list of what is pending, and the watchers. Shared by all workers.
#pragma once

#include "daemon/settling/held_sessions.hpp"
#include "daemon/settling/lane.hpp"
#include "daemon/settling/pending_list.hpp"
#include "daemon/settling/policies.hpp"
#include "daemon/settling/reconcile.hpp"
#include "daemon/settling/reruns.hpp"
#include "daemon/settling/settled_event.hpp"
#include "daemon/settling/work_tools.hpp"
#include "daemon/status/activity.hpp"
#include "state/journal/journal.hpp"
#include "watchers/mutex_log.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace artifactd {

class Settling {
public:
  /// `journal` may be null: then attempts are counted in the sessions alone. Also null may be `activity` (no
  /// watchers), `reruns` (refused work waits for a person) and `mutexes` (it is unknown who held the
  /// sessions' mutexes). `observe` is called after each call of a model.
  Settling(Config const& config, Journal* journal, Activity* activity = nullptr, Reruns* reruns = nullptr,
           MutexLog const* mutexes = nullptr, CallObserver observe = {});

  /// Runs use this configuration from now on.
  void reload(Config const& config);

  /// Called, on a run's thread, for each session that is looked at and holds a document. Set before the first
  /// run.
  std::function<void(SessionKey const&)> on_document = {};
  /// Called, on any thread, for each end of a signal. Set before the first run.
  std::function<void(SignalEnd const&)> on_end = {};

  /// Work that waits for models ends soon after. Permanent.
  void stop_waiting() noexcept;

  /// One run; the daemon's Work. A session below no root of the configuration in force counts as gone: what
  /// ran or waited when its root was removed may still ask for a run.
  RunResult run(SessionKey const& key, Hints const& hints, Lane lane = Lane::all);

  /// The same for a session that is already open; for the command line.
  Result<Reconciled> settle(Session const& session, SessionKey const& key, Hints const& hints,
                            WantedSignals const& wanted, Lane lane = Lane::all);

  /// Counts and reports how a signal ended, here or elsewhere. From any thread.
  void tell_final(std::string const& session, SignalEnd const& end);

  /// The session is gone, and with it everything remembered about it. A run in progress may still bring
  /// something back; the next run finds no session and removes it.
  void forget(SessionKey const& key);

  [[nodiscard]] PendingList const& pending() const noexcept { return pending_; }
  [[nodiscard]] std::uint64_t accepted() const noexcept { return accepted_; }
  [[nodiscard]] std::uint64_t refused() const noexcept { return refused_; }
  /// Returns memory that the last burst needed.
  void trim();

private:
  [[nodiscard]] std::shared_ptr<Policies const> policy_in_force() const;
  [[nodiscard]] RefusalPolicy refusal_policy(Policies const& policies, Session const& session) const;
  /// What happens in the session's work is reported, and its long work is handed over.
  void connect(WorkTools& tools, SessionKey const& key);
  [[nodiscard]] StaleWatch watch_of(SessionKey const& key) const;
  void remember_watch(SessionKey const& key, StaleWatch const& watch);
  void tell(SessionKey const& key, std::string const& session, Reconciled const& done, Lane lane);
  void tell_looked(SessionKey const& key, Session const& session, SessionSigns const& signs,
                   std::vector<Sighting> const& ready);
  [[nodiscard]] Kinds served() const;
  [[nodiscard]] int attempts() const; ///< the number granted
  [[nodiscard]] ActivityEvent former_attempt(Session const& session, SignalName const& signal) const;
  void tell_progress(Session const& session, SignalName const& signal, std::string_view what,
                     std::string const& text);
  void tell_end(std::string const& session, SignalEnd const& end);
  void tell_odd(SessionKey const& key, std::string const& session, std::vector<OddFile> const& odd);
  void count_end(std::string const& session, SignalEnd const& end);
  RunResult gone_or_pending(SessionKey const& key, Error const& error);
  bool held_for_moments(SessionKey const& key, Error const& error);

  mutable std::mutex mutex_;
  std::shared_ptr<Policies const> policy_; ///< guarded by mutex_
  std::unordered_map<SessionKey, StaleWatch>
      watches_; ///< guarded by mutex_; only of sessions met with a bare mutex
  std::unordered_map<SessionKey, std::size_t> known_odd_; ///< guarded by mutex_: the number reported
  HeldSessions held_;                                     ///< guarded by mutex_
  Journal* journal_;
  Activity* activity_;
  Reruns* reruns_;
  MutexLog const* mutexes_;
  CallObserver observe_;
  std::atomic<JournalContent> content_ = JournalContent::codes;
  WorkMemory memory_;
  UniqueFd stopping_; ///< an eventfd
  PendingList pending_;
  std::atomic<std::uint64_t> accepted_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

} // namespace artifactd
