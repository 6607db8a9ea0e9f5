#include "state/platform/byte_budget.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

void ByteBudget::bound(std::uint64_t most, std::uint64_t most_alone) {
  std::scoped_lock const lock(mutex_);
  most_ = most;
  most_alone_ = most_alone;
}

std::uint64_t ByteBudget::most() const {
  std::scoped_lock const lock(mutex_);
  return most_;
}

Result<void> ByteBudget::take(void const* owner, std::uint64_t bytes, std::uint64_t beside) {
  std::scoped_lock const lock(mutex_);
  auto const others = total_ - beside;
  if (others > 0 && total_ + bytes > most_)
    return fail(
        Fault::busy,
        fmt::format("memory.busy: {} bytes more do not fit into the {} that all sessions together may hold "
                    "in memory; others are at work with {}",
                    bytes, most_, others));
  if (bytes > most_alone_ - std::min(beside, most_alone_))
    return fail(
        Fault::exhausted,
        fmt::format(
            "memory.too_little: {} bytes are to be read at once, and one session may read {}, since merging "
            "needs several times as much and the kernel ends a process that exceeds its limit. Give the "
            "control "
            "group (MemoryMax= in the unit) or the machine more memory",
            beside + bytes, most_alone_));
  held_[owner] += bytes;
  total_ += bytes;
  return {};
}

std::uint64_t ByteBudget::held_by(void const* owner) {
  std::scoped_lock const lock(mutex_);
  auto const own = held_.find(owner);
  return own == held_.end() ? 0 : own->second;
}

void ByteBudget::give_back(void const* owner, std::uint64_t bytes) noexcept {
  std::scoped_lock const lock(mutex_);
  auto const own = held_.find(owner);
  own->second -= bytes;
  if (own->second == 0) held_.erase(own);
  total_ -= bytes;
}

BudgetShare::BudgetShare(BudgetShare&& other) noexcept
    : budget_(std::move(other.budget_)), owner_(other.owner_), alone_(other.alone_), bytes_(other.bytes_),
      taken_(std::exchange(other.taken_, 0)) {}

BudgetShare& BudgetShare::operator=(BudgetShare&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(owner_, other.owner_);
  std::swap(alone_, other.alone_);
  std::swap(bytes_, other.bytes_);
  std::swap(taken_, other.taken_);
  return *this;
}

std::uint64_t BudgetShare::uncounted() const {
  constexpr auto least_counted = std::uint64_t{1} << 20;
  return budget_ ? std::min(least_counted, budget_->most() / 512) : least_counted;
}

BudgetShare::~BudgetShare() {
  if (taken_ > 0) budget_->give_back(owner_, taken_);
}

Result<void> BudgetShare::add(std::uint64_t bytes) {
  auto const all = bytes_ + bytes;
  if (budget_ && all > uncounted()) {
    // An owner's shares are all in one thread: what they hold does not change meanwhile.
    TRY(budget_->take(owner_, all - taken_, alone_ == Alone::owner ? budget_->held_by(owner_) : taken_));
    taken_ = all;
  }
  bytes_ = all;
  return {};
}

} // namespace artifactd
