// Fixes at work on the files of a skill: applied, verified, rolled back. The state and the files change
// together or not at all: the files first, as a change set that stands only if the state then says so. Killed
// anywhere, finish_change() decides by the state which of the two it is.
#pragma once

#include "agents/child/process.hpp"
#include "agents/state/fix_plan.hpp"
#include "agents/state/fix_risk.hpp"
#include "agents/state/history.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// Where and how fixes are applied: the operator's words.
struct FixPolicy {
  std::string target_root;         ///< no fix touches anything outside; empty: none is applied
  std::vector<std::string> verify; ///< a command; empty: the change itself or its marker is looked for; no
                                   ///< fix changes a file it names
  Duration verify_timeout = std::chrono::minutes(2);
  bool apply = false;              ///< by itself, when a fix is pending
  std::optional<Risk> yes_to = {}; ///< where runs are driven: fixes of more risk wait for a person
  std::string records; ///< a directory of artifactd's own: without its record no fix is rolled back
  tuning::StateBounds history = tuning::state_bounds;
  Runner runner = run;
};

/// What became of one fix.
struct FixOutcome {
  enum class What : std::uint8_t { applied, drifted, passed, failed, rolled_back };
  std::string fix;
  What what;
  std::vector<FileEdit> edits = {}; ///< of applied and rolled_back
  std::vector<Drift> drifts = {};
  std::string words = {}; ///< of passed and failed: what the verification said
};
[[nodiscard]] std::string to_text(FixOutcome const& outcome);

enum class Rehearsal : std::uint8_t { no, yes }; ///< yes: only find out

/// A pending fix; an empty name: the next one. Fault::missing for one that is not pending, Fault::busy while
/// an action is under way.
Result<FixOutcome> apply_fix(Session const& session, FixPolicy const& policy, std::string const& fix,
                             Rehearsal rehearsal);

/// Those that were applied and wait for their verdict, or only the one named. Nothing is rolled back.
Result<std::vector<FixOutcome>> verify_fixes(Session const& session, FixPolicy const& policy,
                                             std::optional<std::string> const& fix);

/// Fault::changed where a file is not as the fix left it.
Result<FixOutcome> rollback_fix(Session const& session, FixPolicy const& policy, std::string const& fix,
                                Rehearsal rehearsal);

/// The state in place. A change that was cut short is finished, or taken back, before.
Result<tuning::TuningState> settled_state(Session const& session, FixPolicy const& policy);

} // namespace artifactd
