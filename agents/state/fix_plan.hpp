// What applying a proposed fix means for the files of the target, found out without touching any: each change
// is made to what stands there, and only where that is what the fix was made for.
#pragma once

#include "agents/state/fix_target.hpp"
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

/// What `verify`, the command that judges fixes, names is not changed by any. An Error is this machine's
/// trouble.
Result<FixPlan> plan_fix(FixTarget const& target, tuning::Fix const& fix,
                         std::vector<std::string> const& verify);

} // namespace artifactd
