// Drivers of a tuning run that are killed, run concurrently, or are interrupted.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/process.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/e2e/state_run_site.hpp"

#include <gmock/gmock.h>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class StateDrivers : public StateRun {};

TEST_F(StateDrivers, KilledBehindAnyStepTheNextDriverGoesOn) {
  configure(agent("tune.sh"));
  auto command = words();
  command.insert(command.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  auto const steps = [&] {
    std::error_code none;
    return std::distance(fs::directory_iterator(run / ".artifactd/states", none), fs::directory_iterator());
  };
  int kills = 0;
  for (bool ended = false; !ended; ++kills) {
    auto const before = steps();
    Child driver({.words = command});
    // An action may be interrupted once, so each driver must get far enough to accept the state in place,
    // then close, open and close an action.
    ASSERT_TRUE(eventually([&] {
      ended = !driver.running();
      return ended || steps() >= before + 4;
    }));
    driver.send(SIGKILL);
    driver.wait();
  }
  EXPECT_GT(kills, 3);
  EXPECT_EQ(state()["quality_gate"], "pass") << run.text("state.json");
  EXPECT_EQ(state()["status"], "completed");
  EXPECT_EQ(state()["applied_fixes"].size(), 4U);
  EXPECT_THAT(state()["errors"], IsEmpty());
  expect_all_sound();
}

TEST_F(StateDrivers, ANumberThatNoDoubleHoldsIsNoObstacle) {
  configure(agent("tune.sh"));
  ASSERT_EQ(site.artifactctl(words({"--until", "action-init"})).exit, 0);
  auto text = run.text("state.json");
  std::ofstream(run / "state.json") << text.insert(text.find('{') + 1, "\"of_another_tool\": 1e999,");
  auto const ended = site.artifactctl({"state", "run", run.path().string(), "--skill", skill().string()});
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  EXPECT_THAT(run.text("state.json"), HasSubstr("\"of_another_tool\": 1e999"));
  EXPECT_THAT(run.text("state.json"), HasSubstr("\"status\": \"completed\""));
  EXPECT_TRUE(fs::exists(run / "tuning-summary.md"));
  expect_all_sound();
}

TEST_F(StateDrivers, AnActionThatIsInterruptedTwiceHasFailedOnce) {
  script("waits.sh", fmt::format("touch {0}; sleep 30\n", (run / "here").string()));
  auto command = words({"--focus", "context", "--command", agent("waits.sh")});
  command.insert(command.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  for (int i = 0; i < 2; ++i) {
    fs::remove(run / "here");
    Child driver({.words = command});
    ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); }));
    driver.send(SIGKILL);
    driver.wait();
  }
  configure(agent("tune.sh"));
  EXPECT_EQ(site.artifactctl(words()).exit, 0);
  EXPECT_EQ(state()["errors"].size(), 1U);
  EXPECT_EQ(state()["errors"][0]["message"], "interrupted twice");
  expect_all_sound();
}

TEST_F(StateDrivers, WhatAnAgentProtectedFromWritingDoesNotStopTheNextAttempt) {
  fs::create_directories(run / "first");
  give_away(run.path());
  script("protects.sh", fmt::format("rmdir {} 2>/dev/null || exec {}\n"
                                    "mkdir -p hidden cache/module && touch cache/module/file\n"
                                    "chmod 0 hidden && chmod 0555 cache/module cache; echo no\n",
                                    (run / "first").string(), agent("tune.sh")));
  auto const done = site.artifactctl(words({"--command", agent("protects.sh")}));
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_FALSE(fs::exists(run / "first"));
}

TEST_F(StateDrivers, TwoDriversOfOneRunExcludeEachOther) {
  script("waits.sh", fmt::format("touch {0}; while [ -e {0} ]; do sleep 0.01; done; exec {1}\n",
                                 (run / "here").string(), agent("tune.sh")));
  auto const by_line = words({"--command", agent("waits.sh")});
  auto all = by_line;
  all.insert(all.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  Child first({.words = all});
  ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); }));
  auto const second = site.artifactctl(by_line);
  EXPECT_EQ(second.exit, 4);
  EXPECT_THAT(second.err, HasSubstr("another process is already driving this run"));
  // Somebody edits the state: the driver stops rather than overwriting it.
  auto edited = state();
  edited["user_issue_description"] = "something else";
  run.write("state.json", edited.dump(2));
  while (!first.wait(std::chrono::milliseconds(20)))
    fs::remove(run / "here");
  EXPECT_THAT(first.err(), HasSubstr("changed meanwhile"));
  EXPECT_EQ(first.wait(), 4);
  EXPECT_EQ(state()["user_issue_description"], "something else");
}

TEST_F(StateDrivers, AnInterruptEndsBehindTheActionAndTwoAtOnce) {
  script("waits.sh", fmt::format("touch {0}; while [ -e {0} ]; do sleep 0.01; done; exec {1}\n",
                                 (run / "here").string(), agent("tune.sh")));
  auto all = words({"--command", agent("waits.sh")});
  all.insert(all.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  {
    Child driver({.words = all});
    ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); }));
    driver.send(SIGINT);
    while (!driver.wait(std::chrono::milliseconds(20)))
      fs::remove(run / "here");
    EXPECT_EQ(driver.wait(), 0) << driver.err();
    EXPECT_FALSE(state()["diagnosis"]["context"].is_null()) << "the action was finished";
    EXPECT_TRUE(state()["current_action"].is_null());
  }
  fs::remove(run / "here");
  Child driver({.words = all});
  ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); }));
  while (!driver.wait(std::chrono::milliseconds(20))) // two simultaneous signals count as one
    driver.send(SIGINT);
  EXPECT_EQ(driver.wait(), 0) << driver.err();
  EXPECT_TRUE(state()["current_action"].is_null());
  EXPECT_THAT(state()["errors"], IsEmpty());
  EXPECT_EQ(state()["status"], "running");
}

/// The daemon drives runs that have begun; a root's target_root says where fixes may be made.
class DrivingDaemon : public StateRun {
protected:
  DrivingDaemon() {
    std::ofstream(site.config(), std::ios::app)
        << "target_root = \"" << skill().parent_path().string() << "\"\n";
  }
  void drive(std::string const& program, std::string const& more = "") const {
    site.configure(
        fmt::format("[tuning]\ndrive = true\n{}[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n",
                    more, program));
  }
  void begin() const { ASSERT_EQ(site.artifactctl(words({"--until", "action-init"})).exit, 0); }
};

TEST_F(DrivingDaemon, TriesAgainAfterAReloadWhatCouldNotBeDrivenIfItsRootIsStillServed) {
  drive(agent("tune.sh"));
  begin();
  std::ifstream in(site.config());
  std::string const served(std::istreambuf_iterator<char>(in), {});
  auto removed = served;
  removed.replace(removed.find(site.root()), site.root().native().size(), site.path() / "elsewhere");
  for (auto const& [text, ending] : {std::pair(removed, "running"), std::pair(served, "completed")}) {
    fs::remove_all(run / ".artifactd/runs");
    std::ofstream(run / ".artifactd/runs") << "no directory";
    RunningDaemon daemon(site);
    ASSERT_TRUE(eventually([&] { return daemon.logged("tuning run not driven") == 1; })) << daemon.log();
    auto const before = run.text("state.json");
    fs::remove(run / ".artifactd/runs");
    std::ofstream(site.config()) << text;
    daemon.send(SIGHUP);
    ASSERT_TRUE(eventually([&] { return daemon.logged("reloaded") == 1; })) << daemon.log();
    EXPECT_TRUE(eventually([&] { return state()["status"] == ending; })) << daemon.log();
    EXPECT_EQ(daemon.stop(), 0);
    EXPECT_EQ(run.text("state.json") == before, text == removed);
    std::ofstream(site.config()) << served;
  }
}

TEST_F(DrivingDaemon, TakesARunThatHasBegunToItsEnd) {
  drive(agent("tune.sh"));
  begin();
  RunningDaemon daemon(site);
  EXPECT_THAT(site.artifactctl({"doctor"}).out, HasSubstr("tuning runs: "));
  ASSERT_TRUE(eventually([&] { return state()["status"] == "completed"; })) << daemon.log();
  EXPECT_EQ(state()["quality_gate"], "pass");
  EXPECT_TRUE(eventually([&] { return daemon.logged("tuning run driven", {"completed"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
  expect_all_sound();
}

TEST_F(DrivingDaemon, LeavesFixesOfMuchRiskToAPersonAndGoesOnThen) {
  drive(agent("tune.sh"), "yes_to = \"low\"\n");
  begin();
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("tuning run driven", {"person"}) == 1; }))
      << daemon.log();
  EXPECT_EQ(site.artifactctl({"status"}).exit, 6);
  EXPECT_THAT(site.artifactctl({"inbox", "--list"}).out,
              HasSubstr("FIX-003: it has more risk than may be taken without approval"));
  EXPECT_EQ(site.artifactctl({"state", "apply", "tuning", "FIX-003"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "apply", "tuning", "FIX-004"}).exit, 0);
  ASSERT_TRUE(eventually([&] { return state()["status"] == "completed"; }))
      << daemon.log() << run.text("state.json");
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
}

TEST_F(DrivingDaemon, LeavesARunToTheCommandThatDrivesIt) {
  script("waits.sh", fmt::format("touch {0}; while [ -e {0} ]; do sleep 0.01; done; exec {1}\n",
                                 (run / "here").string(), agent("tune.sh")));
  drive(agent("tune.sh"));
  auto command = words({"--command", agent("waits.sh")});
  command.insert(command.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  Child driver({.words = command});
  ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); })) << driver.err();
  RunningDaemon daemon(site);
  run.write("artifacts/a/a.json", R"({"settled": true})");
  run.drop("a");
  ASSERT_TRUE(eventually([&] { return run.merged("a"); })) << "the daemon has looked at the session";
  while (!driver.wait(std::chrono::milliseconds(20)))
    fs::remove(run / "here");
  EXPECT_EQ(driver.wait(), 0) << driver.err() << run.text("state.json");
  EXPECT_EQ(state()["status"], "completed");
  EXPECT_EQ(daemon.logged("tuning run driven"), 0);
}

TEST_F(DrivingDaemon, WhoCannotApproveFixesIsTold) {
  configure(agent("tune.sh"), "[state]\napply_fixes = true\n");
  auto const warned = [](Ended const& ended) { return ended.err.contains("apply_fixes is on"); };
  EXPECT_TRUE(warned(site.artifactctl(words({"--until", "action-init"}))));
  EXPECT_FALSE(warned(site.artifactctl(words({"--until", "action-init", "--yes-to", "high"}))));
}

TEST_F(DrivingDaemon, EndsItsAgentsWhenItStopsAndTheNextOneGoesOn) {
  script("waits.sh", "cat >/dev/null; touch waits; while :; do sleep 0.05; done\n");
  drive(agent("waits.sh"));
  begin();
  {
    RunningDaemon daemon(site);
    ASSERT_TRUE(eventually([&] { return fs::exists(run / ".artifactd/runs/action-diagnose-agent/waits"); }))
        << daemon.log();
    EXPECT_EQ(daemon.stop(), 0);
  }
  EXPECT_NE(shell(fmt::format("pgrep -f '{}[h]'", agent("waits.s"))).exit, 0)
      << "nothing outlives the daemon";
  EXPECT_TRUE(state()["current_action"].is_null());
  EXPECT_THAT(state()["errors"], IsEmpty());
  drive(agent("tune.sh"));
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return state()["status"] == "completed"; })) << daemon.log();
  expect_all_sound();
}

TEST_F(DrivingDaemon, ThoseWhoWatchSeeTheRunAsABoardWhoeverDrivesIt) {
  configure(agent("tune.sh"));
  RunningDaemon daemon(site);
  Child watch(
      {.words = {site.program("artifactctl"), "--config", site.config().string(), "--json", "watch"}});
  auto const told = [&] {
    std::vector<nlohmann::json> events;
    std::istringstream lines(watch.out());
    for (std::string line; std::getline(lines, line);)
      if (auto event = nlohmann::json::parse(line, nullptr, false);
          event.is_object() && event.value("name", "") == "run" && event.contains("run"))
        events.push_back(std::move(event));
    return events;
  };
  EXPECT_EQ(site.artifactctl(words({"--until", "action-generate-report"})).exit, 0);
  ASSERT_TRUE(eventually([&] {
    auto const events = told();
    return !events.empty() && events.back()["run"]["scores"].size() == 1;
  })) << watch.out();
  auto const reported = told().back();
  EXPECT_EQ(reported["what"], "running");
  EXPECT_EQ(reported["run"]["phase"], "proposal");
  EXPECT_EQ(reported["run"]["action"], "action-propose-fixes");
  EXPECT_EQ(reported["run"]["issues"], state()["issues_by_severity"]);
  auto const shown = site.artifactctl({"watch", "tuning", "--timeout", "1s"}).out;
  EXPECT_THAT(shown, HasSubstr("run      iteration 0 of 5, proposal: action-propose-fixes"));
  EXPECT_THAT(shown, HasSubstr("fixes    0 passed, 0 failed, 0 rolled back, 0 waiting"));
  EXPECT_EQ(site.artifactctl(words()).exit, 0);
  ASSERT_TRUE(eventually([&] { return told().back()["what"] == "completed"; })) << watch.out();
  auto const run_told = told().back()["run"];
  EXPECT_EQ(run_told["gate"], "pass");
  EXPECT_EQ(run_told["fixes"]["passed"], 4);
  EXPECT_EQ(run_told["scores"].size(), 2U) << "of the report and of the iteration";
  EXPECT_EQ(run_told["actions"], state()["action_history"].size());
  fs::remove(run / "state.json");
  EXPECT_TRUE(
      eventually([&] { return site.artifactctl({"watch", "tuning", "--timeout", "100ms"}).out.empty(); }));
}

TEST_F(DrivingDaemon, DrivesNothingUnlessItIsTold) {
  configure(agent("tune.sh"));
  begin();
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return site.json({"state", "log", "tuning"})["states"].size() > 1; }));
  EXPECT_EQ(state()["completed_actions"].back(), "action-init");
}

} // namespace
} // namespace artifactd::test
