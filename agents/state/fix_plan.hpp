// What applying a proposed fix means for the files of the target, determined without touching any of them:
// each change applies to the current content, and only if that is what the fix was made for.
#pragma once

#include "agents/state/fix_target.hpp"
#include "state/settle/change_set.hpp"
#include "state/tuning/tuning_state.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// Why a change cannot be applied mechanically.
struct Drift {
  std::string file;
  std::string why;
};

struct FixPlan {
  std::vector<FileEdit> edits; ///< one for each file
  std::vector<Drift> drifts;   ///< if there are any, nothing of the fix is applied
};

/// Files named by `verify`, the command that judges fixes, are never changed. An Error means that this
/// machine is in trouble.
Result<FixPlan> plan_fix(FixTarget const& target, tuning::Fix const& fix,
                         std::vector<std::string> const& verify);

} // namespace artifactd
