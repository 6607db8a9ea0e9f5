#include "watchers/rescan.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

constexpr Moment begin{1h};

TEST(Rescan, TheFirstLossIsAnsweredAtOnce) {
  Rescan rescan;
  EXPECT_FALSE(rescan.due());
  rescan.want(begin);
  EXPECT_EQ(rescan.due(), begin);
  rescan.begun(begin);
  EXPECT_FALSE(rescan.due());
}

TEST(Rescan, AStormOfLossesGivesFewRescansAndLosesNone) {
  Rescan rescan;
  for (auto now = begin; now < begin + 1s; now += 10ms) {
    rescan.want(now);
    if (*rescan.due() <= now) rescan.begun(now);
    rescan.want(now);
  }
  EXPECT_LE(rescan.count(), 3U);
  ASSERT_TRUE(rescan.due());
  EXPECT_LE(*rescan.due(), begin + 2s);
}

TEST(Rescan, IsPromptAgainAfterAQuietTime) {
  Rescan rescan;
  auto now = begin;
  for (int i = 0; i < 20; ++i) {
    rescan.want(now);
    now = *rescan.due();
    rescan.begun(now);
  }
  rescan.want(now);
  EXPECT_GE(*rescan.due() - now, 4s);
  rescan.begun(*rescan.due());
  now += 1min;
  rescan.want(now);
  EXPECT_EQ(rescan.due(), now);
}

} // namespace
} // namespace artifactd
