#include "state/dice/pool.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::dice {

namespace {

/// Dice are drawn in this order: first the pool, then replacements of rerolled dice from left to right, then
/// dice added by explosions.
class Pool {
public:
  Pool(Term const& term, Draws& draws, std::size_t rolled_before)
      : term_(term), draws_(draws), room_(most_dice - std::min<std::uint64_t>(most_dice, rolled_before)) {}

  Judged<std::int64_t> roll() {
    for (std::uint64_t i = 0; i < term_.count && draw(); ++i)
      dice_.push_back(drawn_);
    if (term_.reroll) reroll(*term_.reroll);
    if (term_.explode) explode(*term_.explode);
    if (exhausted_)
      return wrong(Code::too_many_dice, term_.byte,
                   fmt::format("rerolls and explosions come to more than {} dice", most_dice));
    bound();
    if (term_.keep) drop(*term_.keep);
    return count();
  }

  [[nodiscard]] std::vector<Die> const& dice() const noexcept { return dice_; }

private:
  bool draw() {
    if (room_ == 0) exhausted_ = true;
    if (exhausted_) return false;
    --room_;
    auto const face = static_cast<std::int64_t>(draws_.face(term_.sides())) + term_.lowest - 1;
    drawn_ = {.sides = term_.sides(), .value = face, .face = face};
    return true;
  }

  void reroll(Reroll const& reroll) {
    for (std::size_t i = 0; i < dice_.size(); ++i) {
      auto const first = i;
      while (reroll.test.holds(dice_[i].face) && !(reroll.once && i > first) && draw()) {
        dice_[i].rerolled = true;
        dice_.insert(dice_.begin() + static_cast<std::ptrdiff_t>(++i), drawn_);
      }
    }
  }

  void explode(Test const& test) {
    for (std::size_t i = 0; i < dice_.size(); ++i) {
      if (dice_[i].rerolled || !test.holds(dice_[i].face) || !draw()) continue;
      dice_[i].exploded = true;
      dice_.insert(dice_.begin() + static_cast<std::ptrdiff_t>(i + 1), drawn_);
    }
  }

  void bound() {
    for (auto& die : dice_) {
      if (die.rerolled) continue;
      if (term_.least) die.value = std::max(die.value, *term_.least);
      if (term_.greatest) die.value = std::min(die.value, *term_.greatest);
    }
  }

  /// Among equal dice the earlier one counts as lower.
  void drop(Keep const& keep) {
    std::vector<Die*> pool;
    for (auto& die : dice_)
      if (!die.rerolled) pool.push_back(&die);
    std::ranges::sort(pool, {}, [](Die const* die) { return std::pair(die->value, die); });
    auto const chosen = static_cast<std::size_t>(std::min<std::uint64_t>(keep.count, pool.size()));
    auto const split = keep.which == Keep::Which::lowest ? chosen : pool.size() - chosen;
    auto const low_goes = (keep.which == Keep::Which::lowest) == keep.drops;
    for (std::size_t i = 0; i < pool.size(); ++i)
      pool[i]->dropped = (i < split) == low_goes;
  }

  std::int64_t count() {
    std::int64_t total = 0;
    for (auto& die : dice_) {
      if (!die.kept()) continue;
      die.success = term_.success && term_.success->holds(die.value);
      total += term_.success ? (die.success ? 1 : 0) : die.value;
    }
    return total;
  }

  Term const& term_;
  Draws& draws_;
  std::uint64_t room_;
  bool exhausted_ = false;
  Die drawn_;
  std::vector<Die> dice_;
};

} // namespace

Judged<std::int64_t> roll_term(Term const& term, Draws& draws, std::vector<Die>& dice) {
  Pool pool(term, draws, dice.size());
  auto value = pool.roll();
  dice.insert(dice.end(), pool.dice().begin(), pool.dice().end());
  return value;
}

} // namespace artifactd::dice
