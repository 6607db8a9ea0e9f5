// Which refused work is taken up again, and what became of it: first by the editor, then by the agent's own
// command. A run is wanted as long as the signal stands as `.error`, the agent's command is configured and
// its budget is not spent: all of it read from the disk and the journal when the session is looked at, so
// that nothing is forgotten by a restart. At most `at_once` commands run at the same time and never two for
// one signal; the editor waits for none of them.
#pragma once

#include "agents/reinvoke.hpp"
#include "daemon/active_runs.hpp"
#include "daemon/edits.hpp"
#include "daemon/workers.hpp"
#include "state/journal.hpp"
#include "state/settle/settle_report.hpp"
#include "watchers/session_key.hpp"

#include <memory>
#include <mutex>
#include <optional>

namespace artifactd {

/// News of one signal's run.
struct TakenUp {
  enum class Then : std::uint8_t {
    nothing,
    look,       ///< at the session: something may stand there to be settled, or another run be wanted
    look_later, ///< it could not begin, and nobody else will think of it
  };
  std::string_view what;   ///< "run_started", "run_ended", "edit_started", "edit_ended"
  std::string reason = {}; ///< how it ended
  Then then = Then::nothing;
  std::optional<SignalEnd> refused = {}; ///< how a run that submitted nothing was counted
};

class Reruns {
public:
  /// Called on a run's thread.
  using Told = std::function<void(SessionKey const&, SignalName const&, TakenUp const&)>;

  /// `locks`: a directory of artifactd's own. What a former daemon's runs left behind is ended.
  Reruns(Policies policies, Journal& journal, std::string locks, Told told);
  /// Ends what runs; it is begun anew at the next start.
  ~Reruns();
  Reruns(Reruns const&) = delete;
  Reruns& operator=(Reruns const&) = delete;

  void reload(Policies policies);

  /// Considers what stands refused in every session below the roots, on a thread of its own: a daemon that
  /// was killed may have left runs undone.
  void look_into(std::vector<RootConfig> roots);

  /// These stand refused in the session: runs those that are to be run. From any thread.
  void consider(SessionKey const& key, std::vector<SignalName> const& refused);

  /// A signal whose work asks a model for minutes: it is worked on, and its session looked at again. From any
  /// thread.
  void take_over(SessionKey const& key, SignalName const& signal);

  /// Of the editor's runs, those of edit signals included.
  [[nodiscard]] EditCounts& edits() noexcept { return edits_; }

  /// Ends what is under way for the signal of the session at that path; false if nothing is. A cancelled
  /// agent run counts as an attempt; after a cancelled edit the agent or a person is next.
  bool cancel(std::string const& session, SignalName const& signal) {
    return active_.cancel(session, signal);
  }

  /// No run begins from now on, and those that are under way are ended.
  void refuse() { active_.refuse(); }

private:
  std::shared_ptr<Policies const> current();
  void look_into(RootConfig const& root);
  void edit(SessionKey const& key, SignalName const& signal);
  void work_on(SessionKey const& key, SignalName const& edit);
  void edit_cancelled(SessionKey const& key, SignalName const& signal);
  /// Nothing when the editor was not to try.
  Result<std::optional<editor::EditEnd>> edit_once(SessionKey const& key, SignalName const& signal);
  void serve(SessionKey const& key, SignalName const& signal);
  /// Nothing when no run was wanted, or when it could not be counted. An Error says that none began.
  struct Run {
    RunEnding ending;
    std::optional<SignalEnd> refused = {};
  };
  Result<std::optional<Run>> run_once(SessionKey const& key, SignalName const& signal);
  /// Nothing for a run that does not count as an attempt.
  Result<std::optional<SignalEnd>> count(Session const& session, SignalName const& signal,
                                         RunReport const& report, RefusalPolicy const& policy);
  /// As `.error`, by a refusal of ours, and not handed in again.
  Result<bool> stands_refused(Session const& session, SignalName const& signal);
  Result<bool> is_wanted(Session const& session, SignalName const& signal, Policies const& policies);
  void tell(Session const& session, SignalName const& signal, RunReport const& report);

  std::mutex mutex_;
  std::shared_ptr<Policies const> policies_; ///< guarded by mutex_
  ActiveRuns active_;                        ///< queued or running
  Journal& journal_;
  std::string locks_;
  Told told_;
  EditCounts edits_;
  Workers workers_; ///< its threads use all of the above
  Workers editors_; ///< theirs those of workers_, too
};

} // namespace artifactd
