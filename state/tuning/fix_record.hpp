// What the state says of a fix that was applied, verified and rolled back: changes of its text, to be made by
// update(). Each adds the action to the run's history as the agents do.
#pragma once

#include "state/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

struct AppliedRecord {
  std::string fix_id;
  std::string applied_at;
  std::string backup_path;
  struct Change {
    std::string file;
    std::string action;
    std::string backup; ///< empty: there was none
  };
  std::vector<Change> changes;
};

/// The time for the next entry: no earlier than anything the state tells, whatever the clock says.
[[nodiscard]] std::string record_time(std::string_view text);

/// Appends to applied_fixes, and takes the fix off pending_fixes. Fault::changed where the fix is not pending
/// any more, or an action is under way.
Result<std::string> record_applied(std::string_view text, AppliedRecord const& record);

struct Verdict {
  std::size_t applied; ///< index in applied_fixes
  bool passed;
};

/// Verdicts, and, when no fix is left to apply or verify, what an iteration ends with: the issues of fixes
/// that passed are gone, the counts follow, score and gate are computed by the formula the run uses, and the
/// iteration is counted.
Result<std::string> record_verdicts(std::string_view text, std::vector<Verdict> const& verdicts);

/// Takes the fix off pending_fixes without applying it: an action that was skipped. Fault::changed where it
/// is not pending, or an action is under way.
Result<std::string> record_skipped(std::string_view text, std::string_view fix);

Result<std::string> record_rolled_back(std::string_view text, std::size_t applied);

} // namespace artifactd::tuning
