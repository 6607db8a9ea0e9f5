// What must hold in every single state: X01 to X48, grouped by subject.
#pragma once

#include "state/tuning/report.hpp"
#include "state/tuning/tuning_state.hpp"

namespace artifactd::tuning {

void check_run(TuningState const& state, Report& report);     ///< status, limits, times, paths
void check_quality(TuningState const& state, Report& report); ///< counts, score, gate
void check_actions(TuningState const& state, Report& report); ///< history and completed actions
void check_issues(TuningState const& state, Report& report);  ///< issues and diagnoses
void check_fixes(TuningState const& state, Report& report);   ///< proposed, pending, applied
void check_paths(TuningState const& state, Report& report);   ///< file names

} // namespace artifactd::tuning
