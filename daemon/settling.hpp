// Runs reconcile for one session at a time on whatever thread calls, and tells everybody who wants to know:
// the log, the journal, the list of what is pending, whoever watches. Shared by all workers.
#pragma once

#include "daemon/activity.hpp"
#include "daemon/lane.hpp"
#include "daemon/pending_list.hpp"
#include "daemon/policies.hpp"
#include "daemon/reconcile.hpp"
#include "daemon/reruns.hpp"
#include "daemon/settled_event.hpp"
#include "daemon/workshop.hpp"
#include "state/journal.hpp"
#include "watchers/mutex_log.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>

namespace artifactd {

class Settling {
public:
  /// `journal` may be null: then attempts are counted in the sessions alone. `activity` may be null: then
  /// nobody watches. `reruns` may be null: then refused work waits for a person. `mutexes` may be null: then
  /// nobody saw who held the sessions' mutexes.
  Settling(Config const& config, Journal* journal, Activity* activity = nullptr, Reruns* reruns = nullptr,
           MutexLog const* mutexes = nullptr);

  /// From now on runs go by this configuration.
  void reload(Config const& config);

  /// Told, on a run's thread, of each session that is looked at and holds a document. Set before the first
  /// run.
  std::function<void(SessionKey const&)> on_document = {};

  /// What waits for models ends soon after. For good.
  void stop_waiting() noexcept;

  /// One run; the daemon's Work.
  RunResult run(SessionKey const& key, Hints const& hints, Lane lane = Lane::all);

  /// The same for a session that is open already; the command line's.
  Result<Reconciled> settle(Session const& session, SessionKey const& key, Hints const& hints,
                            std::optional<Name> const& only, Lane lane = Lane::all);

  /// Counts and reports a refusal that was made elsewhere. From any thread.
  void tell_refusal(std::string const& session, SignalEnd const& end);

  /// The session is gone, and with it all that was remembered of it. A run that is under way may still bring
  /// something back; the next one, which finds no session, removes it.
  void forget(SessionKey const& key);

  [[nodiscard]] PendingList const& pending() const noexcept { return pending_; }
  [[nodiscard]] std::uint64_t accepted() const noexcept { return accepted_; }
  [[nodiscard]] std::uint64_t refused() const noexcept { return refused_; }
  /// Gives memory back that the last burst needed.
  void trim() noexcept { memory_.pool.trim(); }

private:
  void tell(SessionKey const& key, std::string const& session, Reconciled const& done, Lane lane);
  void tell_looked(Session const& session, SessionSigns const& signs, std::vector<Sighting> const& ready);
  [[nodiscard]] Kinds served() const;
  [[nodiscard]] int attempts() const; ///< that are granted
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
  std::unordered_map<SessionKey, std::size_t> known_odd_; ///< guarded by mutex_: how many were reported
  std::set<SessionKey> held_; ///< guarded by mutex_: held by another process when the last run came
  Journal* journal_;
  Activity* activity_;
  Reruns* reruns_;
  MutexLog const* mutexes_;
  std::atomic<JournalContent> content_ = JournalContent::codes;
  WorkMemory memory_;
  UniqueFd stopping_; ///< an eventfd
  PendingList pending_;
  std::atomic<std::uint64_t> accepted_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
};

} // namespace artifactd
