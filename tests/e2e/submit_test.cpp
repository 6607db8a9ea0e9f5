// `artifactctl submit` and `wait`: one command that says how a submission ended, with the real daemon.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto good = R"({"x": 1})";
constexpr auto bad = R"({"x": 1,})";

class Submit : public testing::Test {
protected:
  /// A file of this text outside of the session.
  [[nodiscard]] std::string file(std::string const& name, std::string const& text) const {
    SessionDir const outside(site_.path() / "outside");
    outside.write(name, text);
    return outside / name;
  }
  [[nodiscard]] Ended submit(std::vector<std::string> const& words) const { return command("submit", words); }
  [[nodiscard]] Ended wait(std::vector<std::string> const& words) const { return command("wait", words); }
  [[nodiscard]] Ended command(std::string const& word, std::vector<std::string> const& words) const {
    std::vector<std::string> all{word, session_.path()};
    all.insert(all.end(), words.begin(), words.end());
    return site_.artifactctl(all);
  }
  [[nodiscard]] std::vector<std::string> words(std::vector<std::string> const& words) const {
    std::vector<std::string> all{site_.program("artifactctl"), "--config", site_.config()};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
  [[nodiscard]] bool there(char const* name) const { return fs::exists(session_ / name); }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(Submit, MergesFilesAndSaysSo) {
  RunningDaemon const daemon(site_);
  auto const first = submit({"a", file("x.json", good), file("y.json", R"({"y": 2})")});
  EXPECT_EQ(first.exit, 0) << first.err;
  EXPECT_EQ(first.out, "a.kg: merged\n");
  EXPECT_EQ(session_.graph()["a"], nlohmann::json::parse(R"({"x": 1, "y": 2})"));

  auto const second = submit({"a", file("x.json", R"({"x": 3})")});
  EXPECT_EQ(second.out, "a.kg: merged, in place of generation 1\n") << second.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 3);
}

TEST_F(Submit, TellsWhatAModelNeedsToRepairRefusedWork) {
  RunningDaemon const daemon(site_);
  auto const refused = submit({"a", file("x.json", bad)});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("artifacts/a/x.json, line 1"), HasSubstr("Remove the comma")));
  EXPECT_EQ(wait({"a"}).out, refused.out);

  auto const repaired = submit({"a", file("x.json", good)});
  EXPECT_EQ(repaired.exit, 0) << repaired.out;
  EXPECT_FALSE(there("a.kg.lock.error"));
}

TEST_F(Submit, SaysWhenAPersonIsNeeded) {
  RunningDaemon const daemon(site_);
  EXPECT_EQ(submit({"a", file("x.json", bad)}).exit, 1);
  int exit = 1;
  for (int i = 0; i < 3 && exit == 1; ++i)
    exit = submit({"a", file("x.json", fmt::format(R"({{"x": {},}})", i))}).exit;
  EXPECT_EQ(exit, 6);
}

TEST_F(Submit, TakesStandardInputAsAFile) {
  RunningDaemon const daemon(site_);
  auto const ended =
      shell(fmt::format("echo '{}' | {} --config {} submit {} a --as x.json", good,
                        site_.program("artifactctl"), site_.config().string(), session_.path().string()));
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 1);
}

TEST_F(Submit, NamesFilesOfEarlierSubmissions) {
  RunningDaemon const daemon(site_);
  EXPECT_EQ(submit({"a", file("x.json", good)}).exit, 0);
  auto const both = submit({"a", file("y.json", R"({"y": 2})")});
  EXPECT_THAT(both.err, HasSubstr("artifacts/a/x.json is from an earlier submission"));
  EXPECT_EQ(session_.graph()["a"].size(), 2U);

  auto const alone = submit({"a", file("y.json", R"({"y": 3})"), "--replace"});
  EXPECT_EQ(alone.exit, 0) << alone.err;
  EXPECT_EQ(session_.graph()["a"], nlohmann::json::parse(R"({"y": 3})"));
}

TEST_F(Submit, LeavesASignalAloneThatIsPending) {
  session_.artifact("a", "x.json", good);
  session_.drop("a");
  auto const refused = submit({"a", file("x.json", R"({"x": 2})")});
  EXPECT_EQ(refused.exit, 4);
  EXPECT_THAT(refused.err, HasSubstr("a.kg.lock is pending already, and nothing was copied"));
  EXPECT_EQ(session_.text("artifacts/a/x.json"), good);
}

TEST_F(Submit, WaitsInTurnIfAskedTo) {
  session_.hand_in("a");
  Child waiting(
      {.words = words({"submit", session_.path(), "a", file("of.json", R"({"of": "me"})"), "--wait"})});
  RunningDaemon const daemon(site_);
  EXPECT_EQ(waiting.wait(), 0) << waiting.err();
  EXPECT_EQ(session_.graph()["a"]["of"], "me");
  EXPECT_EQ(site_.settled(session_, "a", "merged"), 2);
}

TEST_F(Submit, WhereNoDaemonIsSeenSaysThatItIsPending) {
  auto const ended = submit({"a", file("x.json", good), "--wait=50ms"});
  EXPECT_EQ(ended.exit, 4);
  EXPECT_THAT(ended.out, StartsWith("a.kg: still pending: no artifactd is seen here"));
  EXPECT_TRUE(there("a.kg.lock"));
}

TEST_F(Submit, SaysThatTheDaemonHasEnded) {
  {
    RunningDaemon daemon(site_);
    daemon.stop();
  }
  auto const ended = submit({"a", file("x.json", good)});
  EXPECT_EQ(ended.exit, 7);
  EXPECT_THAT(ended.out, HasSubstr("no artifactd is running: it was stopped"));
  EXPECT_TRUE(there("a.kg.lock"));

  RunningDaemon const next(site_);
  EXPECT_EQ(wait({"a"}).exit, 0) << "the signal stayed";
}

TEST_F(Submit, SaysThatTheDaemonWatchesOtherRoots) {
  RunningDaemon const daemon(site_);
  SessionDir const elsewhere(site_.path() / "elsewhere");
  auto const ended = site_.artifactctl({"submit", elsewhere.path(), "a", file("x.json", good)});
  EXPECT_EQ(ended.exit, 7);
  EXPECT_THAT(ended.out, HasSubstr("does not watch this session"));
}

TEST_F(Submit, ASignalThatAnotherHandRemovedIsNotMerged) {
  Child waiting({.words = words({"submit", session_.path(), "a", file("x.json", good)})});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  fs::remove(session_ / "a.kg.lock");
  EXPECT_EQ(waiting.wait(), 3);
  EXPECT_THAT(waiting.out(), HasSubstr("no verdict"));
}

TEST_F(Submit, InterruptedLeavesTheSignal) {
  Child waiting({.words = words({"submit", session_.path(), "a", file("x.json", good)})});
  ASSERT_TRUE(eventually([&] { return there("a.kg.lock"); }));
  waiting.send(SIGINT);
  EXPECT_EQ(waiting.wait(), 130);
  EXPECT_TRUE(there("a.kg.lock"));
}

TEST_F(Submit, WithoutWaitingSaysOnlyThatItIsPending) {
  auto const ended = submit({"a", file("x.json", good), "--no-wait"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out, HasSubstr("still pending: submitted"));
  RunningDaemon const daemon(site_);
  EXPECT_EQ(wait({"a"}).exit, 0);
}

TEST_F(Submit, KnowsWhatWasMergedBeforeItWasAsked) {
  RunningDaemon const daemon(site_);
  session_.hand_in("a");
  ASSERT_TRUE(eventually([&] { return session_.merged("a"); }));
  auto const told = wait({"a"});
  EXPECT_EQ(told.exit, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("merged (dropped at "));
  EXPECT_EQ(wait({"b"}).exit, 3);
}

TEST_F(Submit, AnswersInJson) {
  RunningDaemon const daemon(site_);
  auto merged = nlohmann::json::parse(submit({"a", file("x.json", good), "--json"}).out);
  EXPECT_EQ(merged["outcome"], "merged");
  EXPECT_EQ(merged["signal"], "a.kg.lock");
  auto refused = nlohmann::json::parse(submit({"a", file("x.json", bad), "--json"}).out);
  EXPECT_EQ(refused["outcome"], "refused");
  EXPECT_EQ(refused["instructions"]["findings"][0]["line"], 1);
}

TEST_F(Submit, ARuleIsJudgedLikeEverythingElse) {
  RunningDaemon const daemon(site_);
  auto const refused = submit({"r.rule", file("r.yaml", "name: [\n")});
  EXPECT_EQ(refused.exit, 1) << refused.err;
  EXPECT_THAT(refused.out, HasSubstr("rules/r.yaml"));
}

TEST_F(Submit, AStateIsJudgedAsADocument) {
  RunningDaemon const daemon(site_);
  auto const state = site_.artifactctl({"state", "init"}).out;
  auto const first = submit({"state", file("new.json", state)});
  EXPECT_EQ(first.exit, 0) << first.out << first.err;
  EXPECT_EQ(first.out, "state: merged\n");
  auto const refused = submit({"state", file("new.json", "{}")});
  EXPECT_EQ(refused.exit, 1) << refused.out;
  EXPECT_THAT(refused.out, HasSubstr("state.json.error"));
}

TEST_F(Submit, GoesOnWaitingWhileTheAgentIsRunAgain) {
  site_.configure("[[agent]]\nkinds = [\"kg\"]\nreinvoke = [\"/bin/sh\", \"-c\", '''"
                  "echo '{\"x\": 1}' > artifacts/a/x.json; : > a.kg.lock''']\n");
  give_away(session_.path());
  RunningDaemon const daemon(site_);
  auto const ended = submit({"a", file("x.json", bad), "--until-settled"});
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 1);
}

TEST_F(Submit, WordsThatMakeNoSenseAreUsageErrors) {
  EXPECT_EQ(submit({"a", file("x.txt", good)}).exit, 2);
  EXPECT_EQ(submit({"a", "/nowhere/x.json"}).exit, 3);
  EXPECT_EQ(submit({"a/b", file("x.json", good)}).exit, 2);
  EXPECT_EQ(submit({"a", file("x.json", good), "--wait=soon"}).exit, 2);
  EXPECT_EQ(submit({"state"}).exit, 2);
  EXPECT_FALSE(there("a.kg.lock"));
}

/// Four agents who submit good and bad work in turn, the latter beside the `.error` of the former round, and
/// believe what `submit` says, while the daemon is killed and started again.
TEST_F(Submit, IsRightHoweverOftenTheDaemonIsKilled) {
  auto const rounds = full_run() ? 250 : 12;
  std::atomic<int> running = 4;
  std::vector<std::jthread> agents;
  for (int agent = 0; agent < 4; ++agent)
    agents.emplace_back([&, name = fmt::format("a{}", agent)] {
      auto const right = file(name + ".json", good);
      auto const wrong = file(name + "-bad.json", bad);
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
