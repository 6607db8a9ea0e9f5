#include "daemon/process/loop.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

class LoopTest : public testing::Test {
protected:
  static UniqueFd signalled() { return UniqueFd(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK)); }

  std::unique_ptr<Loop> owner_ = std::move(*Loop::open());
  Loop& loop_ = *owner_;
};

TEST_F(LoopTest, CallsBackWhileADescriptorIsReadable) {
  auto fd = signalled();
  int calls = 0;
  Loop::Watch watch(loop_, fd.get(), [&] {
    if (++calls == 3) loop_.stop();
  });
  loop_.run();
  EXPECT_EQ(calls, 3);
}

TEST_F(LoopTest, AWatchWaitsForWhatItIsToldTo) {
  auto fd = signalled(); // readable and writable
  std::string calls;
  std::optional<Loop::Watch> watch;
  watch.emplace(loop_, fd.get(), [&] {
    calls += 'r';
    watch->wait_for(Loop::Interest::hangup);
    loop_.post([&] {
      calls += 'w';
      watch.emplace(loop_, fd.get(), [&] { loop_.stop(); });
      watch->wait_for(Loop::Interest::write);
    });
  });
  loop_.run();
  EXPECT_EQ(calls, "rw");
}

TEST_F(LoopTest, ADestroyedWatchIsSilentEvenWithinTheSameTurn) {
  auto one = signalled();
  auto two = signalled();
  std::optional<Loop::Watch> first;
  std::optional<Loop::Watch> second;
  int calls = 0;
  auto once = [&] {
    ++calls;
    first.reset(); // one of these is the callback's own registration
    second.reset();
    loop_.post([&] { loop_.stop(); });
  };
  first.emplace(loop_, one.get(), once);
  second.emplace(loop_, two.get(), once);
  loop_.run();
  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, TimersFireInOrderAndNotEarly) {
  std::string order;
  auto now = Monotonic::now();
  auto note = [&](char name, Moment due) {
    EXPECT_GE(Monotonic::now(), due);
    order += name;
  };
  Loop::Timer a(loop_, [&] { note('a', now + 1ms); });
  Loop::Timer b(loop_, [&] { note('b', now + 2ms); });
  Loop::Timer c(loop_, [&] {
    note('c', now + 3ms);
    loop_.stop();
  });
  c.arm(now + 3ms);
  a.arm(now + 1ms);
  b.arm(now + 2ms);
  loop_.run();
  EXPECT_EQ(order, "abc");
}

TEST_F(LoopTest, ATimerFiresOncePerArmingAndCanBeMovedOrDisarmed) {
  int calls = 0;
  Loop::Timer moved(loop_, [&] { ++calls; });
  Loop::Timer disarmed(loop_, [&] { ADD_FAILURE(); });
  Loop::Timer end(loop_, [&] { loop_.stop(); });
  auto now = Monotonic::now();
  moved.arm(now + 1h);
  moved.arm(now);
  disarmed.arm(now);
  disarmed.disarm();
  {
    Loop::Timer gone(loop_, [&] { ADD_FAILURE(); });
    gone.arm(now);
  }
  end.arm(now + 5ms);
  loop_.run();
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(moved.armed());
}

TEST_F(LoopTest, ATimerArmedForThePastDoesNotStarveDescriptors) {
  auto fd = signalled();
  std::optional<Loop::Timer> eager;
  eager.emplace(loop_, [&] { eager->arm(Moment{}); });
  eager->arm(Moment{});
  Loop::Watch watch(loop_, fd.get(), [&] { loop_.stop(); });
  loop_.run();
}

TEST_F(LoopTest, PostedCallsArriveInOrderFromAnyThread) {
  constexpr int count = 10'000;
  int next = 0;
  std::jthread poster([&] {
    for (int i = 0; i < count; ++i)
      loop_.post([&, i] {
        EXPECT_EQ(i, next++);
        if (i == count - 1) loop_.stop();
      });
  });
  loop_.run();
  EXPECT_EQ(next, count);
}

TEST_F(LoopTest, StopsFromAnotherThreadAndRunsAgain) {
  for (int round = 0; round < 3; ++round) {
    std::jthread stopper([&] { loop_.stop(); });
    loop_.run();
  }
}

} // namespace
} // namespace artifactd
