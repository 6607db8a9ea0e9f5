// When the next audit is due. Audits find what events missed; while every directory is watched and nothing
// has changed anywhere for a while, they come a third as often, so that ten thousand idle sessions cost next
// to nothing. Has no clock.
#pragma once

#include "state/platform/clock.hpp"

#include <cstdint>

namespace artifactd {

enum class Coverage : std::uint8_t {
  full,     ///< every directory is watched
  partial,  ///< some are found by audits alone
  degraded, ///< some should be watched and are not: worth retrying within a second
};

class AuditPace {
public:
  AuditPace() = default;
  /// Calm begins `calm_after` the last change.
  AuditPace(Duration interval, Duration calm_after, Moment now)
      : interval_(interval), calm_after_(calm_after), changed_(now), next_(now + interval) {}

  /// Something changed below a root. True if the next audit is due sooner for it.
  bool changed(Moment now) noexcept;

  /// A look at everything has ended.
  void looked(Moment now, Coverage coverage) noexcept;

  [[nodiscard]] Moment next() const noexcept { return next_; }

private:
  Duration interval_{};
  Duration calm_after_{};
  Moment changed_ = Moment::min();
  Moment next_ = Moment::max();
};

} // namespace artifactd
