#include "daemon/service/workplace.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <map>
#include <mutex>
#include <semaphore>
#include <stdexcept>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

SessionKey session(int number) {
  return {"/root", std::to_string(number)};
}

class WorkplaceTest : public testing::Test {
protected:
  std::unique_ptr<Loop> owner_ = std::move(*Loop::open());
  Loop& loop_ = *owner_;

  static void ignore(SessionKey const&, RunResult const&) {}
};

TEST_F(WorkplaceTest, SettlesSessionsSideBySideUpToItsWorkers) {
  constexpr int workers = 4;
  std::latch together(workers); // opens only if all four run at the same time
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  int done = 0;
  Workplace place(
      loop_, workers,
      [&](SessionKey const& key, Hints const&) {
        int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        if (std::stoi(key.path) < workers) together.arrive_and_wait();
        --running;
        return RunResult{};
      },
      [&](SessionKey const&, RunResult const&) {
        if (++done == 100) loop_.stop();
      });
  for (int i = 0; i < 100; ++i)
    place.hint(session(i), {}, Urgency::news);
  loop_.run();
  EXPECT_EQ(most, workers);
  EXPECT_EQ(place.counters().runs, 100U);
}

TEST_F(WorkplaceTest, AHintDuringARunGivesExactlyOneMore) {
  std::atomic<int> runs = 0;
  std::latch hinted(1);
  Workplace place(
      loop_, 4,
      [&](SessionKey const&, Hints const&) {
        if (++runs == 1) {
          loop_.post([&] {
            for (int i = 0; i < 3; ++i)
              place.hint(session(1), {}, Urgency::news);
            hinted.count_down();
          });
          hinted.wait();
        }
        return RunResult{};
      },
      [&](SessionKey const&, RunResult const&) {
        if (runs == 2) place.begin_shutdown([&] { loop_.stop(); });
      });
  place.hint(session(1), {}, Urgency::news);
  loop_.run();
  EXPECT_EQ(runs, 2);
}

TEST_F(WorkplaceTest, ComesBackToAPendingSessionByItself) {
  int runs = 0;
  Workplace place(
      loop_, 1,
      [&](SessionKey const&, Hints const&) {
        return RunResult{.end = ++runs < 3 ? RunEnd::pending : RunEnd::settled, .again_in = std::nullopt};
      },
      [&](SessionKey const&, RunResult const& result) {
        if (result.end == RunEnd::settled) loop_.stop();
      });
  place.hint(session(1), {}, Urgency::news);
  loop_.run();
  EXPECT_EQ(runs, 3);
}

TEST_F(WorkplaceTest, WhatWorkThrowsIsPendingAndHurtsNobodyElse) {
  std::map<std::string, RunEnd> ends;
  Workplace place(
      loop_, 1,
      [&](SessionKey const& key, Hints const&) {
        if (key.path == "1") throw std::runtime_error("surprise");
        return RunResult{};
      },
      [&](SessionKey const& key, RunResult const& result) {
        ends[key.path] = result.end;
        if (ends.size() == 2) loop_.stop();
      });
  place.hint(session(1), {}, Urgency::news);
  place.hint(session(2), {}, Urgency::news);
  loop_.run();
  EXPECT_EQ(ends["1"], RunEnd::pending);
  EXPECT_EQ(ends["2"], RunEnd::settled);
}

TEST_F(WorkplaceTest, ShutdownRefusesDrainsAndIsEmpty) {
  std::latch begun(1);
  std::latch release(1);
  std::atomic<int> runs = 0;
  Workplace place(
      loop_, 1,
      [&](SessionKey const&, Hints const&) {
        ++runs;
        begun.count_down();
        release.wait();
        return RunResult{.end = RunEnd::pending};
      },
      ignore);
  place.hint(session(1), {}, Urgency::news);
  place.hint(session(2), {}, Urgency::news);
  begun.wait();
  bool drained = false;
  place.begin_shutdown([&] {
    drained = true;
    loop_.stop();
  });
  EXPECT_FALSE(drained);
  place.hint(session(3), {}, Urgency::news);
  release.count_down();
  loop_.run();
  EXPECT_TRUE(drained);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(place.counters().running, 0U);
}

TEST_F(WorkplaceTest, ShutdownOfAnIdlePlaceIsImmediate) {
  Workplace place(loop_, 1, [](SessionKey const&, Hints const&) { return RunResult{}; }, ignore);
  bool drained = false;
  place.begin_shutdown([&] { drained = true; });
  EXPECT_TRUE(drained);
}

TEST_F(WorkplaceTest, SlowRulesOfOthersHoldUpNoMerge) {
  constexpr int hostile = 48;
  std::binary_semaphore honest(0); // the rules continue only after the honest session has been served
  std::atomic<int> slow = 0;
  std::atomic<int> most = 0;
  std::atomic<bool> in_vain = false;
  int rules_done = 0;
  Workplace place(
      loop_, 8,
      [&](SessionKey const& key, Hints const&) {
        auto is_honest = std::stoi(key.path) == hostile;
        if (is_honest) honest.release();
        return RunResult{.slow = !is_honest};
      },
      [&](SessionKey const&, RunResult const& result) {
        if (result.again_in) ++rules_done;
        if (rules_done == hostile) place.begin_shutdown([&] { loop_.stop(); });
      },
      [&](SessionKey const&, Hints const&) {
        most = std::max(most.load(), ++slow);
        if (in_vain || !honest.try_acquire_for(10s))
          in_vain = true;
        else
          honest.release();
        --slow;
        return RunResult{.again_in = 1h};
      });
  for (int i = 0; i <= hostile; ++i)
    place.hint(session(i), {}, Urgency::news);
  loop_.run();
  EXPECT_FALSE(in_vain) << "a rule had to wait for the merge that waited for rules";
  EXPECT_LE(most, 2);
}

TEST_F(WorkplaceTest, AMergeRunsBesideTheRulesOfItsOwnSession) {
  std::binary_semaphore merged(0);
  std::atomic<int> merges = 0;
  std::atomic<bool> in_vain = false;
  Workplace place(
      loop_, 1,
      [&](SessionKey const&, Hints const&) {
        if (++merges == 2) merged.release();
        return RunResult{.slow = merges == 1};
      },
      [&](SessionKey const&, RunResult const& result) {
        if (result.again_in) place.begin_shutdown([&] { loop_.stop(); });
      },
      [&](SessionKey const&, Hints const&) {
        loop_.post([&] { place.hint(session(1), {}, Urgency::news); });
        in_vain = !merged.try_acquire_for(10s);
        return RunResult{.again_in = 1h};
      });
  place.hint(session(1), {}, Urgency::news);
  loop_.run();
  EXPECT_FALSE(in_vain);
}

TEST_F(WorkplaceTest, ARuleThatIsSeenDuringTheRulesRunGetsOneMore) {
  std::atomic<int> rules = 0;
  std::latch seen(1);
  Workplace place(
      loop_, 4, [&](SessionKey const&, Hints const&) { return RunResult{.slow = true}; },
      [&](SessionKey const&, RunResult const& result) {
        if (result.again_in && rules == 2) place.begin_shutdown([&] { loop_.stop(); });
        if (!result.again_in && place.counters().runs == 1) seen.count_down();
      },
      [&](SessionKey const&, Hints const&) {
        if (++rules == 1) {
          loop_.post([&] { place.hint(session(1), {}, Urgency::news); });
          seen.wait();
        }
        return RunResult{.again_in = 1h};
      });
  place.hint(session(1), {}, Urgency::news);
  loop_.run();
  EXPECT_EQ(rules, 2);
}

} // namespace
} // namespace artifactd
