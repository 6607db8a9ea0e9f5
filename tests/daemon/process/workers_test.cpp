#include "daemon/process/workers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <sys/resource.h>
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

TEST(Workers, RunWhatTheirTasksGiveThemWhileTheyLeave) {
  std::atomic<int> ran = 0;
  {
    Workers workers(8);
    for (int i = 0; i < 100; ++i)
      workers.run([&] {
        ++ran;
        workers.run([&] { ++ran; });
      });
  }
  EXPECT_EQ(ran, 200);
}

TEST(Workers, OfLowPriorityGiveWayToOthers) {
  std::array<int, 2> nice{-1, -1};
  {
    Workers usual(1);
    Workers low(1, Priority::low);
    usual.run([&] { nice[0] = ::getpriority(PRIO_PROCESS, 0); });
    low.run([&] { nice[1] = ::getpriority(PRIO_PROCESS, 0); });
  }
  EXPECT_EQ(nice[0], ::getpriority(PRIO_PROCESS, 0));
  EXPECT_GE(nice[1], nice[0] + std::min(10, 19 - nice[0]));
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
