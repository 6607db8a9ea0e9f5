// How the state records that a fix was applied, verified and rolled back: changes of its text, to be made by
// update(). Each adds the action to the run's history as the agents do.
#pragma once

#include "state/platform/result.hpp"

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

/// The time for the next entry: no earlier than any time in the state, whatever the clock says.
[[nodiscard]] std::string record_time(std::string_view text);

/// Appends to applied_fixes and removes the fix from pending_fixes. Fault::changed if the fix is no longer
/// pending, or an action is in progress.
Result<std::string> record_applied(std::string_view text, AppliedRecord const& record);

struct Verdict {
  std::size_t applied; ///< index in applied_fixes
  bool passed;
};

/// Records verdicts and, when no fix is left to apply or verify, the end of the iteration: the issues of
/// fixes that passed are removed, the counts are updated, score and gate are computed by the run's formula,
/// and the iteration is counted.
Result<std::string> record_verdicts(std::string_view text, std::vector<Verdict> const& verdicts);

/// Removes the fix from pending_fixes without applying it: a skipped action. Fault::changed if it is not
/// pending, or an action is in progress.
Result<std::string> record_skipped(std::string_view text, std::string_view fix);

Result<std::string> record_rolled_back(std::string_view text, std::size_t applied);

} // namespace artifactd::tuning
