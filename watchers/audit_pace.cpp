#include "watchers/audit_pace.hpp"

#include <algorithm>
#include <utility>

namespace artifactd {

namespace {

constexpr int calm_intervals = 3;
constexpr Duration longest_degraded = std::chrono::seconds(1);

} // namespace

bool AuditPace::changed(Moment now) noexcept {
  changed_ = now;
  auto const former = std::exchange(next_, std::min(next_, now + interval_));
  return next_ != former;
}

void AuditPace::looked(Moment now, Coverage coverage) noexcept {
  auto pause = interval_;
  if (coverage == Coverage::degraded) pause = std::min(pause, longest_degraded);
  if (coverage == Coverage::full && now >= changed_ + calm_after_) pause *= calm_intervals;
  next_ = now + pause;
}

} // namespace artifactd
