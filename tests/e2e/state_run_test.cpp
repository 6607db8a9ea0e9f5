// Tuning runs driven to their end by scripted agents, using the real programs.
#include "tests/e2e/state_run_site.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <regex>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::json;

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
  // The four diagnoses ran in parallel, each with an ISS-001, and were merged one after the other.
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
  // The commands that the report recommends continue the run.
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
  EXPECT_THAT(ended.out, HasSubstr("FIX-003, FIX-004 have more risk than may be taken without approval"));
  EXPECT_THAT(text("phases/03-write.md"), HasSubstr("changes.json"));
  auto const target = skill().parent_path().string();
  EXPECT_EQ(site.artifactctl({"state", "apply", run.path().string(), "FIX-003", "--target", target}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "drop", run.path().string(), "FIX-004"}).exit, 0);
  auto const then = site.artifactctl(words({"--yes-to", "medium"}));
  EXPECT_EQ(state()["quality_gate"], "pass") << then.out << then.err;
  expect_all_sound();
}

TEST_F(StateRun, ARunKeepsTheSkillItBeganWith) {
  auto const first = site.artifactctl({"state", "run", run.path().string()});
  EXPECT_EQ(first.exit, 3);
  EXPECT_THAT(first.err, HasSubstr("has no state.json: a run begins with artifactctl state run"));
  configure(agent("tune.sh"));
  EXPECT_EQ(site.artifactctl(words({"--until", "action-init"})).exit, 0);
  auto const other = skill().parent_path() / "other";
  fs::copy(skill(), other, fs::copy_options::recursive);
  auto const refused = site.artifactctl({"state", "run", run.path().string(), "--skill", other.string()});
  EXPECT_EQ(refused.exit, 4) << refused.err;
  EXPECT_EQ(site.artifactctl(words()).exit, 0) << "the same skill continues the run";
}

/// The commands in a text, in backticks or indented.
std::vector<std::string> commands_in(std::string const& text) {
  std::vector<std::string> commands;
  std::regex const command("(?:`|    )(artifactctl [^`\n]*)");
  for (std::sregex_iterator each(text.begin(), text.end(), command), end; each != end; ++each)
    commands.push_back((*each)[1]);
  return commands;
}

class TypedAgain : public StateRun {
protected:
  /// The root's own target has a skill of the same name.
  TypedAgain() {
    fs::create_directories(elsewhere().parent_path());
    fs::copy(skill(), elsewhere(), fs::copy_options::recursive);
    std::ofstream(site.config(), std::ios::app)
        << "target_root = \"" << elsewhere().parent_path().string() << "\"\n";
    site.configure("");
  }
  fs::path elsewhere() const { return site.path() / "project/release-notes"; }
  void expect_elsewhere_untouched() const {
    std::ifstream in(elsewhere() / "phases/01-collect.md");
    std::string const now{std::istreambuf_iterator<char>(in), {}};
    EXPECT_THAT(now, HasSubstr("keep all of it in the conversation"));
  }
  Ended begin(std::string const& command) const {
    return site.artifactctl(words(
        {"--target", skill().parent_path().string(), "--yes-to", "none", "--command", command + " 'a b'"}));
  }
  Ended type(std::string const& command) const {
    return shell(site.program("artifactctl") + command.substr(command.find(' ')), {},
                 {{"ARTIFACTD_CONFIG", site.config().string()}});
  }
};

TEST_F(TypedAgain, ApprovesAFixOfTheSkillTheRunIsAbout) {
  auto const ended = begin(agent("tune.sh"));
  ASSERT_EQ(ended.exit, 6) << ended.out << ended.err;
  auto const commands = commands_in(ended.out);
  ASSERT_EQ(commands.size(), 3U) << ended.out;
  auto const astray = site.artifactctl({"state", "apply", run.path().string(), "FIX-001"});
  EXPECT_EQ(astray.exit, 1);
  EXPECT_THAT(astray.err,
              HasSubstr("the run is about the skill " + skill().string() + ", which is not below"));
  expect_elsewhere_untouched();
  auto const approved = type(commands[0]);
  EXPECT_EQ(approved.exit, 0) << approved.err;
  EXPECT_THAT(text("phases/01-collect.md"), Not(HasSubstr("keep all of it in the conversation")));
  expect_elsewhere_untouched();
  auto const continued = type(commands[2]);
  EXPECT_EQ(continued.exit, 6) << continued.out << continued.err;
  EXPECT_EQ(state()["applied_fixes"][0]["verification_result"], "pass");
  auto const dropped = type(commands_in(continued.out).at(1));
  EXPECT_EQ(dropped.exit, 0) << dropped.err;
}

TEST_F(TypedAgain, ContinuesARunThatWasGivenUp) {
  ASSERT_EQ(begin(agent("hopeless.sh")).exit, 1);
  auto const commands = commands_in(run.text("abort-report.md"));
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(type(commands[0]).exit, 0);
  auto const continued = type(commands[1]);
  EXPECT_EQ(continued.exit, 1) << continued.err;
  EXPECT_THAT(continued.out, HasSubstr("its output is not JSON"));
}

TEST_F(StateRun, WithoutATargetTheConfigurationIsAtFault) {
  configure(agent("tune.sh"));
  ASSERT_EQ(site.artifactctl(words({"--until", "action-init"})).exit, 0);
  auto const ended = site.artifactctl({"state", "run", run.path().string()});
  EXPECT_EQ(ended.exit, 5);
  EXPECT_THAT(ended.err, HasSubstr("--target DIR"));
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

TEST_F(StateRun, ItsReportIsAPageInWhichTextIsText) {
  script("shouts.sh",
         fmt::format(
             "{} | sed 's/whole diffs fill/<script>alert(1)<\\/script>/g; s/the limit of/\\\\u0000\\&/'\n",
             agent("tune.sh")));
  configure(agent("shouts.sh"));
  auto shouted = words();
  shouted.back() = "</p><img src=x onerror=alert(1)>";
  ASSERT_EQ(site.artifactctl(shouted).exit, 0) << site.artifactctl(shouted).out;
  auto const page = site.path() / "page.html";
  EXPECT_EQ(site.artifactctl({"state", "report", run.path().string(), "--html", page.string()}).exit, 0);
  std::ifstream in(page);
  std::string const html{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;img src=x onerror"));
  EXPECT_THAT(html, HasSubstr("<polyline"));
  EXPECT_THAT(html, HasSubstr("<span class=\"add\">+Read `sorted.json`</span>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  auto const told = site.json({"state", "report", run.path().string()});
  EXPECT_EQ(told["points"].size(), 2U);
  EXPECT_EQ(told["points"][1]["gate"], "pass");
  EXPECT_EQ(told["fixes"][0]["verdict"], "pass");
  EXPECT_EQ(site.artifactctl({"state", "report", run.path().string(), "--html", page.string()}).exit, 4)
      << "it is there";
}

TEST_F(StateRun, AnAnswerDoesNotCountIfTheSkillWasChangedMeanwhile) {
  script("writes.sh", fmt::format("echo bad >> {}/SKILL.md; exec {}\n", skill().string(), agent("tune.sh")));
  auto const ended =
      // A command line given by a person: not confined.
      site.artifactctl(words({"--command", agent("writes.sh")}));
  EXPECT_EQ(ended.exit, 1) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("the skill itself was changed while it ran"));
  EXPECT_THAT(state()["issues"], IsEmpty());
}

TEST_F(StateRun, ARunInVainOrWithoutEndHasFailed) {
  script("vain.sh", "cat >/dev/null; echo '{\"diagnosis\": {\"context\": null}}'\n");
  configure(agent("vain.sh"));
  EXPECT_EQ(site.artifactctl(words({"--focus", "context"})).exit, 1);
  EXPECT_EQ(state()["errors"].back()["message"], "3 actions in a row changed nothing");
  expect_all_sound();
  std::filesystem::remove_all(run.path());
  fs::create_directories(run.path());
  give_away(run.path());
  site.configure(
      fmt::format("[tuning]\nmax_rounds = 6\n[[tuning.action]]\nmatch = \"action-*\"\ncommand = [\"{}\"]\n",
                  agent("tune.sh")));
  EXPECT_EQ(site.artifactctl(words()).exit, 1);
  EXPECT_EQ(state()["errors"].back()["message"], "the run has reached its limit of 6 actions");
}

TEST_F(StateRun, AFixThatDoesNotFitTheFilesIsDropped) {
  script("misfits.sh",
         fmt::format("{} | sed 's/with its whole diff, and keep/with no such words, and keep/'\n",
                     agent("tune.sh")));
  configure(agent("misfits.sh"));
  EXPECT_EQ(site.artifactctl(words()).exit, 0);
  EXPECT_EQ(state()["applied_fixes"].size(), 3U);
  EXPECT_EQ(state()["errors"].size(), 1U);
  EXPECT_THAT(state()["errors"][0]["message"].get<std::string>(),
              HasSubstr("FIX-001 cannot be applied as it is"));
}

TEST_F(StateRun, WhatIsMissingIsSaid) {
  EXPECT_EQ(site.artifactctl({"state", "run", run.path().string()}).exit, 3) << "no state";
  auto const no_skill =
      site.artifactctl({"state", "run", run.path().string(), "--skill", site.path().string()});
  EXPECT_EQ(no_skill.exit, 3);
  EXPECT_THAT(no_skill.err, HasSubstr("is not a skill: expected a directory with a SKILL.md"));
  EXPECT_FALSE(fs::exists(run / "state.json")) << "a run that cannot begin leaves nothing";
  auto const fresh = (site.path() / "fresh").string();
  EXPECT_EQ(site.artifactctl({"state", "run", fresh, "--skill", site.path().string()}).exit, 3);
  EXPECT_FALSE(fs::exists(fresh)) << "nor its directory";
  auto const nobody = site.artifactctl(words());
  EXPECT_EQ(nobody.exit, 3);
  EXPECT_THAT(nobody.err,
              HasSubstr("no command is configured for action-diagnose-context: [[tuning.action]]"));
  auto const outside = site.artifactctl(words({"--target", (site.path() / "agents").string()}));
  EXPECT_THAT(outside.err, HasSubstr("does not lie below"));
  site.configure("[[tuning.action]]\nmatch = \"action-d*\"\ncommand = [\"true\"]\n[[tuning.action]]\nmatch = "
                 "\"action-*t\"\ncommand = [\"false\"]\n");
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
