// When to look at everything again after events were lost: at once the first time, and ever less often while
// they keep being lost, so that a storm of overflows cannot become a storm of rescans. No clock of its own.
#pragma once

#include "state/clock.hpp"

#include <cstdint>
#include <optional>

namespace artifactd {

class Rescan {
public:
  /// Events were lost, or somebody asks.
  void want(Moment now);

  /// When everything is to be looked at, if it is.
  [[nodiscard]] std::optional<Moment> due() const noexcept { return due_; }

  /// The look has begun; what is wanted from here on is another.
  void begun(Moment now);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
  Moment quiet_until_ = Moment::min(); ///< no rescan before
  Duration pause_{};
  std::optional<Moment> due_;
  std::uint64_t count_ = 0;
};

} // namespace artifactd
