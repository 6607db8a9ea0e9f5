// Refused agents that are rerun by their own commands, with real agents that heal, never heal, hang, flood,
// do nothing, crash, or delete what they can, and with an artifactd that is killed meanwhile.
#include "state/platform/fd.hpp"
#include "tests/e2e/rerun_site.hpp"
#include "tests/support/ordinary_user.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

class Rerun : public RerunSite {};

constexpr auto repairs = "echo '{\"x\": 1}' > artifacts/a/x.json; : > a.kg.lock\n";

TEST_F(Rerun, AnAgentThatHealsIsMerged) {
  agent(fmt::format("grep -q 'Remove the comma' || exit 1\n{}", repairs));
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 1);
  EXPECT_FALSE(there("a.retry-instructions.json"));
}

TEST_F(Rerun, FailingOnceInEachTierItIsStillMerged) {
  agent(fmt::format("case $n in 1) echo '[1]' > artifacts/a/x.json; : > a.kg.lock ;; *) {} ;; esac\n",
                    repairs));
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 2);
}

TEST_F(Rerun, AnAgentThatNeverHealsIsLeftToAPersonAfterThreeAttempts) {
  agent(": > a.kg.lock\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(runs(), 2);
  EXPECT_EQ(session_.instructions("a")["unchanged"], true);
  EXPECT_EQ(site_.artifactctl({"inbox"}).exit, 6);
  EXPECT_TRUE(eventually([&] { return site_.json({"status"})["at_work"].empty(); })) << "the run has ended";
}

TEST_F(Rerun, AHintGrantsARunThatBeginsAtOnce) {
  agent(fmt::format("if grep -q 'mind the comma'; then {} fi; exit 0\n", repairs));
  RunningDaemon daemon(site_);
  submit_badly();
  ASSERT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(site_.artifactctl({"hint", "s", "a", "mind the comma"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 3);
}

TEST_F(Rerun, DoingNothingSpendsTheBudgetToo) {
  agent("exit 0\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(runs(), 2);
  EXPECT_EQ(first_code(), "run.nothing");
}

TEST_F(Rerun, DeletingTheRefusedSignalSpendsTheBudgetToo) {
  agent("rm -f \"$ARTIFACTD_SIGNAL.error\"; exit 9\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3) && first_code() == "run.failed"; }));
}

TEST_F(Rerun, RunsThatSubmitNothingCountAsRefusals) {
  agent("exit 0\n");
  RunningDaemon daemon(site_);
  submit_badly();
  auto const total = [&] { return site_.json({"stats"})["total"]; };
  EXPECT_TRUE(eventually([&] { return total()["escalated"] == 1; })) << total();
  EXPECT_EQ(total()["refusals"], 3);
  EXPECT_EQ(total()["cases"], 1);
  EXPECT_TRUE(site_.artifactctl({"stats"}).out.contains("run.nothing"));
  EXPECT_TRUE(site_.artifactctl({"log"}).out.contains("the agent was run again and submitted nothing"));
  EXPECT_FALSE(site_.artifactctl({"status"}).out.contains("at work"));
  EXPECT_TRUE(eventually([&] { return daemon.logged("refused") == 3; })) << daemon.log();
}

TEST_F(Rerun, AnAgentThatHangsIsEndedWithAllItStarted) {
  agent("sh -c 'echo $$ > started; trap \"\" TERM; while :; do sleep 1; done' & wait\n",
        "reinvoke_timeout = \"1s\"\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(first_code(), "run.failed");
  // Ended means gone, or a zombie that its new parent has not reaped yet.
  std::ifstream status("/proc/" + std::to_string(std::stoi(session_.text("started"))) + "/stat");
  std::string text;
  std::getline(status, text);
  EXPECT_TRUE(text.empty() || text.find(") Z ") != text.npos || text.find(") X ") != text.npos) << text;
}

TEST_F(Rerun, ACancelledRunEndsAtOnceAndCountsAsAnAttempt) {
  agent(fmt::format("[ $n -gt 1 ] || exec sleep 1000\n{}", repairs));
  RunningDaemon daemon(site_);
  submit_badly();
  ASSERT_TRUE(eventually([&] { return runs() == 1; }));
  EXPECT_EQ(site_.json({"explain", session_.path(), "a"})["at_work"]["what"], "run_started");
  EXPECT_THAT(site_.artifactctl({"explain", session_.path(), "a"}).out,
              testing::HasSubstr("its agent has been running since"));
  EXPECT_EQ(site_.artifactctl({"cancel", session_.path(), "b"}).exit, 3) << "nothing of b's runs";
  EXPECT_EQ(site_.artifactctl({"cancel", session_.path(), "a"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); })) << "by the next run";
  EXPECT_TRUE(site_.artifactctl({"log"}).out.contains("a person ended the agent's run"));
  EXPECT_EQ(site_.artifactctl({"cancel", session_.path(), "a"}).exit, 3);
}

TEST_F(Rerun, AbandoningEndsTheRun) {
  agent("exec sleep 1000\n");
  RunningDaemon daemon(site_);
  submit_badly();
  ASSERT_TRUE(eventually([&] { return runs() == 1; }));
  EXPECT_EQ(site_.artifactctl({"abandon", session_.path(), "a"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return daemon.logged("run", {"\"ended\":\"ended by a person\""}) == 1; }));
  EXPECT_EQ(runs(), 1);
  EXPECT_FALSE(there("a.kg.lock.error"));
}

TEST_F(Rerun, AnAgentThatFloodsOrDestroysGetsNoMoreAttempts) {
  agent("rm -rf .artifactd a.retry-instructions.json; head -c 100000000 /dev/zero; kill -9 $$\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return runs() == 2 && there("a.kg.lock.error"); }));
  EXPECT_TRUE(daemon.alive());
  EXPECT_TRUE(eventually([&] { return daemon.logged("run", {"failed"}) == 2; }));
  EXPECT_EQ(runs(), 2);
}

TEST_F(Rerun, ARunIsToldWhatDeletedInstructionsSaid) {
  agent("echo $ARTIFACTD_ATTEMPT >> attempts; cat > prompt.$n; rm -rf .artifactd a.retry-instructions.json; "
        "exit 0\n");
  {
    RunningDaemon makes_the_journal(site_);
  }
  submit_badly();
  ASSERT_EQ(site_.artifactctl({"merge", session_.path(), "a"}).exit, 1);
  fs::remove_all(session_ / ".artifactd");
  fs::remove(session_ / "a.retry-instructions.json");
  RunningDaemon daemon(site_);
  ASSERT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(session_.text("attempts"), "1\n2\n");
  for (auto const* prompt : {"prompt.1", "prompt.2"}) {
    EXPECT_THAT(session_.text(prompt), testing::HasSubstr("Remove the comma")) << prompt;
    EXPECT_THAT(session_.text(prompt), testing::HasSubstr("Repair what is named above in artifacts/a/"))
        << prompt;
    EXPECT_THAT(session_.text(prompt), testing::HasSubstr("## What the work must be like")) << prompt;
  }
}

TEST_F(Rerun, ARunIsCountedEvenWhileSomebodyHoldsTheSession) {
  agent("sleep 0.3; exit 0\n");
  RunningDaemon daemon(site_);
  submit_badly();
  UniqueFd held(::open(session_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(eventually([&] { return runs() == 1; }));
  ASSERT_TRUE(eventually([&] { return ::flock(held.get(), LOCK_EX | LOCK_NB) == 0; }));
  EXPECT_TRUE(eventually([&] { return daemon.logged("run", {"nothing submitted"}) == 1; }));
  held.reset();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(runs(), 2);
}

TEST_F(Rerun, DroppingTwiceIsOneHandingIn) {
  agent(fmt::format("{0}{0}", repairs));
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 1);
}

TEST_F(Rerun, AKilledDaemonsRunIsTakenUpAgainAndCountsOnce) {
  agent(fmt::format("if [ $n = 1 ]; then : > running; exec sleep 1000; fi\n{}", repairs));
  {
    RunningDaemon daemon(site_);
    submit_badly();
    ASSERT_TRUE(eventually([&] { return there("running"); }));
    daemon.kill();
  }
  RunningDaemon daemon(site_);
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 2);
}

TEST_F(Rerun, ACommandThatIsNotThereIsNamed) {
  site_.configure("[[agent]]\nreinvoke = [\"/no/such/agent\"]\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(first_code(), "run.not_started");
}

TEST_F(Rerun, ForASessionOfRootsAPersonIsAsked) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root's sessions belong to root";
  agent(repairs);
  RunningDaemon daemon(site_);
  session_.artifact("a", "x.json", "{\"x\": 1,}");
  session_.drop("a");
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(first_code(), "run.not_started");
  EXPECT_THAT(session_.instructions("a")["findings"][0]["message"],
              testing::HasSubstr("chown USER DIRECTORY"));
  EXPECT_FALSE(there("runs"));
}

TEST_F(Rerun, WithoutTheRunServiceItWaitsAndNoAttemptIsSpent) {
  agent(repairs, fmt::format("[reinvoke]\nsocket = \"{}/programs\"\npostponed_for = \"100ms\"\n",
                             site_.path().string()));
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return daemon.logged("run", {"postponed"}) >= 3; }));
  EXPECT_EQ(session_.instructions("a")["attempt"], 1);
  EXPECT_TRUE(eventually([&] { return site_.status_text().contains("postponed: nobody listens"); }));
  std::vector<std::string> words{"systemd-socket-activate", "--accept", "--inetd", "--listen",
                                 (site_.path() / "programs").string()};
  if (auto const user = ordinary_user()) {
    auto const number = std::to_string(user->user);
    words.insert(words.end(), {"setpriv", "--reuid", number, "--regid", number, "--clear-groups"});
  }
  words.insert(words.end(), {built("artifactd"), "run"});
  Child service({.words = words});
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(runs(), 1);
}

TEST_F(Rerun, AnErrorThatNobodyWasRefusedForRunsNothing) {
  agent(": > planted; exit 0\n");
  RunningDaemon daemon(site_);
  session_.write("b.kg.lock.error", "");
  submit_badly(); // the same session: it is handled after the other file was seen
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(runs(), 2) << "those of a";
}

TEST_F(Rerun, WhatACommandRefusedBeforeTheFirstStartIsTakenUp) {
  agent(": > a.kg.lock\n");
  submit_badly();
  ASSERT_EQ(site_.artifactctl({"merge", session_.path()}).exit, 1);
  session_.write("b.kg.lock.error", "");
  fs::copy_file(session_ / ".artifactd/attempts/a.kg.json", session_ / ".artifactd/attempts/b.kg.json");
  RunningDaemon daemon(site_);
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); }));
  EXPECT_EQ(runs(), 2) << "the first attempt counts, and nobody was refused for the other file";
}

TEST_F(Rerun, ARuleIsVettedAndItsAuthorRunAgain) {
  agent("sed -i 's/folder/segment/' rules/r.yaml; : > r.rule.lock\n");
  RunningDaemon daemon(site_);
  fs::create_directory(session_ / "rules");
  session_.write("rules/r.samples.json", R"({"paths": ["/archive/client_ABC/2024/Q1/x.csv"]})");
  session_.write("rules/r.yaml", R"yaml(name: client_reports
glob: "**/client_*/*/Q?/*.csv"
extract:
  client: {from: folder(-4), pattern: "client_(.*)"}
)yaml");
  give_away(session_.path());
  session_.write("r.rule.lock", "");
  EXPECT_TRUE(eventually([&] { return there("rules/r.result.json"); }));
  EXPECT_EQ(nlohmann::json::parse(session_.text("rules/r.result.json"))["preview"][0]["extracted"]["client"],
            "ABC");
  EXPECT_TRUE(eventually([&] { return !there("r.rule.lock"); }));
}

} // namespace
} // namespace artifactd::test
