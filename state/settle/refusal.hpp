// The written side of a refusal: the attempt is counted once, the instructions are durable, and only then may
// the signal become `.error`.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/instructions.hpp"

#include <functional>

namespace artifactd {

/// Counts a refused attempt where no agent can reset it; returns everything on record about the signal since
/// its last success or fresh start, this attempt included. The same key counts once.
using CountAttempt =
    std::function<Result<std::vector<Spending>>(SignalName const&, std::string const& key, Tier)>;

struct RefusalPolicy {
  BudgetLimits budget;
  CountAttempt count = {};                                    ///< empty: only the session's own log counts
  std::function<bool(SignalName const&)> can_reinvoke = {};   ///< whether the agent's command is known
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
  std::optional<Tier> tier = {}; ///< the attempt counts in; nothing: that of the first error
};

/// What became of it.
struct Refused {
  int attempt = 0; ///< 1-based
  int total = 0;   ///< attempts granted so far
  int left = 0;    ///< of them
  Next next = Next::person;
};

/// Repeating it for the same dropping over the same inputs counts nothing more.
Result<Refused> prepare_refusal(Session const& session, Sighting const& sighting, Judged const& judged,
                                RefusalPolicy const& policy);

/// The same for a signal, with begin_refusal() before; where it fails, nothing of that is left.
Result<Refused> prepare_signal_refusal(Claim const&, Session const& session, Sighting const& sighting,
                                       Judged const& judged, RefusalPolicy const& policy);

/// One more attempt went by without being handed in: the signal stands as `.error` still. Counts it in the
/// tier of the attempt before and writes the instructions anew, `why` first. Every call is an attempt.
Result<Refused> refuse_again(Session const& session, SignalName const& signal, Finding why,
                             RefusalPolicy const& policy);

/// The instructions once more, with the hints and the budget as they are now: what was judged last is told
/// from the log; where that is lost, `judged` says it. Counts nothing.
Result<Refused> restate_refusal(Session const& session, SignalName const& signal, Judged const& judged,
                                std::vector<Spending> const& journal, RefusalPolicy const& policy);

/// The larger of the two counts: the session's log may be deleted by an agent, the journal may be lost. Only
/// the journal grants hints.
[[nodiscard]] std::vector<Spending> spendings(AttemptLog const& log, std::vector<Spending> const& journal);

} // namespace artifactd
