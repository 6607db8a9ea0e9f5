#include "state/platform/byte_budget.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::fault;
using testing::HasSubstr;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

class ByteBudgetTest : public testing::Test {
protected:
  BudgetShare share(int const& owner, Alone alone = Alone::share) { return {budget_, &owner, alone}; }

  std::shared_ptr<ByteBudget> budget_ = std::make_shared<ByteBudget>(10 * mib);
  int one_ = 1;
  int other_ = 2;
};

TEST_F(ByteBudgetTest, GivesWhatFitsAndSaysWhatDoesNot) {
  auto first = share(one_);
  auto second = share(other_);
  EXPECT_EQ(fault(first.add(6 * mib)), "none");
  EXPECT_EQ(fault(second.add(4 * mib)), "none");
  auto const refused = second.add(1);
  EXPECT_EQ(fault(refused), "busy");
  EXPECT_THAT(refused.error().message, HasSubstr("10485760"));
}

TEST_F(ByteBudgetTest, HasRoomAgainOnceAShareIsGone) {
  auto waiting = share(other_);
  {
    auto held = share(one_);
    EXPECT_EQ(fault(held.add(8 * mib)), "none");
    auto const moved = std::move(held);
    EXPECT_EQ(fault(waiting.add(8 * mib)), "busy");
  }
  EXPECT_EQ(fault(waiting.add(8 * mib)), "none");
}

TEST_F(ByteBudgetTest, GivesAnythingToWhoeverIsAlone) {
  auto large = share(one_);
  EXPECT_EQ(fault(large.add(6 * mib)), "none");
  EXPECT_EQ(fault(large.add(50 * mib)), "none");
  EXPECT_EQ(fault(share(other_).add(2 * mib)), "busy");
}

TEST_F(ByteBudgetTest, LetsAnOwnersSharesGrowTogetherIfAsked) {
  auto inputs = share(one_);
  EXPECT_EQ(fault(inputs.add(9 * mib)), "none");
  EXPECT_EQ(fault(share(one_).add(9 * mib)), "busy");
  EXPECT_EQ(fault(share(one_, Alone::owner).add(9 * mib)), "none");
  auto beside = share(other_);
  EXPECT_EQ(fault(beside.add(beside.uncounted())), "none"); // uncounted: nobody's way is blocked
  EXPECT_EQ(fault(share(one_, Alone::owner).add(9 * mib)), "none");
}

TEST_F(ByteBudgetTest, DoesNotCountLittleUntilThereIsMore) {
  auto full = share(one_);
  EXPECT_EQ(fault(full.add(10 * mib)), "none");
  auto small = share(other_);
  EXPECT_EQ(fault(small.add(small.uncounted() / 2)), "none");
  EXPECT_EQ(fault(small.add(small.uncounted())), "busy");
}

TEST_F(ByteBudgetTest, CountsFromOneMebibyteOrA512thOfASmallBudget) {
  auto const uncounted_of = [](std::uint64_t most) {
    return BudgetShare(std::make_shared<ByteBudget>(most), nullptr, Alone::share).uncounted();
  };
  EXPECT_EQ(uncounted_of(512 * mib), mib);
  EXPECT_EQ(uncounted_of(16 * mib), mib / 32);
}

TEST_F(ByteBudgetTest, HasALimitForWhoeverIsAlone) {
  budget_ = std::make_shared<ByteBudget>(10 * mib, 20 * mib);
  auto large = share(one_);
  EXPECT_EQ(fault(large.add(15 * mib)), "none");
  auto const refused = large.add(6 * mib);
  EXPECT_EQ(fault(refused), "exhausted");
  EXPECT_THAT(refused.error().message, HasSubstr("memory.too_little: 22020096 bytes"));
  EXPECT_EQ(fault(share(one_, Alone::owner).add(6 * mib)), "exhausted") << "an owner's shares count together";
  EXPECT_EQ(fault(large.add(5 * mib)), "none");
}

TEST_F(ByteBudgetTest, IsBoundAgainWhileSomethingIsHeld) {
  auto held = share(one_);
  EXPECT_EQ(fault(held.add(8 * mib)), "none");
  budget_->bound(20 * mib, 40 * mib);
  EXPECT_EQ(fault(share(other_).add(12 * mib)), "none");
  budget_->bound(4 * mib, 8 * mib);
  EXPECT_EQ(fault(share(other_).add(mib)), "busy");
  EXPECT_EQ(fault(held.add(mib)), "exhausted");
}

TEST_F(ByteBudgetTest, BoundsNothingWithoutABudget) {
  BudgetShare unbounded(nullptr, &one_, Alone::share);
  EXPECT_EQ(fault(unbounded.add(1000 * mib)), "none");
}

} // namespace
} // namespace artifactd
