// Fixes at work on the files of a skill: applied, verified, rolled back. The state and the files change
// together or not at all: the files first, as a change set that is kept only if the state then records it.
// After a kill at any point, finish_change() decides by the state which of the two applies.
#pragma once

#include "agents/child/process.hpp"
#include "agents/state/fix_outcome.hpp"
#include "agents/state/fix_risk.hpp"
#include "agents/state/history.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// Where and how fixes are applied, set by the operator.
struct FixPolicy {
  std::string target_root; ///< no fix touches anything outside; empty: no fix is applied
  /// a command; empty: the change itself or its marker is looked for; no fix changes a file it names
  std::vector<std::string> verify;
  Duration verify_timeout = std::chrono::minutes(2);
  bool apply = false;              ///< automatically, when a fix is pending
  std::optional<Risk> yes_to = {}; ///< while runs are driven: fixes with a higher risk wait for a person
  std::string records; ///< artifactd's own directory: a fix without a record in it is not rolled back
  tuning::StateBounds history = tuning::state_bounds;
  Runner runner = run;
};

/// Applies a pending fix; an empty name: the next one. Fault::missing if it is not pending, Fault::busy while
/// an action is under way.
Result<FixOutcome> apply_fix(Session const& session, FixPolicy const& policy, std::string const& fix,
                             Rehearsal rehearsal);

/// Verifies applied fixes that wait for their verdict, or only the one named. Nothing is rolled back.
Result<std::vector<FixOutcome>> verify_fixes(Session const& session, FixPolicy const& policy,
                                             std::optional<std::string> const& fix);

/// Fault::changed if a file is not as the fix left it.
Result<FixOutcome> rollback_fix(Session const& session, FixPolicy const& policy, std::string const& fix,
                                Rehearsal rehearsal);

/// The state in place. An interrupted change is completed or rolled back first.
Result<tuning::TuningState> settled_state(Session const& session, FixPolicy const& policy);

} // namespace artifactd
