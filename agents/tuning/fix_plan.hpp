// What applying a proposed fix means for the files of the target, found out without touching any: each change
// is made to what stands there, and only where that is what the fix was made for.
#pragma once

#include "state/settle/change_set.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Why a change cannot be made mechanically.
struct Drift {
  std::string file;
  std::string why;
};

struct FixPlan {
  std::vector<FileEdit> edits; ///< one a file
  std::vector<Drift> drifts;   ///< any: nothing of the fix is applied
};

/// `target` is the directory of the skill. An Error is this machine's trouble.
Result<FixPlan> plan_fix(int target, tuning::Fix const& fix);

} // namespace artifactd
