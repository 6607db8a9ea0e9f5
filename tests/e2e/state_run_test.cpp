// Tuning runs driven to their end by scripted agents, the real programs throughout.
#include "state/tuning/judge.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/process.hpp"
#include "tests/e2e/site.hpp"
#include "tests/support/ordinary_user.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;

class StateRun : public testing::Test {
protected:
  StateRun() {
    fs::create_directories(site.path() / "skills");
    auto const source = fs::path(SOURCE_DIR) / "examples/tuning";
    fs::copy(source / "release-notes", skill(), fs::copy_options::recursive);
    fs::copy(source / "agents", site.path() / "agents", fs::copy_options::recursive);
    fs::permissions(site.path(), fs::perms(0755));
    give_away(skill());
    give_away(run.path());
  }
  fs::path skill() const { return site.path() / "skills/release-notes"; }
  std::string agent(std::string const& name) const { return (site.path() / "agents" / name).string(); }
  std::string text(std::string const& file) const {
    std::ifstream in(skill() / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// All actions by this program, confined, with fixes below skills/.
  void configure(std::string const& program, std::string const& more = "") const {
    site.configure(
        fmt::format("[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n{}", program, more));
  }
  void script(std::string const& name, std::string const& body) const {
    std::ofstream(site.path() / "agents" / name) << "#!/bin/sh\n" << body;
    fs::permissions(site.path() / "agents" / name, fs::perms(0755));
  }
  std::vector<std::string> words(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"state",          "run",     run.path().string(),     "--skill",
                                   skill().string(), "--issue", "the notes are too long"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Json state() const { return Json::parse(run.text("state.json"), nullptr, false); }

  /// Every version that was accepted, as a step from the one before it.
  void expect_all_sound() const {
    std::optional<tuning::TuningState> before;
    std::vector<fs::path> versions;
    for (auto const& entry : fs::directory_iterator(run / ".artifactd/states"))
      versions.push_back(entry.path());
    std::ranges::sort(versions);
    for (auto const& version : versions) {
      std::ifstream in(version);
      auto judged = tuning::judge(version.filename(), {std::istreambuf_iterator<char>(in), {}},
                                  before ? &*before : nullptr);
      EXPECT_FALSE(judged.refused()) << version << ": "
                                     << (judged.findings.empty() ? "" : judged.findings[0].message);
      if (judged.state) before = std::move(judged.state);
    }
    EXPECT_GT(versions.size(), 2U);
  }

  Site site;
  SessionDir run = site.session("tuning");
};

TEST_F(StateRun, TheExampleIsRepairedUntilItsGatePasses) {
  configure(agent("tune.sh"));
  auto const ended = site.artifactctl(words());
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  auto const done = state();
  EXPECT_EQ(done["status"], "completed");
  EXPECT_EQ(done["quality_gate"], "pass");
  EXPECT_THAT(done["issues"], IsEmpty());
  EXPECT_EQ(done["applied_fixes"].size(), 4U);
  EXPECT_THAT(text("phases/03-write.md"), HasSubstr("Read `sorted.json`"));
  for (auto const* file : {"tuning-report.md", "tuning-summary.md", "fixes/fix-proposals.json",
                           "diagnosis/agent-diagnosis.json"})
    EXPECT_TRUE(fs::exists(run / file)) << file;
  expect_all_sound();
  // The four diagnoses were made side by side, each with ISS-001, and taken in one after the other.
  EXPECT_THAT(run.text("fixes/fix-proposals.json"), HasSubstr("ISS-004"));
  auto const again = site.artifactctl({"state", "run", run.path().string()});
  EXPECT_EQ(again.exit, 0);
  EXPECT_THAT(again.out, HasSubstr("the run is completed"));
}

TEST_F(StateRun, AnAgentThatGivesNoAnswerEndsInFailed) {
  configure(agent("hopeless.sh"));
  auto const before = text("phases/01-collect.md");
  auto const ended = site.artifactctl(words());
  EXPECT_EQ(ended.exit, 1);
  EXPECT_EQ(state()["status"], "failed");
  EXPECT_EQ(state()["error_count"], 3);
  EXPECT_EQ(state()["errors"].size(), 3U) << "what was told back is no error";
  EXPECT_THAT(run.text("abort-report.md"), HasSubstr("its output is not JSON: All good!"));
  EXPECT_EQ(text("phases/01-collect.md"), before);
  expect_all_sound();
  // The way the report names goes on.
  EXPECT_EQ(site.artifactctl({"state", "update", run.path().string(), "--set", "error_count=0", "--set",
                              "status=running"})
                .exit,
            0);
  configure(agent("tune.sh"));
  EXPECT_EQ(site.artifactctl(words()).exit, 0);
}

TEST_F(StateRun, HostileAgentsEndInFailedAndChangeNothingOutside) {
  auto const before = text("phases/01-collect.md");
  for (auto const& [name, body] : std::map<std::string, std::string>{
           {"writes.sh",
            fmt::format(
                "cat >/dev/null; echo bad >> {0}/phases/01-collect.md; echo bad > {0}/new; echo '{{}}'\n",
                skill().string())},
           {"rewrites.sh",
            "cat >/dev/null; echo '{\"action_history\": [], \"errors\": [], \"status\": \"completed\"}'\n"},
           {"floods.sh", "cat >/dev/null; yes '{\"a\":' | head -c 20000000\n"},
           {"forks.sh", "cat >/dev/null; (sleep 3217 >/dev/null 2>&1 &) ; exit 3\n"},
           {"links.sh", "cat >/dev/null; rm -rf state.json; ln -s /etc/passwd state.json\n"},
           {"points.sh", "cat >/dev/null; echo '{\"diagnosis\": {\"context\": {\"status\": 1}}}'\n"}}) {
    script(name, body);
    configure(agent(name));
    fs::remove_all(run.path());
    fs::create_directories(run.path());
    give_away(run.path());
    auto const ended = site.artifactctl(words());
    EXPECT_EQ(ended.exit, 1) << name << ended.out << ended.err;
    EXPECT_EQ(state()["status"], "failed") << name;
    EXPECT_EQ(text("phases/01-collect.md"), before) << name;
    EXPECT_FALSE(fs::exists(skill() / "new")) << name;
    EXPECT_NE(shell("pgrep -f 'sleep 321[7]'").exit, 0) << "nothing outlives its run";
    expect_all_sound();
  }
}

TEST_F(StateRun, FixesOfMuchRiskWaitForAPerson) {
  site.configure(
      fmt::format("[tuning]\nyes_to = \"low\"\n[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n",
                  agent("tune.sh")));
  auto const ended = site.artifactctl(words());
  EXPECT_EQ(ended.exit, 6) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("FIX-003, FIX-004 have more risk than may be taken alone"));
  EXPECT_THAT(text("phases/03-write.md"), HasSubstr("changes.json"));
  auto const target = skill().parent_path().string();
  EXPECT_EQ(site.artifactctl({"state", "apply", run.path().string(), "FIX-003", "--target", target}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "drop", run.path().string(), "FIX-004"}).exit, 0);
  auto const then = site.artifactctl(words({"--yes-to", "medium"}));
  EXPECT_EQ(state()["quality_gate"], "pass") << then.out << then.err;
  expect_all_sound();
}

TEST_F(StateRun, AFixThatFailsItsVerificationIsRolledBack) {
  script("check.sh", "! grep -q 'keep one line of it' phases/01-collect.md\n");
  site.configure(
      fmt::format("[state]\nverify = [\"{}\"]\n[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n",
                  agent("check.sh"), agent("tune.sh")));
  auto const ended = site.artifactctl(words({"--max-iterations", "2"}));
  EXPECT_THAT(ended.out, HasSubstr("FIX-001 failed its verification"));
  EXPECT_THAT(text("phases/01-collect.md"), HasSubstr("keep all of it in the conversation"));
  EXPECT_EQ(state()["status"], "completed");
  EXPECT_EQ(state()["issues"].size(), 1U) << "what was not repaired is still open";
  EXPECT_EQ(state()["applied_fixes"][0]["verification_result"], "rolled_back");
  expect_all_sound();
}

TEST_F(StateRun, KilledBehindAnyStepTheNextDriverGoesOn) {
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
    // An action may be interrupted once: each driver gets some steps further.
    ASSERT_TRUE(eventually([&] {
      ended = !driver.running();
      return ended || steps() >= before + 3;
    }));
    driver.send(SIGKILL);
    driver.wait();
  }
  EXPECT_GT(kills, 4);
  EXPECT_EQ(state()["quality_gate"], "pass") << run.text("state.json");
  EXPECT_EQ(state()["status"], "completed");
  EXPECT_EQ(state()["applied_fixes"].size(), 4U);
  EXPECT_THAT(state()["errors"], IsEmpty());
  expect_all_sound();
}

TEST_F(StateRun, AnActionThatIsInterruptedTwiceHasFailedOnce) {
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

TEST_F(StateRun, TwoDriversOfOneRunExcludeEachOther) {
  script("waits.sh", fmt::format("touch {0}; while [ -e {0} ]; do sleep 0.01; done; exec {1}\n",
                                 (run / "here").string(), agent("tune.sh")));
  auto const by_line = words({"--command", agent("waits.sh")});
  auto all = by_line;
  all.insert(all.begin(), {site.program("artifactctl"), "--config", site.config().string()});
  Child first({.words = all});
  ASSERT_TRUE(eventually([&] { return fs::exists(run / "here"); }));
  auto const second = site.artifactctl(by_line);
  EXPECT_EQ(second.exit, 4);
  EXPECT_THAT(second.err, HasSubstr("another drives this run already"));
  // Somebody edits the state: the driver stops rather than writing over it.
  auto edited = state();
  edited["user_issue_description"] = "something else";
  run.write("state.json", edited.dump(2));
  while (!first.wait(std::chrono::milliseconds(20)))
    fs::remove(run / "here");
  EXPECT_THAT(first.err(), HasSubstr("changed meanwhile"));
  EXPECT_EQ(first.wait(), 4);
  EXPECT_EQ(state()["user_issue_description"], "something else");
}

TEST_F(StateRun, AnInterruptEndsBehindTheActionAndTwoAtOnce) {
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
  while (!driver.wait(std::chrono::milliseconds(20))) // two at one moment are one
    driver.send(SIGINT);
  EXPECT_EQ(driver.wait(), 0) << driver.err();
  EXPECT_TRUE(state()["current_action"].is_null());
  EXPECT_THAT(state()["errors"], IsEmpty());
  EXPECT_EQ(state()["status"], "running");
}

TEST_F(StateRun, WhatIsMissingIsSaid) {
  EXPECT_EQ(site.artifactctl({"state", "run", run.path().string()}).exit, 3) << "no state";
  auto const no_skill =
      site.artifactctl({"state", "run", run.path().string(), "--skill", site.path().string()});
  EXPECT_EQ(no_skill.exit, 3);
  EXPECT_THAT(no_skill.err, HasSubstr("is no skill: a directory with a SKILL.md"));
  auto const nobody = site.artifactctl(words());
  EXPECT_EQ(nobody.exit, 3);
  EXPECT_THAT(nobody.err,
              HasSubstr("no command is configured for action-diagnose-context: [[tuning.action]]"));
  auto const outside = site.artifactctl(words({"--target", (site.path() / "agents").string()}));
  EXPECT_THAT(outside.err, HasSubstr("does not lie below"));
  site.configure("[[tuning.action]]\nmatch = \"action-d*\"\ncommand = [\"a\"]\n[[tuning.action]]\nmatch = "
                 "\"action-*t\"\ncommand = [\"b\"]\n");
  EXPECT_THAT(site.artifactctl(words()).err,
              HasSubstr("two commands are configured for action-diagnose-context"));
  configure(agent("tune.sh"));
  auto const rehearsed = site.artifactctl(words({"--dry-run"}));
  EXPECT_THAT(rehearsed.out,
              HasSubstr("action-diagnose-context: context has no diagnosis in this iteration; by "));
  EXPECT_EQ(site.artifactctl(words({"--until", "action-generate-report"})).exit, 0);
  EXPECT_EQ(state()["completed_actions"].back(), "action-generate-report");
}

} // namespace
} // namespace artifactd::test
