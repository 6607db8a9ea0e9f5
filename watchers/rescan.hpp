// When to look at everything again after events were lost: at once the first time, and ever less often while
// they keep being lost, so that a storm of overflows cannot become a storm of rescans. Has no clock.
#pragma once

#include "state/platform/clock.hpp"

#include <cstdint>
#include <optional>

namespace artifactd {

class Rescan {
public:
  /// Events were lost, or somebody asks for a rescan.
  void want(Moment now);

  /// When everything is to be looked at, if requested.
  [[nodiscard]] std::optional<Moment> due() const noexcept { return due_; }

  /// The look has begun; a request from here on is for another.
  void begun(Moment now);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
  Moment quiet_until_ = Moment::min(); ///< no rescan before
  Duration pause_{};
  std::optional<Moment> due_;
  std::uint64_t count_ = 0;
};

} // namespace artifactd
