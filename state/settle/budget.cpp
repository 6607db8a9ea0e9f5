#include "state/settle/budget.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

std::string attempt_in_words(int number, int granted) {
  return fmt::format(fmt::runtime(number > granted ? "{}; {} were granted" : "{} of {}"), number, granted);
}

Budget::Budget(BudgetLimits const& limits, std::span<Spending const> spendings)
    : total_(limits.total), left_(limits.total), tiers_(limits.tiers) {
  for (auto const& each : spendings) {
    if (each.failure)
      failed(*each.failure);
    else
      hinted();
  }
}

void Budget::failed(Tier tier) {
  ++used_;
  left_ = std::max(0, left_ - 1); // submissions after the budget is spent take nothing from a later hint
  auto& own = tiers_[static_cast<std::size_t>(tier)];
  --own;
  if (left_ == 0 || own < 0) spent_ = true;
}

void Budget::hinted() {
  ++total_;
  ++left_;
  for (auto& tier : tiers_)
    tier = std::max(1, tier + 1);
  spent_ = false;
}

int Budget::left(Tier tier) const noexcept {
  return spent_ ? 0 : std::clamp(tiers_[static_cast<std::size_t>(tier)], 0, left_);
}

} // namespace artifactd
