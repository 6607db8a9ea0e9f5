// Which refused work is retried, and with what outcome: first by the editor, then by the agent's own command.
// A run is wanted as long as the signal exists as `.error`, its root and the agent's command are configured
// and its budget is not spent: all of this is read from the disk and the journal when the session is looked
// at, so a restart forgets nothing. At most `at_once` commands run at the same time and never two for one
// signal; the editor waits for none of them.
#pragma once

#include "agents/common/reinvoke.hpp"
#include "daemon/process/workers.hpp"
#include "daemon/settling/active_runs.hpp"
#include "daemon/settling/edits.hpp"
#include "state/journal/journal.hpp"
#include "state/settle/settle_report.hpp"
#include "watchers/session_key.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace artifactd {

/// News of one signal's run.
struct TakenUp {
  enum class Then : std::uint8_t {
    nothing,
    look,       ///< at the session: something may have to be settled, or another run is wanted
    look_later, ///< it could not begin, and nothing else will trigger it
  };
  std::string_view what;   ///< "run_started", "run_ended", "edit_started", "edit_ended"
  std::string reason = {}; ///< how it ended
  Then then = Then::nothing;
  std::optional<SignalEnd> refused = {}; ///< the counted refusal of a run that submitted nothing
};

class Reruns {
public:
  /// Called on a run's thread.
  using Told = std::function<void(SessionKey const&, SignalName const&, TakenUp const&)>;

  /// `locks`: a directory of artifactd's own. Ends the runs that a former daemon left behind.
  Reruns(Policies policies, Journal& journal, std::string locks, Told told);
  /// Ends what runs; the next start begins it again.
  ~Reruns();
  Reruns(Reruns const&) = delete;
  Reruns& operator=(Reruns const&) = delete;

  void reload(Policies policies);

  /// Considers what is refused in every session below the roots, on a thread of its own: a daemon that was
  /// killed may have left runs undone.
  void look_into(std::vector<RootConfig> roots);

  /// These signals of the session are refused: runs those that should run. From any thread.
  void consider(SessionKey const& key, std::vector<SignalName> const& refused);

  /// A signal whose work asks a model for minutes: works on it, then has its session looked at again. From
  /// any thread.
  void take_over(SessionKey const& key, SignalName const& signal);

  /// The editor's runs, including those of edit signals.
  [[nodiscard]] EditCounts& edits() noexcept { return edits_; }

  /// Ends what is running for the signal of the session at that path; false if nothing is. A cancelled agent
  /// run counts as an attempt; after a cancelled edit the agent or a person is next.
  bool cancel(std::string const& session, SignalName const& signal) {
    return active_.cancel(session, signal);
  }

  /// The signals of the session for which a run is queued or under way.
  [[nodiscard]] std::vector<SignalName> active(SessionKey const& key) const { return active_.of(key); }

  /// The session is gone.
  void vanished(SessionKey const& key) {
    std::scoped_lock lock(mutex_);
    std::erase_if(uncounted_, [&key](auto const& each) { return each.first.first == key; });
  }

  /// No run begins from now on, and running ones are ended.
  void refuse();

private:
  using Work = void (Reruns::*)(SessionKey const&, SignalName const&);

  /// Unless it is taken up already. Looked at again later if it cannot be.
  void take_up(SessionKey const& key, SignalName const& signal, Workers& workers, Work work);
  void perform(SessionKey const& key, SignalName const& signal, Work work);
  void postpone(SessionKey const& key, SignalName const& signal, Error const& error);
  std::shared_ptr<Policies const> current();
  void look_into(RootConfig const& root);
  void edit(SessionKey const& key, SignalName const& signal);
  void work_on(SessionKey const& key, SignalName const& edit);
  void edit_cancelled(SessionKey const& key, SignalName const& signal);
  /// std::nullopt if the editor was not to try.
  Result<std::optional<editor::EditEnd>> edit_once(SessionKey const& key, SignalName const& signal);
  void serve(SessionKey const& key, SignalName const& signal);
  struct Run {
    RunEnding ending;
    std::string how; ///< how it ended, or why none began
    std::optional<SignalEnd> refused = {};
  };
  static TakenUp news_of(Run run);
  /// std::nullopt if no run was wanted. An Error means that none began.
  Result<std::optional<Run>> run_once(SessionKey const& key, SignalName const& signal);
  /// Counts the run. One that cannot be counted now (its session cannot be written) is not repeated until it
  /// is: it is postponed.
  Run conclude(Session const& session, SessionKey const& key, SignalName const& signal, RunReport report,
               RefusalPolicy const& policy);
  std::optional<RunReport> take_uncounted(SessionKey const& key, SignalName const& signal);
  /// std::nullopt for a run that does not count as an attempt.
  Result<std::optional<SignalEnd>> count(Session const& session, SignalName const& signal,
                                         RunReport const& report, RefusalPolicy const& policy);
  /// The signal is `.error` because we refused it, and nothing was resubmitted.
  Result<bool> is_refused(Session const& session, SignalName const& signal);
  Result<bool> is_wanted(Session const& session, SignalName const& signal, Policies const& policies);

  std::mutex mutex_;
  std::shared_ptr<Policies const> policies_; ///< guarded by mutex_
  /// Runs that have ended, and could not be counted yet; guarded by mutex_.
  std::map<std::pair<SessionKey, SignalName>, RunReport> uncounted_;
  ActiveRuns active_; ///< queued or running
  Journal& journal_;
  std::string locks_;
  Told told_;
  EditCounts edits_;
  Workers workers_; ///< its threads use all of the above
  Workers editors_; ///< its threads also use workers_
};

} // namespace artifactd
