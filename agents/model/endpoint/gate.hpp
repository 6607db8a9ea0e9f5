// Limits the calls to an endpoint: how many at once, and how many a minute. All models that use the endpoint
// share one gate. It must outlive every Pass.
#pragma once

#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <expected>
#include <mutex>
#include <optional>

namespace artifactd::model {

struct GateLimits {
  unsigned at_once = 4;    ///< at least 1
  unsigned per_minute = 0; ///< evenly spaced, after a burst of up to `at_once`; 0: unlimited
};

class Gate {
public:
  explicit Gate(GateLimits limits = {});

  /// One call's place; released on destruction.
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
    bool cancelled = false;                ///< if false, `until` came first
    std::optional<Duration> retry_after{}; ///< time to the next possible turn, if known
  };

  /// Waits for a turn, in the order of the calls, then for a place, in any order. Returns at once if no turn
  /// is possible before `until`.
  [[nodiscard]] std::expected<Pass, Closed> enter(Moment until, int cancel);

private:
  /// When the caller's turn is; if that is after `until`, the time to it, and no turn is taken.
  std::expected<Moment, Duration> take_turn(Moment until);

  GateLimits limits_;
  UniqueFd places_; ///< an eventfd that counts free places, so that poll() can wait for it and for a cancel
  std::mutex mutex_;
  Moment next_turn_{}; ///< if all were evenly spaced; may be `at_once - 1` turns ahead
};

} // namespace artifactd::model
