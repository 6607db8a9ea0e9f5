// If events are lost, late, limited or not available at all, nothing is missed; it only costs an audit.
#include "state/session/session_layout.hpp"
#include "state/settle/redo.hpp"
#include "tests/daemon/watching.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <sys/resource.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class MissedEvents : public test::Watching {
protected:
  void several_audits() {
    auto const audits = sessions_->status().audits;
    run_until([&] { return sessions_->status().audits > audits + 20; });
  }
};

TEST_F(MissedEvents, TheAuditAloneFindsEverything) {
  auto options = quiet();
  options.events = Events::off;
  options.audit_interval = 30ms;
  shell("mkdir old renamed gone");
  start(options);
  EXPECT_EQ(sessions_->status().roots[0].state, RootState::polling);
  run_until([&] { return sessions_->status().audits > 2; });
  shell("mkdir new; touch old/a.kg.lock new/a.kg.lock; mv renamed other; touch other/a.kg.lock; rmdir gone;"
        "mkdir ../t; touch ../t/a.kg.lock; mv ../t t");
  auto audits = sessions_->status().audits;
  run_until([&] { return sessions_->status().audits > audits; }); // one audit finds everything
  run_until(
      [&] { return runs("old") + runs("new") + runs("other") + runs("t") >= 4; }); // the runs follow at once
  EXPECT_LE(sessions_->status().audits, audits + 3);
  for (auto const* session : {"old", "new", "other", "t"})
    EXPECT_EQ(runs(session), 1) << session;
  EXPECT_EQ(sessions_->status().roots[0].sessions, 5U);
  EXPECT_TRUE(sessions_->status().troubles.empty());
}

TEST_F(MissedEvents, PollingSeesEveryDropOfTheSameSignal) {
  auto options = quiet();
  options.events = Events::off;
  options.audit_interval = 1ms;
  shell("mkdir s");
  start(options);
  for (int round = 0; round < 50; ++round) {
    drop("s");
    run_until([&] { return !present("s/a.kg.lock"); });
    ASSERT_FALSE(present("s/a.kg.lock")) << round;
  }
}

TEST_F(MissedEvents, WhatASettledRunDidNotSeeIsNewsToPolling) {
  auto options = quiet();
  options.events = Events::off;
  options.audit_interval = 2ms;
  signals_ = test::Signals::unseen;
  shell("mkdir s");
  start(options);
  drop("s");
  run_until([&] { return runs("s") > 0; });
  signals_ = test::Signals::removed;
  run_until([&] { return !present("s/a.kg.lock"); });
}

TEST_F(MissedEvents, PollingDoesNotRunForWhatItHasSeen) {
  auto options = quiet();
  options.events = Events::off;
  options.audit_interval = 2ms;
  shell("mkdir s odd; ln -s nowhere odd/a.kg.lock");
  start(options);
  run_until([&] { return runs("odd") == 1; });
  several_audits();
  EXPECT_EQ(runs("odd"), 1);
  EXPECT_EQ(runs("s"), 0);
}

TEST_F(MissedEvents, WhatAKilledCommandLeftIsFoundAndRunForOnce) {
  auto options = quiet();
  options.audit_interval = 2ms;
  shell("mkdir -p work/.artifactd/work mutex change clean/.artifactd/work");
  start(options);
  several_audits();
  EXPECT_EQ(runs("work"), 0);
  shell(
      "touch work/.artifactd/work/t; mkdir mutex/.kg-merge.lock change/.artifactd-change; touch work clean");
  run_until([&] { return runs("work") > 0 && runs("mutex") > 0 && runs("change") > 0; });
  several_audits();
  for (auto const* session : {"work", "mutex", "change"})
    EXPECT_EQ(runs(session), 1) << session << ": the run does not clear it here";
  EXPECT_EQ(runs("clean"), 0);
  shell("rm -r mutex/.kg-merge.lock");
  several_audits();
  shell("mkdir mutex/.kg-merge.lock");
  run_until([&] { return runs("mutex") == 2; });
}

TEST_F(MissedEvents, WhatAnotherProcessPublishedIsRunForOnceAndAgainIfItIsOverwritten) {
  auto options = quiet();
  options.audit_interval = 2ms;
  shell("mkdir s; echo {} >s/knowledge-graph.json");
  start(options);
  auto const session = test::must(Session::open(root_ + "/s"));
  test::must(append_redo(
      session, {.version = test::must(stamp_at(session.directory(), layout::graph)), .changes = {}}));
  shell("touch s");
  run_until([&] { return runs("s") > 0; });
  several_audits();
  EXPECT_EQ(runs("s"), 1);
  auto const minute_ago = fs::file_time_type::clock::now() - 1min;
  fs::last_write_time(root_ + "/s/" + layout::redo, minute_ago);
  shell("touch s");
  several_audits();
  EXPECT_EQ(runs("s"), 1) << "it is safe by now";
  shell("echo {} >s/theirs; mv s/theirs s/knowledge-graph.json");
  run_until([&] { return runs("s") > 1; });
  several_audits();
  EXPECT_EQ(runs("s"), 2) << "the run does not overcome it here";
}

TEST_F(MissedEvents, AnOverflowLosesNothing) {
  auto options = quiet();
  options.batch_limit = 8;
  shell("mkdir s0 s1 s2 s3 s4 s5 s6 s7 s8 s9");
  start(options);
  catch_up();
  // The loop does not run meanwhile, so the batch overflows as the kernel's queue would.
  for (int i = 0; i < 100; ++i)
    drop("s" + std::to_string(i % 10), "a" + std::to_string(i));
  shell("mkdir new; touch new/a.kg.lock; mv s0 moved");
  run_until([&] { return sessions_->status().rescans > 0; });
  catch_up();
  EXPECT_GE(sessions_->status().overflows, 1U);
  for (int i = 1; i < 100; ++i) {
    auto session = i % 10 == 0 ? "moved" : "s" + std::to_string(i % 10);
    EXPECT_FALSE(present(session + "/a" + std::to_string(i) + ".kg.lock")) << i;
  }
  EXPECT_FALSE(present("new/a.kg.lock"));
  EXPECT_EQ(sessions_->status().roots[0].sessions, 12U);
}

TEST_F(MissedEvents, AStormOfOverflowsGivesFewRescans) {
  auto options = quiet();
  options.batch_limit = 1;
  signals_ = test::Signals::left;
  shell("mkdir s");
  start(options);
  auto begun = Monotonic::now();
  for (int i = 0; i < 100; ++i) {
    drop("s", "a");
    drop("s", "b");
    auto overflows = sessions_->status().overflows;
    run_until([&] { return sessions_->status().overflows > overflows; });
  }
  auto allowed = 3 + (Monotonic::now() - begun) / 1s;
  EXPECT_LE(sessions_->status().rescans, static_cast<std::uint64_t>(allowed));
  run_until([&] { return sessions_->status().rescans > 1; });
}

TEST_F(MissedEvents, BeyondTheWatchLimitDirectoriesArePolledUntilThereIsRoom) {
  auto options = quiet();
  options.watch_limit = 4;
  options.audit_interval = 10ms;
  shell("mkdir a b c d e");
  start(options);
  auto status = sessions_->status();
  EXPECT_EQ(status.roots[0].watches, 4U);
  EXPECT_EQ(status.roots[0].polled, 3U);
  ASSERT_EQ(status.troubles.size(), 1U);
  EXPECT_NE(status.troubles[0].find("fs.inotify.max_user_watches"), std::string::npos) << status.troubles[0];
  EXPECT_NE(status.troubles[0].find("3 directories"), std::string::npos) << status.troubles[0];
  for (auto const* session : {"a", "b", "c", "d", "e"})
    drop(session);
  shell("mkdir f; touch f/a.kg.lock");
  for (auto const* session : {"a", "b", "c", "d", "e", "f"})
    run_until([&] { return runs(session) > 0; });
  for (auto const* session : {"a", "b", "c", "d", "e", "f"})
    EXPECT_EQ(runs(session), 1) << session;
  shell("rmdir a b f"); // removing watched sessions frees watches
  run_until([&] { return sessions_->status().roots[0].polled <= 1; });
  shell("rmdir c");
  run_until([&] { return sessions_->status().roots[0].polled == 0; });
  run_until([&] { return sessions_->status().troubles.empty(); });
}

TEST_F(MissedEvents, WithoutDescriptorsEverythingIsPolledAndSaidToBe) {
  auto options = quiet();
  options.audit_interval = 10ms;
  shell("mkdir s");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  auto next = open_trusted_directory(root_); // its number is the lowest free one
  ASSERT_TRUE(next);
  rlimit tight = before;
  tight.rlim_cur = static_cast<rlim_t>(next->get());
  next->reset();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  start(options);
  auto status = sessions_->status();
  ::setrlimit(RLIMIT_NOFILE, &before);
  ASSERT_FALSE(status.troubles.empty());
  EXPECT_NE(status.troubles.back().find("fs.inotify.max_user_instances"), std::string::npos);
  drop("s");
  run_until([&] { return runs("s") == 1; });
  run_until([&] { return sessions_->status().roots[0].state == RootState::watching; });
  run_until([&] { return sessions_->status().roots[0].watches == 3; });
  EXPECT_TRUE(sessions_->status().troubles.empty());
}

TEST_F(MissedEvents, AnAuditDoesNotHurryASessionThatWaits) {
  auto options = quiet();
  options.audit_interval = 2ms;
  signals_ = test::Signals::left;
  shell("mkdir s");
  start(options);
  drop("s");
  run_until([&] { return runs("s") >= 1; });
  auto audits = sessions_->status().audits;
  run_until([&] { return sessions_->status().audits > audits + 20; });
  EXPECT_EQ(runs("s"), 1);
}

TEST_F(MissedEvents, ADirectoryThatCannotBeReadIsNamedAndServedOnceItCan) {
  if (::geteuid() == 0) GTEST_SKIP() << "root can read everything";
  auto options = quiet();
  options.audit_interval = 10ms;
  shell("mkdir s t; touch s/a.kg.lock t/a.kg.lock; chmod 0 s");
  start(options);
  run_until([&] { return runs("t") == 1; });
  ASSERT_EQ(sessions_->status().troubles.size(), 1U);
  shell("chmod 700 s");
  run_until([&] { return runs("s") == 1; });
  EXPECT_TRUE(sessions_->status().troubles.empty());
}

class Audits : public test::Watching {
protected:
  void start_calm(Events events) {
    auto options = quiet();
    options.events = events;
    options.audit_interval = 20ms;
    options.calm_after = 0ms;
    start(options);
  }
  Duration five_audits() {
    auto const begin = Monotonic::now();
    auto const audits = sessions_->status().audits;
    run_until([&] { return sessions_->status().audits >= audits + 5; });
    return Monotonic::now() - begin;
  }
};

TEST_F(Audits, ComeAThirdAsOftenWhileNothingChanges) {
  start_calm(Events::on);
  auto longest = five_audits();
  for (int i = 0; i < 5 && longest < 4 * 60ms; ++i) // a busy machine may begin to measure late
    longest = std::max(longest, five_audits());
  EXPECT_GE(longest, 4 * 60ms);
}

TEST_F(Audits, KeepTheirIntervalWhereTheyAloneFindChanges) {
  start_calm(Events::off);
  auto quickest = five_audits();
  for (int i = 0; i < 50 && quickest >= 4 * 60ms; ++i) // the machine may be busy
    quickest = std::min(quickest, five_audits());
  EXPECT_LT(quickest, 4 * 60ms);
}

} // namespace
} // namespace artifactd
