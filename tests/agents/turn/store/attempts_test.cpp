#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/process.hpp"
#include "state/platform/clock.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace artifactd::turn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Attempts : public StoriesTest {
protected:
  NewAttempt wanted(std::string action, std::string text = "I knock.") {
    return {.session_id = session,
            .user_action_id = std::move(action),
            .text = std::move(text),
            .base_scene_id = at(session).current_scene_id,
            .at = clock += 1000};
  }
  /// Runs `work` in a process that then ends; it opens the database again, since connections do not survive a
  /// fork.
  template <class Work>
  void in_a_dying_process(Work work) {
    auto const child = ::fork();
    if (child == 0) {
      auto own = Store::open(store.place());
      ::_exit(own && work(*own) ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    // A server needs a moment to notice that a connection has ended.
    auto const until = Monotonic::now() + std::chrono::seconds(10);
    while (is_on_server() && attempts(store, session)->at(0).is_played && Monotonic::now() < until)
      std::this_thread::yield();
  }
  static std::vector<std::string> texts(std::vector<RecordedReply> const& replies) {
    std::vector<std::string> texts;
    for (auto const& [digest, reply] : replies)
      texts.push_back(digest + reply);
    return texts;
  }

  std::string session = begin();
};
INSTANTIATE_TEST_SUITE_P(Kept, Attempts, everywhere, place_word);

TEST_P(Attempts, OneTurnOfAStoryIsPlayedAtATime) {
  auto const first = *start_attempt(store, wanted("a1"));
  EXPECT_FALSE(first.resumed);
  EXPECT_EQ(start_attempt(store, wanted("a2")).error().fault, Fault::busy);
  EXPECT_EQ(start_attempt(store, wanted("a1")).error().fault, Fault::busy) << "of this process, too";
  EXPECT_TRUE(attempts(store, session)->at(0).is_played);
  ASSERT_TRUE(commit_turn(store, record(session, "a1"), {{"tokens", 7}}));
  auto const row = attempts(store, session)->at(0);
  EXPECT_EQ(row.state, "done");
  EXPECT_EQ(row.spent["tokens"], 7);
  EXPECT_TRUE(start_attempt(store, wanted("a2")));
  EXPECT_EQ(start_attempt(store, wanted("a1")).error().fault, Fault::changed) << "carried out";
}

TEST_P(Attempts, RepliesAreKeptInOrderAndWhatIsDroppedIsAskedAgain) {
  auto const started = *start_attempt(store, wanted("a1"));
  ASSERT_TRUE(
      append_replies(store, started.id, std::array{RecordedReply{"d", "1"}, RecordedReply{"e", "2"}}));
  ASSERT_TRUE(append_replies(store, started.id, std::array{RecordedReply{"d", "3"}}));
  ASSERT_TRUE(fail_attempt(store, started.id,
                           {.error_code = "turn.unreachable", .message = "m", .events = {}, .at = clock}));
  auto const again = *start_attempt(store, wanted("a1"));
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.started_at, started.started_at) << "the same clock, so the same prompts";
  EXPECT_THAT(texts(again.replies), ElementsAre("d1", "e2", "d3"));
  ASSERT_TRUE(drop_replies(store, again.id, std::array<std::string, 1>{"d"}));
  ASSERT_TRUE(append_replies(store, again.id, std::array{RecordedReply{"f", "4"}}));
  ASSERT_TRUE(fail_attempt(store, again.id, {.error_code = "", .message = "", .events = {}, .at = clock}));
  EXPECT_THAT(texts(start_attempt(store, wanted("a1"))->replies), ElementsAre("e2", "f4"));
}

TEST_P(Attempts, ADeadProcessIsKnownAsSuchAndItsAttemptGoesOn) {
  auto const attempt = wanted("a1");
  in_a_dying_process([&](Store const& own) {
    auto const started = start_attempt(own, attempt);
    return started && append_replies(own, started->id, std::array{RecordedReply{"d", "1"}});
  });
  EXPECT_FALSE(attempts(store, session)->at(0).is_played);
  auto const again = *start_attempt(store, wanted("a1"));
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.started_at, attempt.at);
  EXPECT_THAT(texts(again.replies), ElementsAre("d1"));
}

TEST_P(Attempts, ADeadProcessIsInNobodySWay) {
  auto const attempt = wanted("a1");
  in_a_dying_process([&](Store const& own) { return start_attempt(own, attempt).has_value(); });
  EXPECT_FALSE(start_attempt(store, wanted("a2"))->resumed);
  auto const rows = *attempts(store, session, "a1");
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0].state, "failed");
  EXPECT_EQ(rows[0].error_code, "turn.interrupted");
}

TEST_P(Attempts, GivenUpIsInNobodySWayThoughItsProcessLives) {
  {
    auto const started = *start_attempt(store, wanted("a1"));
    ASSERT_TRUE(append_replies(store, started.id, std::array{RecordedReply{"d", "1"}}));
    EXPECT_TRUE(attempts(store, session)->at(0).is_played);
  }
  EXPECT_FALSE(attempts(store, session)->at(0).is_played);
  {
    auto const again = *start_attempt(store, wanted("a1"));
    EXPECT_TRUE(again.resumed);
    EXPECT_THAT(texts(again.replies), ElementsAre("d1"));
  }
  EXPECT_TRUE(start_attempt(store, wanted("a2"))) << "and so is it for another request";
}

TEST_P(Attempts, ATurnThatComesTooLateEndsAsStale) {
  auto const started = *start_attempt(store, wanted("a1"));
  auto const late = record(session, "a1");
  say(session, "other");
  ASSERT_EQ(commit_turn(store, late, {{"tokens", 7}})->change, Change::stale);
  auto const row = attempts(store, session, "a1")->at(0);
  EXPECT_EQ(row.state, "stale");
  EXPECT_EQ(row.spent["tokens"], 7);
  EXPECT_EQ(start_attempt(store, wanted("a1"))->ordinal, 2) << "it is played again from where the story is";
}

TEST_P(Attempts, AnotherBaseIsAnotherAttemptAndTheFormerBaseTheFormerAgain) {
  auto const first = *start_attempt(store, wanted("a1"));
  ASSERT_TRUE(append_replies(store, first.id, std::array{RecordedReply{"d", "1"}}));
  ASSERT_TRUE(fail_attempt(store, first.id,
                           {.state = "stale", .error_code = "", .message = "", .events = {}, .at = clock}));
  say(session, "other");
  auto const second = *start_attempt(store, wanted("a1"));
  EXPECT_EQ(second.ordinal, 2);
  EXPECT_THAT(second.replies, IsEmpty());
  ASSERT_TRUE(fail_attempt(store, second.id,
                           {.state = "stale", .error_code = "", .message = "", .events = {}, .at = clock}));
  ASSERT_TRUE(undo_turns(store, session, 1, asked("u")));
  EXPECT_THAT(texts(start_attempt(store, wanted("a1"))->replies), ElementsAre("d1"))
      << "what was paid fits again";
}

TEST_P(Attempts, AnIdBelongsToItsText) {
  auto const started = *start_attempt(store, wanted("a1"));
  ASSERT_TRUE(fail_attempt(store, started.id, {.error_code = "", .message = "", .events = {}, .at = clock}));
  EXPECT_EQ(start_attempt(store, wanted("a1", "I run.")).error().fault, Fault::exists);
}

TEST_P(Attempts, AFailedTurnLeavesItsEventsAndNoStory) {
  auto const before = visible(session);
  for (int round = 0; round < 2; ++round) {
    auto const started = *start_attempt(store, wanted("a1"));
    ASSERT_TRUE(fail_attempt(store, started.id,
                             {.error_code = "turn.contract",
                              .message = "three times",
                              .turn_index = 1,
                              .events = {event("error", "narrator", "large")},
                              .at = clock}));
    EXPECT_EQ(append_replies(store, started.id, {}).error().fault, Fault::changed) << "it has ended";
  }
  EXPECT_EQ(visible(session), before);
  auto const events = *attempt_event_rows(store, session);
  ASSERT_EQ(events.size(), 2);
  EXPECT_EQ(events[1]["position"], 1);
  EXPECT_EQ(events[0]["event_type"], "error");
  EXPECT_EQ(attempts(store, session)->at(0).message, "three times");
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Attempts, ThereIsNoneWithoutAStory) {
  auto attempt = wanted("a1");
  attempt.session_id = "nobody's";
  EXPECT_EQ(start_attempt(store, attempt).error().fault, Fault::missing);
  EXPECT_EQ(append_replies(store, "no attempt", {}).error().fault, Fault::missing);
}

TEST_P(Attempts, GoWithAForgottenStory) {
  auto const started = *start_attempt(store, wanted("a1"));
  ASSERT_TRUE(append_replies(store, started.id, std::array{RecordedReply{"d", "1"}}));
  ASSERT_TRUE(forget_story(store, session, false));
  EXPECT_EQ(number("SELECT count(*) FROM turn_replies"), 0);
  EXPECT_EQ(number("SELECT count(*) FROM turn_attempts"), 0);
}

TEST(ProcessOfAnAttempt, IsToldFromAnotherWithItsPid) {
  auto const own = *own_process();
  EXPECT_TRUE(is_alive(own));
  auto other = own;
  other.start -= 1;
  EXPECT_FALSE(is_alive(other));
  other = own;
  other.boot_id = "another boot";
  EXPECT_FALSE(is_alive(other));
  other = own;
  other.pid = -1;
  EXPECT_FALSE(is_alive(other));
}

/// Exits with 0 if this process is known, though nothing could be read at first.
[[noreturn]] void read_again_after_a_failure() {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  rlimit const none{0, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  auto const unreadable = !own_process();
  ::setrlimit(RLIMIT_NOFILE, &before);
  std::_Exit(unreadable && own_process() ? 0 : 1);
}

TEST(ProcessOfAnAttempt, IsReadAgainAfterAFailure) {
  EXPECT_EXIT(read_again_after_a_failure(), testing::ExitedWithCode(0), "");
}

TEST(ProcessOfAnAttempt, IsDeadOnceItHasEndedThoughNobodyWaitedForIt) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  auto const child = ::fork();
  if (child == 0) {
    auto const own = own_process();
    auto const start = own ? own->start : 0;
    std::ignore = ::write(pipe[1], &start, sizeof start);
    ::_exit(0);
  }
  auto dead = *own_process();
  dead.pid = child;
  ASSERT_EQ(::read(pipe[0], &dead.start, sizeof dead.start), static_cast<ssize_t>(sizeof dead.start));
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0); // it remains a zombie
  EXPECT_FALSE(is_alive(dead));
  ::waitpid(child, nullptr, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST(ProcessOfAnAttempt, MayEndWhileItIsRead) {
  auto each = *own_process();
  each.start = 1;
  std::atomic<bool> done = false;
  std::atomic<std::int64_t> pid = 0;
  std::jthread const ending([&] {
    for (int i = 0; i < 500; ++i) {
      auto const child = ::fork();
      if (child == 0) ::_exit(0);
      pid = child;
      ::waitpid(child, nullptr, 0);
    }
    done = true;
  });
  while (!done) {
    each.pid = pid;
    EXPECT_FALSE(is_alive(each));
  }
}

} // namespace
} // namespace artifactd::turn
