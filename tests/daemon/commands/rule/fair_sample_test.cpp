// Samples of folders: no more than wanted, and the same number from each folder if possible.
#include "daemon/commands/rule/fair_sample.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <map>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

std::vector<std::string> files(std::size_t folder, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(fmt::format("{:03}/{:05}", folder, i));
  return names;
}

TEST(FairSample, SmallFoldersAreWholeBesideALargeOne) {
  FairSample sample(20);
  sample.add(files(0, 1000));
  sample.add(files(1, 3));
  sample.add(files(2, 4));
  auto const taken = sample.take();
  EXPECT_EQ(taken.size(), 20U);
  EXPECT_THAT(taken, testing::IsSupersetOf(files(1, 3)));
  EXPECT_THAT(taken, testing::IsSupersetOf(files(2, 4)));
}

TEST(FairSample, OfOneFolderItTakesFilesFromAllOverIt) {
  FairSample sample(4);
  sample.add(files(0, 8));
  EXPECT_THAT(sample.take(), testing::ElementsAre("000/00000", "000/00002", "000/00004", "000/00006"));
}

TEST(FairSample, OfMoreFoldersThanFilesItTakesSome) {
  FairSample sample(5);
  for (std::size_t i = 0; i < 100; ++i)
    sample.add(files(i, 2));
  EXPECT_EQ(sample.take().size(), 5U);
}

RC_GTEST_PROP(FairSample, IsInOrderWithinItsBoundAndFair, ()) {
  auto const most = *rc::gen::inRange<std::size_t>(1, 50);
  auto const sizes = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 60));
  FairSample sample(most);
  std::size_t all = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sample.add(files(i, sizes[i]));
    all += sizes[i];
  }
  auto const taken = sample.take();
  RC_ASSERT(taken.size() <= most);
  if (all <= most) RC_ASSERT(taken.size() == all);
  RC_ASSERT(all == 0 || !taken.empty());
  RC_ASSERT(std::ranges::is_sorted(taken));
  RC_ASSERT(std::ranges::adjacent_find(taken) == taken.end());
}

} // namespace
} // namespace artifactd
