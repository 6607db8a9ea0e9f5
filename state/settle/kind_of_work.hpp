// The behaviour of a kind of work: at most four functions, called by the frame (state/settle/settle_work).
// Everything else about a kind is data (state/vocabulary/kind).
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/on_record.hpp"
#include "state/settle/retire.hpp"
#include "state/settle/settle_report.hpp"

#include <any>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

/// One signal, or document, being settled.
struct Submission {
  Submission(Sighting const& seen, Round now);

  Sighting sighting;
  Round round;
  SignalEnd end;
  OnRecord before;  ///< its verdict from before a kill or a power cut: then it is not judged again
  bool open = true; ///< its end is not yet known

  // The results of judging, besides end.findings: an error among them refuses the work.
  std::string inputs;    ///< digest
  std::string location;  ///< of the inputs; empty: as in the kind's traits
  InputsCheck as_judged; ///< of signals
  std::any read;         ///< for the kind's own commit
  End how = End::merged; ///< of accepted signals: merged or unchanged, set by the commit
  /// Called when it has ended and the claim is released; may be empty.
  std::function<void(SettleReport&)> afterwards;

  [[nodiscard]] Name const& name() const { return sighting.signal.name; }
  void mark(Step step) { end.mark(step); }
  void close(End as);
  void postpone(Error const& error);
  [[nodiscard]] bool refused() const;
  /// Whether it is to be committed, as far as known now.
  [[nodiscard]] bool merges() const { return open && before.none() && !refused(); }
};

/// What is committed together, under the session's claim.
struct CommitBatch {
  Claim const& claim;
  /// Open ones; empty: clean up what a killed artifactd left (KindOfWork::recovers).
  std::vector<Submission*> submissions;
  SettleReport& report;
  bool recorded = false; ///< the commit itself records the signals as settled (KindTraits::records)
  /// Called under the claim once all signals are answered; may be empty. That of a commit replaces that of
  /// the empty batch before it.
  std::function<void()> afterwards = {};
};

enum class Purpose : std::uint8_t {
  settling,   ///< of what is pending
  diagnosing, ///< a person asks what is wrong with refused work: nothing is written, run or counted
};

struct KindOfWork {
  Kind kind;
  std::size_t batch = 1;                      ///< how many signals are judged and committed together
  Duration claim_patience = Duration::zero(); ///< how long others may hold the session before it is busy
  bool recovers = false;      ///< a killed artifactd may leave something that only an empty batch repairs
  bool keeps_history = false; ///< an empty batch also looks for late writes to what was replaced

  /// `published`: whether its writing is known to be over. Empty: ready once it is older than
  /// publishing_time.
  std::function<Readiness(Session const&, Sighting const&, Published)> readiness = {};
  /// Fills in the submission, or closes it. Runs without the claim; writes nothing of the verdict.
  std::function<Result<void>(Session const&, Submission&, Purpose)> judge;
  /// For signals: gets the accepted ones and may find more errors in some of them. For documents: gets all
  /// that were judged and closes them. An Error postpones all of them.
  std::function<Result<void>(Session const&, CommitBatch&)> commit;
  /// What the work must satisfy, whatever was wrong this time; one sentence each.
  std::function<Result<std::vector<std::string>>(Session const&, Name const&)> requirements;
};

/// The result of kind.readiness, or the default if it is empty.
[[nodiscard]] Readiness readiness_of(KindOfWork const& work, Session const& session, Sighting const& sighting,
                                     Published published);

/// What is currently wrong with the refused work; writes nothing.
Result<std::vector<Finding>> diagnose_work(KindOfWork const& work, Session const& session,
                                           SignalName const& signal);

} // namespace artifactd
