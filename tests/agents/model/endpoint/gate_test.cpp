#include "agents/model/endpoint/gate.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <thread>

namespace artifactd::model {
namespace {

using namespace std::chrono_literals;

TEST(Gate, LetsSoManyThroughAtOnce) {
  Gate gate({.at_once = 2});
  auto const first = gate.enter(Monotonic::now() + 20s, -1);
  auto second = std::optional(gate.enter(Monotonic::now() + 20s, -1));
  ASSERT_TRUE(first && *second);
  auto const third = gate.enter(Monotonic::now() + 20ms, -1);
  ASSERT_FALSE(third);
  EXPECT_FALSE(third.error().cancelled);
  EXPECT_FALSE(third.error().retry_after);
  second.reset();
  EXPECT_TRUE(gate.enter(Monotonic::now() + 20s, -1));
}

TEST(Gate, WakesWhoWaitsForAPlace) {
  Gate gate({.at_once = 1});
  auto held = std::optional(gate.enter(Monotonic::now() + 20s, -1));
  std::jthread const waiting([&] { EXPECT_TRUE(gate.enter(Monotonic::now() + 20s, -1)); });
  held.reset();
}

TEST(Gate, SpreadsTheCallsOverTheMinute) {
  Gate gate({.at_once = 5, .per_minute = 3});
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(gate.enter(Monotonic::now() + 20s, -1)) << i; // the full number without a pause
  for (int i = 0; i < 2; ++i) {                               // a refused caller uses up no turn
    auto const late = gate.enter(Monotonic::now() + 5s, -1);
    ASSERT_FALSE(late);
    ASSERT_TRUE(late.error().retry_after);
    EXPECT_LE(*late.error().retry_after, 20s);
    EXPECT_GT(*late.error().retry_after, 5s);
  }
}

TEST(Gate, WaitsForATurn) {
  Gate gate({.at_once = 1, .per_minute = 1200}); // 50 ms apart
  auto const began = Monotonic::now();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(gate.enter(began + 20s, -1));
  EXPECT_GE(Monotonic::now() - began, 100ms);
}

TEST(Gate, LetsGoOfWhoIsCancelled) {
  UniqueFd const cancel(::eventfd(0, EFD_CLOEXEC));
  Gate gate({.at_once = 1});
  auto const held = gate.enter(Monotonic::now() + 20s, -1);
  std::jthread const canceller([&] { ::eventfd_write(cancel.get(), 1); });
  auto const entered = gate.enter(Monotonic::now() + 20s, cancel.get());
  ASSERT_FALSE(entered);
  EXPECT_TRUE(entered.error().cancelled);
}

TEST(Gate, OpensForNobodyBehindTheDeadline) {
  Gate gate;
  EXPECT_FALSE(gate.enter(Monotonic::now(), -1));
}

} // namespace
} // namespace artifactd::model
