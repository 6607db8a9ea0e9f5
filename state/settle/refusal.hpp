// The record of a refusal: the attempt is counted once, the instructions are durable, and only then may the
// signal become `.error`.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/instructions.hpp"

#include <functional>

namespace artifactd {

/// Counts a refused attempt where no agent can reset it; returns everything on record about the signal since
/// its last success or fresh start, including this attempt. The same key counts once.
using CountAttempt =
    std::function<Result<std::vector<Spending>>(SignalName const&, std::string const& key, Tier)>;

/// Forgets the attempts that CountAttempt counted.
using ForgetAttempts = std::function<void(SignalName const&)>;

struct RefusalPolicy {
  BudgetLimits budget;
  CountAttempt count = {};                                  ///< if empty, only the session's own log counts
  ForgetAttempts forget = {};                               ///< called only for work that was refused before
  std::function<bool(SignalName const&)> can_reinvoke = {}; ///< whether the agent's command is known
  std::function<bool(SignalName const&, Tier)> can_edit = {}; ///< whether the editor tries first
};

/// What was judged, and how.
struct Judged {
  std::string inputs; ///< digest
  std::string location;
  std::vector<Finding> findings;
  std::vector<std::string> requirements = {};
  Left left = Left::aside;
  std::string unasked = {};      ///< see Refusal
  std::optional<Tier> tier = {}; ///< the tier the attempt counts in; std::nullopt: that of the first error
};

/// The result of a refusal.
struct Refused {
  int attempt = 0; ///< 1-based
  int total = 0;   ///< attempts granted so far; fewer than `attempt` for work submitted without one
  int left = 0;    ///< attempts left
  Next next = Next::person;
  Tier tier = Tier::syntax; ///< the tier the attempt counts in
  bool again = false; ///< a document in place whose refusal was on record, found again as after a restart
};

/// Call before the last step of an acceptance: a kill after it cannot keep what was counted against the work.
void forget_counted(Session const& session, SignalName const& signal, RefusalPolicy const& policy);

/// Repeating it for the same submission with the same inputs counts nothing more.
Result<Refused> prepare_refusal(Session const& session, Sighting const& sighting, Judged const& judged,
                                RefusalPolicy const& policy);

/// The same for a signal, after begin_refusal(); if it fails, no trace of begin_refusal() is left.
Result<Refused> prepare_signal_refusal(Claim const&, Session const& session, Sighting const& sighting,
                                       Judged const& judged, RefusalPolicy const& policy);

/// Another attempt ended without a submission, at `ended_ns` (since the epoch): the signal is still `.error`.
/// Counts it in the tier of the previous attempt and rewrites the instructions with `why` first. Nothing was
/// submitted that could distinguish such attempts, so their ends do: repeating it for the same one counts
/// nothing more.
Result<Refused> refuse_again(Session const& session, SignalName const& signal, Finding why,
                             std::int64_t ended_ns, RefusalPolicy const& policy);

/// Rewrites the instructions with the current hints and budget; the last judgement is taken from the log, or
/// from `judged` if the log is lost. Counts nothing.
Result<Refused> restate_refusal(Session const& session, SignalName const& signal, Judged const& judged,
                                std::vector<Spending> const& journal, RefusalPolicy const& policy);

/// The larger of the two counts: an agent may delete the session's log, the journal may be lost. Only the
/// journal grants hints.
[[nodiscard]] std::vector<Spending> spendings(AttemptLog const& log, std::vector<Spending> const& journal);

} // namespace artifactd
