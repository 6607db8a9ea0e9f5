// Answers that touch disks or databases, found on two threads of their own: neither the loop nor the threads
// that settle wait for them. At most so many are found or wait at once, even if those who asked are gone.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "state/platform/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace artifactd {

class SlowAnswers {
public:
  using Lines = std::vector<std::string>;
  /// Called on another thread.
  using Find = std::function<Result<Lines>()>;

  SlowAnswers(Loop& loop, std::size_t most) : loop_(loop), most_(most) {}

  /// `found` is called on the loop's thread. False: too many are in progress.
  [[nodiscard]] bool find(Find find, std::function<void(Result<Lines> const&)> found);

  [[nodiscard]] std::size_t in_progress() const noexcept { return in_progress_; }

private:
  Loop& loop_;
  std::size_t most_;
  std::size_t in_progress_ = 0; ///< changed on the loop's thread alone
  Workers workers_{2};
};

} // namespace artifactd
