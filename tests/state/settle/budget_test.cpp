#include "state/settle/budget.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

constexpr Spending syntax{Tier::syntax};
constexpr Spending schema{Tier::schema};
constexpr Spending semantic{Tier::semantic};
constexpr Spending hint{};

Budget after(std::vector<Spending> const& spendings) {
  return {BudgetLimits{}, spendings};
}

/// The number of failures that uses up the budget.
std::size_t attempts_until_spent(std::vector<Spending> spendings) {
  for (std::size_t count = 1; count <= spendings.size(); ++count)
    if (after({spendings.begin(), spendings.begin() + static_cast<std::ptrdiff_t>(count)}).spent())
      return count;
  return 0;
}

TEST(BudgetTest, IsThreeAttemptsInAll) {
  EXPECT_FALSE(after({}).spent());
  EXPECT_EQ(after({}).left(), 3);
  EXPECT_EQ(attempts_until_spent({syntax, syntax, syntax, syntax}), 3U);
  EXPECT_EQ(attempts_until_spent({syntax, schema, semantic}), 3U);
  EXPECT_EQ(attempts_until_spent({schema, schema, schema}), 3U);
}

// The seed's third example: syntax, then semantic twice, and only then a person.
TEST(BudgetTest, OneSemanticFailureIsForgivenASecondIsNot) {
  EXPECT_EQ(attempts_until_spent({syntax, semantic, semantic}), 3U);
  EXPECT_EQ(attempts_until_spent({semantic, syntax, syntax}), 3U);
  EXPECT_EQ(attempts_until_spent({semantic, semantic}), 2U);
}

TEST(BudgetTest, AHintGrantsOneAttemptInAnyTier) {
  for (auto last : {syntax, schema, semantic}) {
    auto hinted = after({semantic, semantic, hint});
    EXPECT_FALSE(hinted.spent());
    EXPECT_EQ(hinted.left(Tier::semantic), 1);
    EXPECT_EQ(hinted.total(), 4);
    EXPECT_EQ(after({syntax, schema, schema, hint}).left(), 1);
    EXPECT_TRUE(after({syntax, schema, schema, hint, last}).spent());
  }
}

TEST(BudgetTest, AHintBeforeTheEndGrantsOneAttemptInEveryTier) {
  EXPECT_EQ(attempts_until_spent({syntax, hint, syntax, syntax, syntax}), 5U) << "four attempts";
  EXPECT_EQ(attempts_until_spent({semantic, hint, semantic, semantic}), 4U) << "three attempts";
  EXPECT_EQ(after({syntax, hint}).left(Tier::syntax), 2);
}

TEST(BudgetTest, WhatAPersonHandsInAfterTheEndTakesNothingFromAHint) {
  EXPECT_EQ(after({syntax, syntax, syntax, syntax, syntax, hint}).left(), 1);
}

TEST(BudgetTest, CountsEveryRefusal) {
  EXPECT_EQ(after({syntax, hint, schema}).used(), 2);
}

RC_GTEST_PROP(BudgetTest, IsSpentExactlyWhenNothingIsLeft, ()) {
  auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  std::vector<Spending> spendings;
  for (auto number : numbers) {
    spendings.push_back(number == 3 ? hint : Spending{static_cast<Tier>(number)});
    auto budget = after(spendings);
    RC_ASSERT(budget.left() >= 0);
    RC_ASSERT(budget.spent() == (budget.left() == 0));
  }
}

/// How many more failures in one tier use up the budget.
int failures_left(std::vector<Spending> spendings, Spending tier) {
  int failures = 0;
  for (; !after(spendings).spent(); ++failures)
    spendings.push_back(tier);
  return failures;
}

RC_GTEST_PROP(BudgetTest, AHintMakesExactlyOneMoreAttemptPossibleInEachTier, ()) {
  auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
  std::vector<Spending> spendings;
  for (auto number : numbers) {
    spendings.push_back(number == 3 ? hint : Spending{static_cast<Tier>(number)});
    if (after(spendings).spent()) spendings.pop_back();
  }
  auto hinted = spendings;
  hinted.push_back(hint);
  for (auto tier : {syntax, schema, semantic})
    RC_ASSERT(failures_left(hinted, tier) == failures_left(spendings, tier) + 1);
}

} // namespace
} // namespace artifactd
