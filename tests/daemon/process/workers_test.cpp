#include "daemon/process/workers.hpp"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <vector>

namespace artifactd {
namespace {

TEST(Workers, StartThreadsOnlyWhenNeeded) {
  Workers workers(8);
  EXPECT_EQ(workers.threads(), 1U);
  std::latch all(4);
  std::latch done(4);
  for (int i = 0; i < 4; ++i)
    workers.run([&] {
      all.arrive_and_wait();
      done.count_down();
    });
  done.wait();
  EXPECT_GE(workers.threads(), 4U);
  EXPECT_LE(workers.threads(), 5U);
}

TEST(Workers, RunEverythingTheyWereGivenBeforeTheyLeave) {
  std::atomic<int> ran = 0;
  {
    Workers workers(3);
    for (int i = 0; i < 1'000; ++i)
      workers.run([&] { ++ran; });
  }
  EXPECT_EQ(ran, 1'000);
}

TEST(Workers, KeepTheOrderOfTasks) {
  std::vector<int> order;
  {
    Workers workers(1);
    for (int i = 0; i < 100; ++i)
      workers.run([&, i] { order.push_back(i); });
  }
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

} // namespace
} // namespace artifactd
