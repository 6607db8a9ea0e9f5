// Bounds the memory that the work of all threads holds for what it reads. Nobody waits in here: what does not
// fit is Fault::busy, for its caller to try again later. A caller that is alone gets more, so that what is
// larger than the budget is still processed, by itself; what is too large even then is Fault::exhausted.
#pragma once

#include "state/platform/result.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>

namespace artifactd {

class ByteBudget {
public:
  static constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

  /// All together at most `most`; who is alone, `most_alone`.
  explicit ByteBudget(std::uint64_t most, std::uint64_t most_alone = no_limit)
      : most_(most), most_alone_(most_alone) {}

  /// From now on; what is held stays.
  void bound(std::uint64_t most, std::uint64_t most_alone);

  [[nodiscard]] std::uint64_t most() const;

private:
  friend class BudgetShare;
  /// `beside`: what its caller holds already, and is not others'.
  Result<void> take(void const* owner, std::uint64_t bytes, std::uint64_t beside);
  [[nodiscard]] std::uint64_t held_by(void const* owner);
  void give_back(void const* owner, std::uint64_t bytes) noexcept;

  mutable std::mutex mutex_;
  std::uint64_t most_; ///< guarded by mutex_, as is all below
  std::uint64_t most_alone_;
  std::map<void const*, std::uint64_t> held_; ///< by owner
  std::uint64_t total_ = 0;
};

/// Who has to be alone to get more than fits: the share, or all shares of its owner together, which then
/// cannot get in each other's way.
enum class Alone : bool { share, owner };

/// What is held of a budget, until this is destroyed.
class BudgetShare {
public:
  /// Nothing; without a budget, everything fits.
  BudgetShare(std::shared_ptr<ByteBudget> budget, void const* owner, Alone alone)
      : budget_(std::move(budget)), owner_(owner), alone_(alone) {}
  BudgetShare(BudgetShare&& other) noexcept;
  BudgetShare& operator=(BudgetShare&& other) noexcept;
  ~BudgetShare();

  /// Fault::busy, with nothing taken, if others hold so much that this does not fit; Fault::exhausted if it
  /// does not fit alone. What a share holds below uncounted() is not counted: it would cost more than it
  /// bounds.
  Result<void> add(std::uint64_t bytes);

  /// 1 MiB, or a 512th of a small budget: there may be many shares.
  [[nodiscard]] std::uint64_t uncounted() const;

private:
  std::shared_ptr<ByteBudget> budget_;
  void const* owner_;
  Alone alone_;
  std::uint64_t bytes_ = 0;
  std::uint64_t taken_ = 0; ///< of the budget
};

} // namespace artifactd
