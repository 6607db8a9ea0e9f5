// What stands before an endpoint: no more calls at once than it takes, and no more a minute. All models that
// use the endpoint share one gate. It has a life of its own: whoever passes through must be gone before it
// goes.
#pragma once

#include "state/clock.hpp"
#include "state/fd.hpp"

#include <expected>
#include <mutex>
#include <optional>

namespace artifactd::model {

struct GateLimits {
  unsigned at_once = 4;    ///< at least 1
  unsigned per_minute = 0; ///< evenly, after `at_once` in a row, if as many; 0: any number
};

class Gate {
public:
  explicit Gate(GateLimits limits = {});

  /// One call's place; given back when it goes.
  class Pass {
  public:
    explicit Pass(Gate& gate) noexcept : gate_(&gate) {}
    Pass(Pass&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
    Pass& operator=(Pass&&) = delete;
    ~Pass();

  private:
    Gate* gate_;
  };

  struct Closed {
    bool cancelled = false;                ///< otherwise `until` came first
    std::optional<Duration> retry_after{}; ///< when there would have been a turn, if that is known
  };

  /// Waits for a turn, in the order of asking, and for a place, in any. Whoever could not have a turn before
  /// `until` is told at once.
  [[nodiscard]] std::expected<Pass, Closed> enter(Moment until, int cancel);

private:
  /// When the caller's turn is; nothing, and nothing taken, when that is not before `until`.
  std::expected<Moment, Duration> take_turn(Moment until);

  GateLimits limits_;
  UniqueFd places_; ///< an eventfd that counts the free ones, so that it can be waited for beside a cancel
  std::mutex mutex_;
  Moment next_turn_{}; ///< if all were evenly apart; may lie `at_once - 1` turns ahead
};

} // namespace artifactd::model
