#include "daemon/settling/dispatch.hpp"
#include "merge/kg/kg_kind.hpp"

#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

namespace artifactd {
namespace {

using namespace std::chrono_literals;

constexpr Moment start{1h};

SessionKey session(std::string const& path) {
  return {"/root", path};
}

SignalName signal(std::string_view name) {
  return {*Name::parse(name), kg_kind};
}

RunResult pending() {
  return {.end = RunEnd::pending};
}

TEST(Dispatch, ServesSessionsInTheOrderTheyAsked) {
  Dispatch dispatch(1);
  for (auto const* path : {"b", "a", "c", "a"})
    dispatch.hint(session(path), {}, Urgency::news, start);
  std::string order;
  while (auto job = dispatch.take(start))
    order += job->session.path;
  EXPECT_EQ(order, "bac");
}

TEST(Dispatch, NeverRunsOneSessionTwiceAtATime) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  ASSERT_TRUE(dispatch.take(start));
  dispatch.hint(session("a"), {}, Urgency::news, start);
  EXPECT_FALSE(dispatch.take(start + 1h));
}

TEST(Dispatch, HintsDuringARunMeanExactlyOneMore) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  ASSERT_TRUE(dispatch.take(start));
  for (int i = 0; i < 5; ++i)
    dispatch.hint(session("a"), {}, Urgency::news, start);
  dispatch.finish(session("a"), {}, start);
  ASSERT_TRUE(dispatch.take(start));
  dispatch.finish(session("a"), {}, start);
  EXPECT_FALSE(dispatch.take(start + 1h));
  EXPECT_TRUE(dispatch.empty());
}

TEST(Dispatch, ABusySessionDoesNotStarveAnother) {
  Dispatch dispatch(1);
  dispatch.hint(session("busy"), {}, Urgency::news, start);
  for (int round = 0; round < 100; ++round) {
    ASSERT_EQ(dispatch.take(start)->session.path, "busy");
    dispatch.hint(session("other"), {}, Urgency::news, start);
    dispatch.hint(session("busy"), {}, Urgency::news, start);
    dispatch.finish(session("busy"), {}, start);
    ASSERT_EQ(dispatch.take(start)->session.path, "other");
    dispatch.finish(session("other"), {}, start);
  }
}

TEST(Dispatch, CollectsWhatHintsSay) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {{signal("one")}}, Urgency::news, start);
  dispatch.hint(session("a"), {{signal("two")}}, Urgency::news, start);
  auto job = dispatch.take(start);
  ASSERT_TRUE(job);
  EXPECT_TRUE(job->hints.says_closed(signal("one")));
  EXPECT_TRUE(job->hints.says_closed(signal("two")));
  dispatch.hint(session("a"), {{signal("three")}}, Urgency::news, start);
  dispatch.finish(session("a"), {}, start);
  job = dispatch.take(start);
  ASSERT_TRUE(job);
  EXPECT_FALSE(job->hints.says_closed(signal("one")));
  EXPECT_TRUE(job->hints.says_closed(signal("three")));
}

/// Ends `times` runs in a row as pending; returns the delay after each.
std::vector<Duration> delays(Dispatch& dispatch, RunResult const& result, int times) {
  std::vector<Duration> seen;
  auto now = start;
  dispatch.hint(session("a"), {}, Urgency::news, now);
  for (int i = 0; i < times; ++i) {
    EXPECT_TRUE(dispatch.take(now));
    dispatch.finish(session("a"), result, now);
    auto due = *dispatch.next_due();
    EXPECT_EQ(dispatch.due_of(session("a")), due);
    EXPECT_FALSE(dispatch.take(due - 1ns));
    seen.push_back(due - now);
    now = due;
  }
  return seen;
}

TEST(Dispatch, BacksOffFromFiftyMillisecondsToAMinute) {
  Dispatch dispatch(7);
  auto seen = delays(dispatch, pending(), 16);
  Duration base = 50ms;
  for (auto delay : seen) {
    EXPECT_LE(delay, base);
    EXPECT_GE(delay, base * 3 / 4);
    base = std::min<Duration>(base * 2, 60s);
  }
}

TEST(Dispatch, WaitsAtMostFiveSecondsForTheMutex) {
  Dispatch dispatch(7);
  auto seen = delays(dispatch, {.end = RunEnd::pending, .busy_only = true}, 16);
  EXPECT_LE(seen.back(), 5s);
  EXPECT_GE(seen.back(), 3s);
}

TEST(Dispatch, RetriesOfSeveralSessionsAreSpread) {
  Dispatch dispatch(7);
  std::set<Moment> moments;
  for (int i = 0; i < 32; ++i) {
    auto key = session(std::to_string(i));
    dispatch.hint(key, {}, Urgency::news, start);
    dispatch.take(start);
    dispatch.finish(key, pending(), start);
    moments.insert(*dispatch.due_of(key));
  }
  EXPECT_GT(moments.size(), 16U);
}

TEST(Dispatch, NewsEndBackoffAndResetIt) {
  Dispatch dispatch(7);
  delays(dispatch, pending(), 10);
  auto now = *dispatch.next_due() - 1s;
  dispatch.hint(session("a"), {}, Urgency::news, now);
  ASSERT_TRUE(dispatch.take(now));
  dispatch.finish(session("a"), pending(), now);
  EXPECT_LE(*dispatch.next_due() - now, 50ms);
}

TEST(Dispatch, ARecheckDuringARunAddsNone) {
  Dispatch dispatch(7);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  ASSERT_TRUE(dispatch.take(start));
  dispatch.hint(session("a"), {}, Urgency::recheck, start);
  dispatch.finish(session("a"), {}, start);
  EXPECT_TRUE(dispatch.empty());
}

TEST(Dispatch, ARecheckWaitsForThePlannedRetry) {
  Dispatch dispatch(7);
  dispatch.hint(session("a"), {}, Urgency::recheck, start);
  ASSERT_TRUE(dispatch.take(start));
  dispatch.finish(session("a"), pending(), start);
  auto due = dispatch.next_due();
  dispatch.hint(session("a"), {}, Urgency::recheck, start);
  EXPECT_EQ(dispatch.next_due(), due);
  EXPECT_FALSE(dispatch.take(start));
  EXPECT_TRUE(dispatch.take(*due));
}

TEST(Dispatch, RunsAgainWhenTheWorkSaysSo) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  dispatch.take(start);
  dispatch.finish(session("a"), {.end = RunEnd::settled, .again_in = 18ms}, start);
  EXPECT_EQ(dispatch.next_due(), start + 18ms);
  EXPECT_TRUE(dispatch.take(start + 18ms));
}

TEST(Dispatch, ForgetsASessionThatIsGone) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  dispatch.take(start);
  dispatch.finish(session("a"), {.end = RunEnd::gone, .again_in = 1s}, start);
  EXPECT_TRUE(dispatch.empty());
  dispatch.hint(session("b"), {}, Urgency::news, start);
  dispatch.take(start);
  dispatch.finish(session("b"), pending(), start);
  dispatch.vanished(session("b"));
  EXPECT_TRUE(dispatch.empty());
  EXPECT_FALSE(dispatch.next_due());
}

TEST(Dispatch, RefusingDrainsToEmpty) {
  Dispatch dispatch(1);
  for (auto const* path : {"run", "dirty", "wait", "queue"})
    dispatch.hint(session(path), {}, Urgency::news, start);
  dispatch.take(start);
  dispatch.take(start);
  dispatch.take(start);
  dispatch.finish(session("wait"), pending(), start);
  dispatch.hint(session("dirty"), {}, Urgency::news, start);
  dispatch.refuse();
  dispatch.hint(session("late"), {}, Urgency::news, start);
  EXPECT_FALSE(dispatch.take(start + 1h));
  EXPECT_FALSE(dispatch.empty());
  dispatch.finish(session("run"), pending(), start);
  dispatch.finish(session("dirty"), {}, start);
  EXPECT_TRUE(dispatch.empty());
  EXPECT_FALSE(dispatch.take(start + 1h));
}

TEST(Dispatch, CountsWhatItDoes) {
  Dispatch dispatch(1);
  dispatch.hint(session("a"), {}, Urgency::news, start);
  dispatch.hint(session("b"), {}, Urgency::news, start + 1s);
  EXPECT_EQ(dispatch.counters().queued, 2U);
  EXPECT_EQ(dispatch.counters().oldest, start);
  dispatch.take(start);
  EXPECT_EQ(dispatch.counters().oldest, start + 1s);
  EXPECT_EQ(dispatch.counters().running, 1U);
  dispatch.finish(session("a"), pending(), start);
  dispatch.take(start);
  dispatch.finish(session("b"), {}, start);
  auto counters = dispatch.counters();
  EXPECT_EQ(counters.runs, 2U);
  EXPECT_EQ(counters.settled, 1U);
  EXPECT_EQ(counters.waiting, 1U);
  EXPECT_EQ(counters.running, 0U);
}

/// The diagram in the header, arrow by arrow: every pair without an arrow must be impossible.
TEST(Dispatch, PhasesFollowThePicture) {
  std::map<std::pair<Phase, Trigger>, Phase> const arrows = {
      {{Phase::idle, Trigger::hint}, Phase::queued},     {{Phase::idle, Trigger::lost}, Phase::idle},
      {{Phase::queued, Trigger::hint}, Phase::queued},   {{Phase::queued, Trigger::take}, Phase::running},
      {{Phase::queued, Trigger::lost}, Phase::queued},   {{Phase::running, Trigger::hint}, Phase::dirty},
      {{Phase::running, Trigger::done}, Phase::idle},    {{Phase::running, Trigger::again}, Phase::waiting},
      {{Phase::running, Trigger::lost}, Phase::running}, {{Phase::dirty, Trigger::hint}, Phase::dirty},
      {{Phase::dirty, Trigger::done}, Phase::queued},    {{Phase::dirty, Trigger::again}, Phase::queued},
      {{Phase::dirty, Trigger::lost}, Phase::dirty},     {{Phase::waiting, Trigger::hint}, Phase::queued},
      {{Phase::waiting, Trigger::due}, Phase::queued},   {{Phase::waiting, Trigger::lost}, Phase::idle},
  };
  for (auto phase : {Phase::idle, Phase::queued, Phase::running, Phase::dirty, Phase::waiting})
    for (auto trigger :
         {Trigger::hint, Trigger::take, Trigger::done, Trigger::again, Trigger::due, Trigger::lost}) {
      auto arrow = arrows.find({phase, trigger});
      auto next = next_phase(phase, trigger);
      EXPECT_EQ(next, arrow == arrows.end() ? std::nullopt : std::optional(arrow->second))
          << "phase " << int(phase) << " trigger " << int(trigger);
    }
}

/// For any sequence of events: no session runs twice at a time, and a session with unhandled news is queued,
/// running or waiting, so that it runs after that news.
RC_GTEST_PROP(Dispatch, NothingIsLostOrDoubled, ()) {
  Dispatch dispatch(3);
  auto now = start;
  std::set<std::string> running;
  std::set<std::string> owed;
  auto steps = *rc::gen::container<std::vector<std::pair<int, int>>>(
      rc::gen::pair(rc::gen::inRange(0, 6), rc::gen::inRange(0, 4)));
  for (auto [what, which] : steps) {
    auto path = std::to_string(which);
    if (what <= 1) {
      dispatch.hint(session(path), {}, Urgency::news, now);
      owed.insert(path);
    } else if (what <= 3) {
      if (auto job = dispatch.take(now)) {
        RC_ASSERT(running.insert(job->session.path).second);
        owed.erase(job->session.path);
      }
    } else if (running.erase(path) != 0) {
      dispatch.finish(session(path), {.end = what == 4 ? RunEnd::settled : RunEnd::pending}, now);
      if (what == 5) owed.insert(path);
    }
    now += 10ms;
  }
  for (auto const& path : running)
    dispatch.finish(session(path), {}, now);
  while (auto job = dispatch.take(now + 1h)) {
    owed.erase(job->session.path);
    dispatch.finish(job->session, {}, now);
  }
  RC_ASSERT(owed.empty());
  RC_ASSERT(dispatch.empty());
}

} // namespace
} // namespace artifactd
