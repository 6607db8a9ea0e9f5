#include "tests/state/journals.hpp"

#include <csignal>
#include <sqlite3.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

using test::count;
using test::event;
using test::Journals;
using testing::ElementsAre;

TEST_F(Journals, WhatWasAppendedIsReadBackInOrderWhileItIsBeingWritten) {
  auto journal = open();
  journal.append({.wall_ns = 17,
                  .session = "/s/\xff\n one",
                  .name = "a",
                  .kind = "kg",
                  .event = "seen",
                  .outcome = "ok",
                  .detail = R"({"x":1})"});
  journal.append(event("/s/two", "b", "read"));
  journal.flush();
  auto events = recent();
  ASSERT_THAT(words(events), ElementsAre("seen", "read"));
  EXPECT_EQ(events[0].wall_ns, 17);
  EXPECT_EQ(events[0].session, "/s/\xff\n one");
  EXPECT_EQ(events[0].outcome, "ok");
  EXPECT_EQ(events[0].detail, R"({"x":1})");
  EXPECT_GT(events[1].wall_ns, 17) << "the time of append()";
  EXPECT_LT(events[0].id, events[1].id);
}

TEST_F(Journals, EventsAreInOrderOfTheirNumbersAndInATimelineOfTime) {
  auto journal = open();
  auto late = event("/s", "a", "settled");
  auto early = event("/s", "a", "hint");
  early.wall_ns = 18;
  late.wall_ns = 17;
  journal.append(early);
  journal.append(late);
  journal.flush();
  EXPECT_THAT(words(recent()), ElementsAre("hint", "settled"));
  auto reader = test::must(JournalReader::open(path));
  EXPECT_THAT(words(test::must(reader.timeline("/s", test::kg("a")))), ElementsAre("settled", "hint"));
}

TEST_F(Journals, ClosingWritesWhatIsQueued) {
  {
    auto journal = open();
    for (int i = 0; i < 5000; ++i)
      journal.append(event("/s", "a", std::to_string(i)));
  }
  EXPECT_EQ(recent().size(), 5000U);
}

TEST_F(Journals, EventsReachTheFileWithoutFlush) {
  auto journal = open();
  journal.append(event("/s", "a", "seen"));
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (recent().empty() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_EQ(recent().size(), 1U);
}

TEST_F(Journals, RecentFiltersAndGoesOnBehindAnId) {
  auto journal = open();
  for (auto const* name : {"a", "b"})
    for (auto const* session : {"/s/1", "/s/2"})
      journal.append(event(session, name, std::string(session) + name));
  journal.flush();
  EXPECT_THAT(words(recent(2)), ElementsAre("/s/1b", "/s/2b"));
  EXPECT_THAT(words(recent(10, {.session = "/s/1"})), ElementsAre("/s/1a", "/s/1b"));
  EXPECT_THAT(words(recent(10, {.session = "/s/1", .name = "b", .kind = "kg"})), ElementsAre("/s/1b"));
  EXPECT_THAT(words(recent(10, {.kind = "rule"})), ElementsAre());
  auto after = recent(3).front().id;
  EXPECT_THAT(words(recent(10, {.after_id = after})), ElementsAre("/s/1b", "/s/2b"));
}

TEST_F(Journals, FollowingGoesForwardWithoutAGap) {
  auto journal = open();
  for (auto const* name : {"a", "b", "a", "a"})
    journal.append(event("/s", name, std::string(name)));
  journal.flush();
  auto reader = test::must(JournalReader::open(path));
  std::vector<std::int64_t> ids;
  for (std::int64_t after = 0; ids.size() < 3; after = ids.back()) {
    auto const next = test::must(reader.following(1, {.name = "a", .after_id = after}));
    ASSERT_EQ(next.size(), 1U);
    ids.push_back(next.front().id);
  }
  EXPECT_THAT(ids, ElementsAre(1, 3, 4));
  EXPECT_TRUE(test::must(reader.following(1, {.after_id = 4})).empty());
}

TEST_F(Journals, ATimelineIsOneSignalsAlone) {
  auto journal = open();
  for (auto const* name : {"a", "b", "a"})
    journal.append(event("/s/1", name, name));
  journal.append(event("/s/2", "a", "other session"));
  journal.flush();
  auto reader = JournalReader::open(path);
  ASSERT_TRUE(reader);
  EXPECT_THAT(words(*reader->timeline("/s/1", test::kg("a"))), ElementsAre("a", "a"));
}

TEST_F(Journals, OnlyTheYoungestRowsAreKept) {
  {
    auto journal = open({.rows = 1000});
    for (int i = 0; i < 5000; ++i)
      journal.append(event("/s", "a", std::to_string(i)));
  }
  auto events = recent();
  EXPECT_GE(events.size(), 1000U);
  EXPECT_LE(events.size(), 2100U) << "pruned every 1,000 rows";
  EXPECT_EQ(events.back().event, "4999");
  {
    auto again = open({.rows = 1000}), one_more = std::move(again);
    one_more.append(event("/s", "a", "last"));
  }
  EXPECT_EQ(recent().size(), 1000U) << "and at the first write after a start";
}

TEST_F(Journals, AFullQueueDropsAndCountsInsteadOfBlocking) {
  auto journal = open({.rows = 200'000, .queue = 10});
  sqlite3* other = nullptr;
  ASSERT_EQ(::sqlite3_open(path.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(::sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  for (int i = 0; i < 2000; ++i)
    journal.append(event("/s", "a", std::to_string(i)));
  EXPECT_GT(journal.dropped(), 0U);
  ASSERT_EQ(::sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  ::sqlite3_close(other);
  journal.flush();
  EXPECT_EQ(recent().size() + journal.dropped(), 2000U);
}

TEST_F(Journals, OversizedTextsAreBounded) {
  auto journal = open();
  Event big;
  big.session.assign(1 << 20, 's');
  big.detail.assign(1 << 20, ' ');
  journal.append(std::move(big));
  journal.flush();
  EXPECT_EQ(recent()[0].session.size(), 4096U);
  EXPECT_EQ(recent()[0].detail, R"({"cut":true})");
}
TEST_F(Journals, AttemptsAndHintsAreToldInTheirOrder) {
  auto journal = open();
  count(journal, "/s", test::kg("a"), "k1", Tier::schema);
  ASSERT_TRUE(journal.count_hint("/s", test::kg("a")));
  EXPECT_THAT(journal.count_attempt("/s", test::kg("a"), "k2", Tier::semantic).value(),
              ElementsAre(Spending{Tier::schema}, Spending{}, Spending{Tier::semantic}));
}

TEST_F(Journals, AttemptsOfAnEarlierSessionWithThatPathAreForgotten) {
  auto journal = open();
  count(journal, "/s", test::kg("a"), "k1", Tier::syntax);
  count(journal, "/s", test::kg("b"), "k1", Tier::syntax);
  ASSERT_TRUE(journal.count_hint("/s", test::kg("a")));
  auto const now = wall_now_ns();
  EXPECT_THAT(journal.count_attempt("/s", test::kg("a"), "k2", Tier::schema, now).value(),
              ElementsAre(Spending{Tier::schema}));
  EXPECT_EQ(journal.count_attempt("/s", test::kg("a"), "k3", Tier::schema, now)->size(), 2U);
  EXPECT_EQ(count(journal, "/s", test::kg("b"), "k2", Tier::syntax), 2U) << "its turn comes";
}

TEST_F(Journals, AReaderLeavesOutAttemptsFromThatTimeOn) {
  auto journal = open();
  count(journal, "/s", test::kg("a"), "k1", Tier::schema);
  auto const now = wall_now_ns();
  count(journal, "/s", test::kg("a"), "k2", Tier::syntax);
  ASSERT_TRUE(journal.count_hint("/s", test::kg("a")));
  EXPECT_THAT(JournalReader::open(path)->spendings("/s", test::kg("a"), now).value(),
              ElementsAre(Spending{Tier::schema}, Spending{}));
}

TEST_F(Journals, AnAttemptCountsOncePerKey) {
  auto journal = open();
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k2", Tier::schema), 2U);
  EXPECT_EQ(count(journal, "/s", test::kg("b"), "k1", Tier::syntax), 1U);
  EXPECT_EQ(count(journal, "/t", test::kg("a"), "k1", Tier::syntax), 1U);
  ASSERT_TRUE(journal.reset_attempts("/s", test::kg("a")));
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  EXPECT_EQ(count(journal, "/t", test::kg("a"), "k2", Tier::syntax), 2U);
  EXPECT_EQ(JournalReader::open(path)->spendings("/t", test::kg("a"))->size(), 2U);
}

TEST_F(Journals, AttemptsSurviveAKillAndEventsQueuedBeforeThemDoNoHarm) {
  auto child = ::fork();
  if (child == 0) {
    auto journal = open();
    journal.append(event("/s", "a", "seen"));
    if (count(journal, "/s", test::kg("a"), "k1", Tier::syntax) == 1) ::raise(SIGKILL);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  auto journal = open();
  EXPECT_FALSE(journal.damaged());
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k2", Tier::syntax), 2U);
}

TEST_F(Journals, ManyThreadsMayWriteAndCountAtOnce) {
  auto journal = open();
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 50; ++i) {
          journal.append(event("/s", "a", "seen"));
          ASSERT_TRUE(journal.count_attempt("/s", test::kg("a"), std::to_string(t * 50 + i), Tier::syntax));
        }
      });
  }
  journal.flush();
  EXPECT_EQ(recent().size(), 400U);
  EXPECT_EQ(JournalReader::open(path)->spendings("/s", test::kg("a"))->size(), 400U);
}

TEST_F(Journals, AVisitorCountsAttemptsTogetherWithTheDaemon) {
  auto daemon = open();
  EXPECT_EQ(count(daemon, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  auto visitor = open({.check = Journal::Check::glance});
  EXPECT_EQ(count(visitor, "/s", test::kg("a"), "k2", Tier::syntax), 2U);
  EXPECT_EQ(count(daemon, "/s", test::kg("a"), "k2", Tier::syntax), 2U);
}

TEST_F(Journals, NoDirectoryIsAnError) {
  auto journal = Journal::open((dir / "none" / "journal.db").string(), {});
  EXPECT_FALSE(journal);
  EXPECT_EQ(JournalReader::open(path).error().fault, Fault::missing);
}

} // namespace
} // namespace artifactd
