// Answers that touch disks or databases, found on two threads of their own: neither the loop nor the threads
// that settle wait for them. At most so many are found or wait at once, even if those who asked are gone.
// Answers that wait for something to happen have further threads, so that they delay no other.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "state/platform/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

class SlowAnswers {
public:
  using Lines = std::vector<std::string>;
  /// Called on another thread.
  using Find = std::function<Result<Lines>()>;

  enum class Takes : std::uint8_t { time, events };

  /// `most_waiting` is of those that wait for events; if it is 0, they have no thread.
  SlowAnswers(Loop& loop, std::size_t most, std::size_t most_waiting)
      : loop_(loop), most_(most), most_waiting_(most_waiting) {
    if (most_waiting > 0) waiting_workers_.emplace(most_waiting);
  }

  /// `found` is called on the loop's thread. False: too many are in progress.
  [[nodiscard]] bool find(Find find, std::function<void(Result<Lines> const&)> found,
                          Takes takes = Takes::time);

  [[nodiscard]] std::size_t in_progress() const noexcept { return in_progress_; }

private:
  Loop& loop_;
  std::size_t most_;
  std::size_t most_waiting_;
  std::size_t in_progress_ = 0; ///< changed on the loop's thread alone
  std::size_t waiting_ = 0;     ///< likewise
  Workers workers_{2};
  std::optional<Workers> waiting_workers_;
};

} // namespace artifactd
