// Rules made from paths, using the real program: in a pipe, with all kinds of models, and what the rules
// extract from a tree.
#include "tests/e2e/mock_server.hpp"
#include "tests/e2e/rule_draft_site.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

TEST_F(RuleDraft, InAPipeItIsEventsWithARuleForEachShape) {
  for (auto const* name : {"cam1.jpg", "cam2.jpg", "cam3.jpg"})
    put(std::string("data/cams/") + name);
  auto const all = events({data()});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]["count"], 16);
  EXPECT_THAT(all[0]["notes"][0].get<std::string>(),
              AllOf(HasSubstr("1 path has a shape of its own"), HasSubstr("(--shape 3 drafts one)")));
  EXPECT_EQ(all[0]["shapes"].size(), 2U) << "those that get a rule";
  EXPECT_EQ(all[1]["state"], "YAML_RESULT");
  EXPECT_EQ(all[1]["fit"]["matched"], 12);
  EXPECT_EQ(all[1]["preview"][0]["extracted"]["mission"], 1);
  EXPECT_EQ(all[2]["fit"]["matched"], 3);
  EXPECT_EQ(events({data(), "--shape", "2"}).size(), 2U);
  EXPECT_EQ(events({data(), "--shape", "3"})[1]["fit"]["matched"], 1);
  EXPECT_EQ(site.artifactctl({"rule", "draft", data(), "--shape", "9"}).exit, 3);
}

TEST_F(RuleDraft, AnAcceptedRuleIsVettedByTheDaemon) {
  auto const session = site.session("s");
  fs::create_directories(site.root() / "s");
  RunningDaemon daemon(site);
  auto const all = events({data(), "--into", "s", "--name", "trips", "--drop"});
  EXPECT_EQ(all.back()["file"], "rules/trips.yaml");
  ASSERT_TRUE(eventually([&] { return fs::exists(session / "rules/trips.result.json"); }));
  EXPECT_TRUE(eventually([&] { return !fs::exists(session / "trips.rule.lock"); }));
  auto const again = site.artifactctl({"rule", "draft", data(), "--into", "s", "--name", "trips"});
  EXPECT_EQ(again.exit, 4);
  EXPECT_THAT(again.err, HasSubstr("rules/trips.yaml already exists: use --replace"));
  events({data(), "--into", "s", "--name", "trips", "--replace"});
}

TEST_F(RuleDraft, PathsNeedNotBeThere) {
  auto const all = events({"/far/client_ABC/2024/Q1/a.csv", "/far/client_XYZ/2023/Q4/a.csv"});
  EXPECT_THAT(all[1]["text"].get<std::string>(), HasSubstr("client:"));
  std::ofstream(site.path() / "samples.json")
      << R"({"root": "/far", "paths": ["/far/x-1.csv", "/far/x-2.csv"]})";
  EXPECT_EQ(events({"--samples", (site.path() / "samples.json").string()})[0]["root"], "/far");
  EXPECT_THAT(events({data() + "/mission_*/*/events.csv"})[0]["count"], 6);
  EXPECT_EQ(site.artifactctl({"rule", "draft"}).exit, 3);
}

TEST_F(RuleDraft, WhatCannotBeReadIsSaid) {
  std::ofstream(site.path() / ("data/bad\xff.csv")) << "";
  fs::create_directory_symlink(site.path() / "data", site.path() / "data/loop");
  auto const all = events({data(), "--max-files", "5"});
  EXPECT_EQ(all[0]["count"], 5);
  EXPECT_THAT(all[0]["notes"].dump(),
              HasSubstr("of 15 files only a sample is looked at, spread evenly over the folders: 5"));
  EXPECT_THAT(events({data()})[0]["notes"].dump(), HasSubstr("1 path left out: not UTF-8"));
  for (int i = 0; i < 200; ++i)
    put(fmt::format("data/mission_001/2024-01-15/more{}.csv", i));
  auto const few = events({data(), "--max-files", "9"})[0];
  EXPECT_THAT(few["notes"].dump(), HasSubstr("the walk stopped at "));
  EXPECT_LE(few["count"], 9);
  EXPECT_THAT(few["notes"].dump(), AnyOf(HasSubstr("a shape of its own"), HasSubstr("shapes of their own")))
      << "README.md is not crowded out";
  fs::create_directories(site.path() / "empty");
  auto const none = site.artifactctl({"rule", "draft", (site.path() / "empty").string()});
  EXPECT_EQ(none.exit, 3);
  EXPECT_THAT(none.err, HasSubstr("there are no paths"));
}

TEST_F(RuleDraft, AModelIsAskedAgainWithWhatWasWrong) {
  auto const all = events({data(), "--shape", "1", "--command", answers({no_yaml, no_rule, good_rule})});
  EXPECT_THAT(states(all), ElementsAre("state ANALYZING", "refused REGENERATING", "state REGENERATING",
                                       "refused REGENERATING", "state REGENERATING", "result YAML_RESULT"));
  EXPECT_EQ(all[1]["event"], "sending") << "before the first call it says what goes where";
  EXPECT_EQ(all[1]["count"], 12);
  EXPECT_EQ(all.back()["rule"], "trips");
  EXPECT_EQ(all.back()["origin"], "model");
  EXPECT_THAT(all.back()["text"].get<std::string>(), Not(HasSubstr("```")));
  EXPECT_THAT(prompt(0), HasSubstr("A RULE MADE WITHOUT A MODEL"));
  EXPECT_THAT(prompt(0), Not(HasSubstr("PREVIOUS ATTEMPTS")));
  EXPECT_THAT(prompt(2), HasSubstr("Attempt 1: YAML_SYNTAX_ERROR"));
  EXPECT_THAT(prompt(2), HasSubstr("Attempt 2: SCHEMA_VIOLATION"));
  EXPECT_THAT(prompt(2), HasSubstr("REQUIREMENTS REMINDER:"));
  EXPECT_THAT(prompt(2), HasSubstr("SAMPLE PATHS TO MATCH:"));
}

TEST_F(RuleDraft, AModelThatDoesWorseOrFailsLeavesTheDraft) {
  auto const worse = events({data(), "--shape", "1", "--command", answers({worse_rule})});
  EXPECT_EQ(worse.back()["origin"], "draft");
  EXPECT_THAT(worse.back()["notice"].get<std::string>(), HasSubstr("the draft made without it is kept"));
  for (auto const* script :
       {"exit 3", "printf 'name: a\\nglo'", "printf 'import os\\ndef extract(path):\\n  return {}\\n'"}) {
    auto const failed = events({data(), "--shape", "1", "--command", script});
    EXPECT_THAT(states(failed), Contains("error ANALYSIS_ERROR")) << script;
    EXPECT_EQ(failed.back()["origin"], "draft") << script;
  }
}

TEST_F(RuleDraft, RedactedPathsHaveNeitherWordsNorDigitsOfTheirOwn) {
  auto const program =
      answers({"name: trips\nglob: '**/part2_*/*/*.csv'\nextract:\n  m:\n    from: segment(-3)\n"
               "    pattern: 'part2_(\\d+)'\n  d:\n    from: segment(-2)\n"});
  auto const all = events({"/secret/mission_001/2024-01-15/a.csv", "/secret/mission_002/2024-01-16/a.csv",
                           "--redact", "--command", program});
  auto const told = prompt(0).substr(prompt(0).find("===== user"));
  EXPECT_THAT(told, HasSubstr("/part1/part2_000/0000-00-00/a.csv"));
  EXPECT_THAT(told, Not(HasSubstr("mission")));
  EXPECT_THAT(told, Not(HasSubstr("2024-01-15")));
  EXPECT_EQ(all.back()["origin"], "model");
  EXPECT_THAT(all.back()["text"].get<std::string>(), HasSubstr("mission_*"));
}

TEST_F(RuleDraft, WhatModelsGetWrongIsCountedAndNothingOfThePathsKept) {
  auto const ask = [&] {
    auto const all = events({data(), "--shape", "1", "--command", answers({no_yaml, good_rule})});
    EXPECT_THAT(states(all), Contains("result YAML_RESULT"));
  };
  ask();
  EXPECT_FALSE(fs::exists(site.path() / "state/journal.db")) << "a journal is the daemon's to make";
  EXPECT_EQ(RunningDaemon(site).stop(), 0);
  for (auto const* file : {"prompt0", "prompt1"})
    fs::remove(site.path() / file);
  ask();
  auto const counted = site.json({"stats"})["drafts"];
  EXPECT_EQ(counted["asked"], 1);
  EXPECT_EQ(counted["accepted"], 1);
  EXPECT_EQ(counted["answers"], 2);
  EXPECT_EQ(counted["refused"], nlohmann::json({{"YAML_SYNTAX_ERROR", 1}})) << counted;
  EXPECT_THAT(site.artifactctl({"stats"}).out,
              HasSubstr("models were asked for 1 rule: 1 accepted, 2 answers"));
  EXPECT_THAT(site.artifactctl({"log", "--json"}).out,
              AllOf(HasSubstr("\"draft\""), Not(HasSubstr("mission"))));
}

TEST_F(RuleDraft, AnExtractorIsWrittenByAModelAlone) {
  EXPECT_NE(site.artifactctl({"rule", "draft", data(), "--python"}).exit, 0);
  auto const python = answers(
      {"```python\nimport re\n\ndef extract(path: str) -> dict:\n"
       "    m = re.search(r'mission_(\\d+)', path)\n    return {'m': m.group(1)} if m else {}\n```\n"});
  auto const all = events({data(), "--shape", "1", "--python", "--command", python});
  if (all.back().contains("message") && all.back()["message"].get<std::string>().contains("sandbox"))
    GTEST_SKIP() << "this machine cannot isolate an extractor";
  EXPECT_THAT(states(all), Contains("result PYTHON_RESULT")) << all.back();
}

class RuleDraftFromServers : public RuleDraft, public testing::WithParamInterface<std::string> {};

TEST_P(RuleDraftFromServers, AreJudgedLikeAnyOther) {
  if (auto const missing = MockServer::missing(); !missing.empty()) GTEST_SKIP() << missing;
  Json const fixtures{
      {"fixtures", {{{"match", {{"userMessage", "mission"}}}, {"response", {{"content", good_rule}}}}}}};
  MockServer const server(site, fixtures);
  site.configure(server.settings(GetParam()));
  auto const all = events({data(), "--shape", "1", "--model", "mock"});
  EXPECT_EQ(all.back()["rule"], "trips") << all.back();
  EXPECT_THAT(all[1]["to"].get<std::string>(), HasSubstr("127.0.0.1"));
  EXPECT_EQ(server.asked().size(), 1U);
}
INSTANTIATE_TEST_SUITE_P(Dialects, RuleDraftFromServers, testing::Values("anthropic", "openai"));

TEST_F(RuleDraft, RulesOfADirectoryAreExplainedAndTheirCoverageDrawn) {
  auto const rules = site.path() / "rules";
  fs::create_directories(rules);
  std::ofstream(rules / "all.yaml") << "name: all\nglob: '**/*.csv'\npriority: 10\n";
  std::ofstream(rules / "missions.yaml")
      << "name: missions\nglob: '**/mission_*/*/*.csv'\nextract:\n  m:\n"
         "    from: segment(-3)\n    pattern: 'mission_(\\d+)'\n    type: integer\n";
  std::ofstream(rules / "dead.yaml") << "name: dead\nglob: '*.never'\n";
  std::ofstream(rules / "broken.yaml") << "name: x\nglob: **\n";
  auto const explained = site.json(
      {"rule", "explain", data() + "/mission_001/2024-01-15/events.csv", "--rules", rules.string()});
  EXPECT_EQ(explained["rules"][0]["rule"], "missions");
  EXPECT_EQ(explained["rules"][0]["fields"][0]["value"], 1);
  EXPECT_EQ(explained["rules"][1]["rule"], "all");
  EXPECT_EQ(site.artifactctl({"rule", "explain", "/x/y.bin", "--rules", rules.string()}).exit, 1);
  fs::create_directories(site.path() / "alone");
  fs::copy_file(rules / "all.yaml", site.path() / "alone/all.yaml");
  EXPECT_EQ(
      site.artifactctl({"rule", "explain", "/x/y.bin", "--rules", (site.path() / "alone").string()}).out,
      "the rule does not match\n");
  auto const picture = site.path() / "tree.svg";
  auto const covered =
      site.json({"rule", "coverage", data(), "--rules", rules.string(), "--svg", picture.string()});
  EXPECT_EQ(covered["unmatched_files"], 1);
  EXPECT_THAT(covered["unmatched"][0]["form"].get<std::string>(), HasSubstr("README.md"));
  EXPECT_EQ(covered["overlaps"][0]["files"], 12);
  EXPECT_THAT(covered["skipped"][0].get<std::string>(), HasSubstr("broken.yaml: syntax error (line 2)"));
  std::ifstream svg(picture);
  std::string const drawn{std::istreambuf_iterator<char>(svg), {}};
  EXPECT_THAT(drawn, HasSubstr("missions: 12 files"));
  EXPECT_EQ(site.artifactctl({"rule", "coverage", data(), "--rules", (site.path() / "none").string()}).exit,
            3);
}

} // namespace
} // namespace artifactd::test
