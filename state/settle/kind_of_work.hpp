// What a kind of work does: at most four functions, which the frame (state/settle/settle_work) calls.
// Everything else about a kind is data (state/kind).
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

/// One signal, or document, on its way through a settling.
struct Submission {
  Submission(Sighting const& seen, Round now);

  Sighting sighting;
  Round round;
  SignalEnd end;
  OnRecord before;  ///< its verdict from before a kill or a power cut: then it is not judged
  bool open = true; ///< no end is known yet

  // What judging says, beside end.findings: an error among them refuses the work.
  std::string inputs;    ///< digest
  std::string location;  ///< of the inputs; empty: as the kind's traits say
  InputsCheck as_judged; ///< of signals
  std::any read;         ///< for the kind's own commit
  End how = End::merged; ///< of signals that are accepted: merged or unchanged, as the commit says
  std::function<void(SettleReport&)>
      afterwards; ///< called when it has ended and the claim is given back; may be empty

  [[nodiscard]] Name const& name() const { return sighting.signal.name; }
  void mark(std::string_view step) { end.mark(step); }
  void close(End as);
  void postpone(Error const& error);
  [[nodiscard]] bool refused() const;
  /// To be committed, as far as is known by now.
  [[nodiscard]] bool merges() const { return open && before.none() && !refused(); }
};

/// What is committed at once, under the session's claim.
struct CommitBatch {
  Claim const& claim;
  std::vector<Submission*> submissions; ///< open ones; none: what a killed artifactd left is to be put right
                                        ///< (KindOfWork::recovers)
  SettleReport& report;
  bool recorded = false; ///< what was committed itself lists the signals as settled (KindTraits::records)
  std::function<void()> afterwards =
      {}; ///< called under the claim once all signals are answered; may be empty
};

enum class Purpose : std::uint8_t {
  settling,   ///< of what is pending
  diagnosing, ///< a person asks what is wrong with refused work: nothing is written, run or counted
};

struct KindOfWork {
  Kind kind;
  std::size_t batch = 1;                      ///< so many signals are judged and committed together
  Duration claim_patience = Duration::zero(); ///< how long others may hold the session before it is busy
  bool recovers = false; ///< a killed artifactd may leave something that only an empty batch puts right

  /// `published`: its writing is known to be over. Empty: ready once it is older than publishing_time.
  std::function<Readiness(Session const&, Sighting const&, Published)> readiness = {};
  /// Fills in the submission, or closes it. Without the claim; writes nothing of the verdict.
  std::function<Result<void>(Session const&, Submission&, Purpose)> judge;
  /// Of signals: accepted ones; finds more errors in some of them, perhaps. Of documents: all that were
  /// judged; it closes them. An Error postpones all of them.
  std::function<Result<void>(Session const&, CommitBatch&)> commit;
  /// What the work has to be like, whatever was wrong this time; one sentence each.
  std::function<Result<std::vector<std::string>>(Session const&, Name const&)> requirements;
};

/// What kind.readiness says, or what holds where it says nothing.
[[nodiscard]] Readiness readiness_of(KindOfWork const& work, Session const& session, Sighting const& sighting,
                                     Published published);

/// What is wrong with the refused work as it is now, with nothing written.
Result<std::vector<Finding>> diagnose_work(KindOfWork const& work, Session const& session,
                                           SignalName const& signal);

} // namespace artifactd
