// How many attempts a signal has before a person is asked. One rule: a failure in a tier takes one from the
// total and one from that tier; the budget is spent when the total is used up or a tier would go below zero
// (facts/extraction-rules, section 3; seed: tiered validation). A person's hint adds one attempt, to the
// total and to every tier, and opens an overdrawn tier for one. Success and a fresh start reset everything.
//
// A pure function of the events, oldest first, so that it gives the same result after any restart.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace artifactd {

struct BudgetLimits {
  /// Including the first attempt: later attempts of the same model on the same fault rarely differ.
  int total = 3;
  std::array<int, 3> tiers{2, 2, 1}; ///< by Tier: how many failures in it are allowed
};

/// One event in the life of a signal: a refusal in a tier, or (no tier) a person's hint.
struct Spending {
  std::optional<Tier> failure;

  bool operator==(Spending const&) const = default;
};

/// "2 of 3", or "4; 3 were granted" for work that was submitted although no attempt was left.
[[nodiscard]] std::string attempt_in_words(int number, int granted);

class Budget {
public:
  Budget(BudgetLimits const& limits, std::span<Spending const> spendings);

  /// Only a person may try again.
  [[nodiscard]] bool spent() const noexcept { return spent_; }
  [[nodiscard]] int used() const noexcept { return used_; }   ///< refusals so far
  [[nodiscard]] int total() const noexcept { return total_; } ///< attempts ever granted, hints included
  [[nodiscard]] int left() const noexcept { return spent_ ? 0 : left_; }
  [[nodiscard]] int left(Tier tier) const noexcept;

private:
  void failed(Tier tier);
  void hinted();

  int total_;
  int left_;
  std::array<int, 3> tiers_;
  int used_ = 0;
  bool spent_ = false;
};

} // namespace artifactd
