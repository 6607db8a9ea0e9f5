#include "agents/model/endpoint/gate.hpp"

#include "agents/model/patience.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace artifactd::model {

Gate::Gate(GateLimits limits)
    : limits_(limits),
      places_(::eventfd(std::max(limits.at_once, 1U), EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  limits_.at_once = std::max(limits.at_once, 1U);
  if (!places_) throw std::system_error(errno, std::system_category(), "eventfd");
}

Gate::Pass::~Pass() {
  std::uint64_t const one = 1;
  if (gate_ == nullptr) return;
  // Cannot overflow: the counter never exceeds the number of places.
  [[maybe_unused]] auto const put = ::write(gate_->places_.get(), &one, sizeof one);
}

std::expected<Moment, Duration> Gate::take_turn(Moment until) {
  auto const now = Monotonic::now();
  if (limits_.per_minute == 0) return now;
  Duration const apart = Duration(std::chrono::minutes(1)) / limits_.per_minute;
  std::lock_guard const lock(mutex_);
  auto const due = std::max(next_turn_, now);
  auto const burst = std::min(limits_.at_once, limits_.per_minute);
  auto const turn = std::max(now, due - apart * (burst - 1));
  if (turn > until) return std::unexpected(turn - now);
  next_turn_ = due + apart;
  return turn;
}

std::expected<Gate::Pass, Gate::Closed> Gate::enter(Moment until, int cancel) {
  if (Monotonic::now() >= until) return std::unexpected(Closed{});
  auto const turn = take_turn(until);
  if (!turn) return std::unexpected(Closed{.retry_after = turn.error()});
  if (called_off(cancel, *turn)) return std::unexpected(Closed{.cancelled = true});
  for (;;) {
    std::uint64_t one = 0;
    if (::read(places_.get(), &one, sizeof one) == sizeof one) return Pass(*this);
    std::array<pollfd, 2> slots{{{places_.get(), POLLIN, 0}, {cancel, POLLIN, 0}}};
    ::poll(slots.data(), slots.size(), poll_room(until));
    if (slots[1].revents != 0) return std::unexpected(Closed{.cancelled = true});
    if (slots[0].revents == 0 && Monotonic::now() >= until) return std::unexpected(Closed{});
  }
}

} // namespace artifactd::model
