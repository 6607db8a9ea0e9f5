#include "merge/kg/kg_kind.hpp"
#include "watchers/debounce.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

constexpr Moment start{1h};
SessionKey const here{"/root", "here"};
SessionKey const there{"/root", "there"};

SignalName signal(std::string_view name) {
  return {*Name::parse(name), kg_kind};
}

TEST(Debounce, AClosedSignalIsDueAtOnce) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::closed, start);
  EXPECT_LE(*debounce.next(), start);
  auto due = debounce.take_due(start);
  ASSERT_EQ(due.size(), 1U);
  EXPECT_EQ(due[0].session, here);
  EXPECT_EQ(due[0].urgency, Urgency::news);
  EXPECT_TRUE(due[0].hints.says_closed(signal("a")));
  EXPECT_FALSE(debounce.next());
}

TEST(Debounce, OneThatOnlyAppearedWaitsForItsWriter) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::appeared, start);
  EXPECT_EQ(debounce.next(), start + publishing_time);
  EXPECT_TRUE(debounce.take_due(start + publishing_time - 1ns).empty());
  auto due = debounce.take_due(start + publishing_time);
  ASSERT_EQ(due.size(), 1U);
  EXPECT_TRUE(due[0].hints.says_closed(signal("a")));
}

TEST(Debounce, TheCloseEndsTheWaitAndGivesTheOnlyHint) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::appeared, start);
  debounce.note(here, signal("a"), Why::closed, start + 1ms);
  EXPECT_EQ(debounce.take_due(start + 1ms).size(), 1U);
  EXPECT_FALSE(debounce.next());
  EXPECT_TRUE(debounce.take_due(start + 1h).empty());
}

TEST(Debounce, AppearingAgainDoesNotProlongTheWait) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::appeared, start);
  debounce.note(here, signal("a"), Why::appeared, start + 19ms);
  EXPECT_EQ(debounce.take_due(start + 20ms).size(), 1U);
  EXPECT_TRUE(debounce.take_due(start + 1h).empty());
}

TEST(Debounce, ASignalCanComeBackAfterItsWait) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::appeared, start);
  debounce.note(here, signal("a"), Why::closed, start);
  debounce.take_due(start);
  debounce.note(here, signal("a"), Why::appeared, start + 5ms);
  EXPECT_TRUE(debounce.take_due(start + 24ms).empty());
  EXPECT_EQ(debounce.take_due(start + 25ms).size(), 1U);
}

TEST(Debounce, GivesOneHintPerSession) {
  Debounce debounce;
  debounce.note(here, signal("a"), Why::closed, start);
  debounce.note(here, signal("b"), Why::closed, start);
  debounce.note(there, signal("a"), Why::closed, start);
  debounce.note(there, Urgency::recheck);
  auto due = debounce.take_due(start);
  ASSERT_EQ(due.size(), 2U);
  EXPECT_EQ(due[0].hints.closed.size(), 2U);
  EXPECT_EQ(due[1].urgency, Urgency::news) << "a recheck must not weaken news";
}

TEST(Debounce, AFloodIsServedEarlyInsteadOfRemembered) {
  Debounce debounce;
  for (int i = 0; i < 70'000; ++i)
    debounce.note(here, signal("a" + std::to_string(i)), Why::appeared, start);
  EXPECT_EQ(debounce.take_due(start).size(), 1U);
}

} // namespace
} // namespace artifactd
