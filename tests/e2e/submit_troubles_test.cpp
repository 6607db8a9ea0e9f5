// `artifactctl submit` and `wait` where something is in the way: no daemon, other hands, closed streams,
// kills.
#include "tests/e2e/submit_site.hpp"

#include <atomic>
#include <csignal>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <thread>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(Submit, WhereNoDaemonIsSeenSaysThatItIsPending) {
  auto const ended = submit({"a", file("x.json", good_artifact), "--wait=50ms"});
  EXPECT_EQ(ended.exit, 4);
  EXPECT_THAT(ended.out, StartsWith("a.kg: still pending: no artifactd is seen here"));
  EXPECT_TRUE(there("a.kg.lock"));
}

TEST_F(Submit, SaysThatTheDaemonHasEnded) {
  {
    RunningDaemon daemon(site_);
    daemon.stop();
  }
  auto const ended = submit({"a", file("x.json", good_artifact)});
  EXPECT_EQ(ended.exit, 7);
  EXPECT_THAT(ended.out, HasSubstr("no artifactd is running: it was stopped"));
  EXPECT_TRUE(there("a.kg.lock"));

  RunningDaemon const next(site_);
  EXPECT_EQ(wait({"a"}).exit, 0) << "the signal stayed";
}

TEST_F(Submit, WhatWasRefusedLastIsNotMergedBecauseItIsGone) {
  RunningDaemon const daemon(site_);
  EXPECT_EQ(submit({"a", file("x.json", good_artifact)}).exit, 0);
  EXPECT_EQ(submit({"a", file("x.json", bad_artifact)}).exit, 1);
  fs::remove(session_ / "a.kg.lock.error");
  auto const removed = wait({"a"});
  EXPECT_EQ(removed.exit, 3);
  EXPECT_THAT(removed.out, HasSubstr("the last submission was refused"));

  EXPECT_EQ(submit({"a", file("x.json", R"({"y": 1,})")}).exit, 1);
  EXPECT_EQ(site_.artifactctl({"abandon", session_.path(), "a"}).exit, 0);
  auto const abandoned = wait({"a"});
  EXPECT_EQ(abandoned.exit, 3);
  EXPECT_THAT(abandoned.out, HasSubstr("a person gave it up"));

  EXPECT_EQ(submit({"a", file("x.json", good_artifact)}).exit, 0);
  EXPECT_EQ(wait({"a"}).exit, 0);
}

TEST_F(Submit, ATooLargeSignalIsNotWaitedFor) {
  RunningDaemon const daemon(site_);
  session_.write("a.kg.lock", std::string(70'000, 'x'));
  auto const ended = wait({"a", "--timeout", "60s"});
  EXPECT_EQ(ended.exit, 3) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("a.kg.lock is ignored"));
  EXPECT_THAT(ended.err, HasSubstr("mv -nT"));
}

TEST_F(Submit, SaysThatAHiddenSessionIsNotWatched) {
  RunningDaemon const daemon(site_);
  auto const hidden = site_.session(".hidden");
  auto const ended = site_.artifactctl({"submit", hidden.path(), "a", file("x.json", good_artifact)});
  EXPECT_EQ(ended.exit, 7);
  EXPECT_THAT(ended.out, HasSubstr("no directory whose name begins with a dot, such as .hidden"));
}

TEST_F(Submit, WordsThatAreMeantOtherwiseAreExplained) {
  auto const explained = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "a");
    auto const ended = submit(words);
    EXPECT_EQ(ended.exit, 2) << ended.err;
    return ended.err;
  };
  EXPECT_THAT(explained({file("x.json", good_artifact), "--wait", "5m"}), HasSubstr("write --wait=5m"));
  EXPECT_THAT(explained({"-"}), HasSubstr("--as NAME takes standard input"));
  EXPECT_THAT(explained({"./nosuch/"}), HasSubstr("./nosuch/ is a directory"));
  EXPECT_THAT(explained({"--wait=abc"}), Not(HasSubstr("--wait: --wait")));
  EXPECT_FALSE(there("artifacts"));
}

TEST_F(Submit, ANameThatIsAPartOfTheGraphIsRefusedAtOnce) {
  auto const ended = submit({"entities", file("x.json", good_artifact)});
  EXPECT_EQ(ended.exit, 2);
  EXPECT_THAT(ended.err, HasSubstr("\"entities\" cannot be the name of kg work"));
  EXPECT_FALSE(there("artifacts"));
  auto const seat = site_.artifactctl({"mcp", "--session", session_.path(), "--agent", "stats"});
  EXPECT_EQ(seat.exit, 2);
}

TEST_F(Submit, GoesOnWithTheConfigurationThatTheDaemonStillUses) {
  RunningDaemon const daemon(site_);
  site_.configure("[kg]\nstrategy = \"nope\"\n");
  auto const ended = submit({"a", file("x.json", good_artifact)});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("still uses its former configuration"));
  EXPECT_EQ(wait({"a"}).exit, 0);
}

TEST_F(Submit, SaysInWhichSessionNobodyJudgesIt) {
  RunningDaemon const daemon(site_);
  SessionDir const elsewhere(site_.path() / "elsewhere");
  EXPECT_THAT(site_.artifactctl({"submit", elsewhere.path(), "a", file("x.json", good_artifact)}).out,
              StartsWith("a.kg: still pending in " + elsewhere.path().string() + ": "));
}

TEST_F(Submit, WaitingNamesAMisspeltSignal) {
  for (auto const& [file, code] : {std::pair("a.KG.lock", "wrong_case"), std::pair("a.kg.lck", "misspelt")}) {
    session_.write(file, "");
    auto const ended = wait({"a"});
    EXPECT_EQ(ended.exit, 3);
    EXPECT_THAT(ended.err, HasSubstr(std::string(file) + " is ignored"));
    EXPECT_THAT(ended.err, HasSubstr("mv -nT -- "));
    EXPECT_EQ(site_.code_of_odd_file(), code);
    std::filesystem::remove(session_.path() / file);
  }
}

TEST_F(Submit, SaysThatTheDaemonWatchesOtherRoots) {
  RunningDaemon const daemon(site_);
  SessionDir const elsewhere(site_.path() / "elsewhere");
  auto const ended = site_.artifactctl({"submit", elsewhere.path(), "a", file("x.json", good_artifact)});
  EXPECT_EQ(ended.exit, 7);
  EXPECT_THAT(ended.out, HasSubstr("does not watch this session"));
  auto const status = site_.artifactctl({"status", elsewhere.path()});
  EXPECT_EQ(status.exit, 6);
  EXPECT_THAT(status.out, HasSubstr("does not watch this session"));
}

TEST_F(Submit, SaysThatADirectoryIsNoSessionOfTheDaemon) {
  RunningDaemon const daemon(site_);
  for (auto const& place : {site_.root(), session_ / "below", site_.root() / ".hidden"}) {
    fs::create_directories(place);
    EXPECT_EQ(site_.artifactctl({"submit", place, "a", file("x.json", good_artifact)}).exit, 7) << place;
  }
}

TEST_F(Submit, ASignalWithAnotherLinkIsAnsweredToo) {
  Child waiting({.words = words({"submit", session_.path(), "a", file("x.json", good_artifact)})});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  fs::create_hard_link(session_ / "a.kg.lock", session_ / "a-copy");
  RunningDaemon const daemon(site_);
  EXPECT_EQ(waiting.wait(), 0) << waiting.out();
}

TEST_F(Submit, ASignalThatWasMovedAwayIsNotMerged) {
  Child waiting({.words = words({"submit", session_.path(), "a", file("x.json", good_artifact)})});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  fs::rename(session_ / "a.kg.lock", session_ / "elsewhere");
  EXPECT_EQ(waiting.wait(), 3) << waiting.out();
}

TEST_F(Submit, TheGenerationIsTheOneThatWasReplaced) {
  RunningDaemon const daemon(site_);
  for (int i = 0; i < 25; ++i) {
    auto const ended = submit({"a", file("x.json", fmt::format(R"({{"x": {}}})", i)), "--json"});
    auto const generation = nlohmann::json::parse(ended.out).value("generation", 0);
    EXPECT_EQ(generation, i) << "the first replaces none";
  }
}

TEST_F(Submit, ObstaclesAreNeverTakenForAVerdict) {
  RunningDaemon const daemon(site_);
  fs::create_directories(session_ / "artifacts");
  fs::create_symlink("/tmp", session_ / "artifacts/a");
  auto const blocked = submit({"a", file("x.json", good_artifact)});
  EXPECT_EQ(blocked.exit, 4) << blocked.err;
  EXPECT_EQ(submit({"b", site_.path()}).exit, 2) << "a directory as a file";
  auto const closed =
      shell(fmt::format("{} --config {} submit {} b --as x.json <&-", site_.program("artifactctl"),
                        site_.config().string(), session_.path().string()));
  EXPECT_EQ(closed.exit, 74) << closed.err;
  EXPECT_FALSE(there("a.kg.lock") || there("b.kg.lock"));
}

TEST_F(Submit, WithoutOutputStillEndsWithACode) {
  auto const line =
      fmt::format("{} --config {} status", site_.program("artifactctl"), site_.config().string());
  EXPECT_EQ(shell(line + " >&- 2>&-").exit, 74);
  EXPECT_EQ(shell(line + " <&- >&- 2>&-").exit, 74);
}

TEST_F(Submit, ASignalThatSomebodyElseRemovedIsNotMerged) {
  Child waiting({.words = words({"submit", session_.path(), "a", file("x.json", good_artifact)})});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  fs::remove(session_ / "a.kg.lock");
  EXPECT_EQ(waiting.wait(), 3);
  EXPECT_THAT(waiting.out(), HasSubstr("no verdict"));
}

TEST_F(Submit, InterruptedLeavesTheSignal) {
  auto typed = words({"submit", session_.path(), "a", file("x.json", good_artifact)});
  typed.insert(typed.begin(), {"env", "--default-signal=INT"}); // a test in the background may ignore it
  Child waiting({.words = typed});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  waiting.send(SIGINT);
  EXPECT_EQ(waiting.wait(), 130);
  EXPECT_TRUE(there("a.kg.lock"));
}

TEST_F(Submit, WordsThatMakeNoSenseAreUsageErrors) {
  EXPECT_EQ(submit({"a", file("x.txt", good_artifact)}).exit, 2);
  EXPECT_EQ(submit({"a", "/nowhere/x.json"}).exit, 2);
  EXPECT_EQ(submit({"a/b", file("x.json", good_artifact)}).exit, 2);
  EXPECT_EQ(submit({"a", file("x.json", good_artifact), "--wait=soon"}).exit, 2);
  EXPECT_EQ(submit({"state"}).exit, 2);
  EXPECT_FALSE(there("a.kg.lock"));
}

/// Four agents who submit good and bad work in turn, the latter beside the `.error` of the former round, and
/// believe what `submit` says, while the daemon is killed and started again.
TEST_F(Submit, AcceptedWorkIsMergedThoughItsFormerAttemptsAreNotForgottenYet) {
  RunningDaemon daemon(site_);
  EXPECT_EQ(submit({"a", file("a.json", bad_artifact), "--replace"}).exit, 1);
  auto const log = session_.text(".artifactd/attempts/a.kg.json");
  EXPECT_EQ(submit({"a", file("a.json", good_artifact), "--replace"}).exit, 0);
  session_.write(".artifactd/attempts/a.kg.json", log); // as after a kill right before they are forgotten
  EXPECT_EQ(wait({"a"}).exit, 0);
}

TEST_F(Submit, IsRightHoweverOftenTheDaemonIsKilled) {
  auto const rounds = full_run() ? 250 : 12;
  std::atomic<int> running = 4;
  std::vector<std::jthread> agents;
  for (int agent = 0; agent < 4; ++agent)
    agents.emplace_back([&, name = fmt::format("a{}", agent)] {
      auto const right = file(name + ".json", good_artifact);
      auto const wrong = file(name + "-bad.json", bad_artifact);
      for (int round = 0; round < rounds; ++round) {
        auto const is_good = round % 2 == 0;
        auto exit = submit({name, is_good ? right : wrong, "--replace"}).exit;
        while (exit == 7 || exit == 4)
          exit = wait({name}).exit;
        EXPECT_EQ(exit, is_good ? 0 : 1) << name << " in round " << round;
      }
      --running;
    });
  while (running > 0) {
    RunningDaemon daemon(site_);
    (void)eventually([&] { return running == 0; }, std::chrono::milliseconds(300));
    daemon.kill();
  }
}

} // namespace
} // namespace artifactd::test
