// What holds for a step from the state that was accepted before: T01 to T23. Writes may coalesce, so a step
// may be several at once; what can no longer be told then is not judged.
#pragma once

#include "state/tuning/report.hpp"
#include "state/tuning/tuning_state.hpp"

namespace artifactd::tuning {

struct Step {
  TuningState const& from;
  TuningState const& to;

  /// How many more times `action` is completed.
  [[nodiscard]] std::ptrdiff_t newly(std::string_view action) const;
  /// A failed run that a person set going again with its errors counted from 0: what would be frozen may
  /// move.
  [[nodiscard]] bool resumed() const noexcept;
};

void check_progress(Step const& step, Report& report); ///< status, times, counters, what stays
void check_record(Step const& step, Report& report);   ///< history, completed actions, errors
void check_handling(Step const& step, Report& report); ///< issues and fixes

} // namespace artifactd::tuning
