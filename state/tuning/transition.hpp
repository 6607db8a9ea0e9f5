// What must hold for a step from the previously accepted state: T01 to T23. Writes may coalesce, so a step
// may be several at once; what can then no longer be determined is not judged.
#pragma once

#include "state/tuning/report.hpp"
#include "state/tuning/tuning_state.hpp"

namespace artifactd::tuning {

struct Step {
  TuningState const& from;
  TuningState const& to;

  /// How many times `action` was completed in this step.
  [[nodiscard]] std::ptrdiff_t newly(std::string_view action) const;
  /// Whether a person resumed a failed run with its errors counted from 0: then otherwise frozen members may
  /// change.
  [[nodiscard]] bool resumed() const noexcept;
};

void check_progress(Step const& step, Report& report); ///< status, times, counters, what must not change
void check_record(Step const& step, Report& report);   ///< history, completed actions, errors
void check_handling(Step const& step, Report& report); ///< issues and fixes

} // namespace artifactd::tuning
