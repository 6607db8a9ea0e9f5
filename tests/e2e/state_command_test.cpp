// `artifactctl state` as an agent calls it before it writes, and as a person uses it to see the state of a
// run.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/tuning_run.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Writes a state of the run to a file of the site.
fs::path snapshot_file(Site const& site, std::size_t index) {
  auto file = site.path() / fmt::format("{:02}.json", index);
  std::ofstream(file) << snapshot(index);
  return file;
}

TEST(StateCommand, BeginsARunOnce) {
  Site site;
  auto file = (site.path() / "state.json").string();
  EXPECT_EQ(site.artifactctl({"state", "init", site.path()}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "check", file}).out, file + ": accepted (0 errors, 0 warnings)\n");
  std::ofstream(file) << "precious";
  auto const twice = site.artifactctl({"state", "init", file});
  EXPECT_EQ(twice.exit, 4);
  EXPECT_THAT(twice.err, HasSubstr("there is a " + file + " already"));
  std::string kept;
  std::getline(std::ifstream(file), kept);
  EXPECT_EQ(kept, "precious");
  EXPECT_EQ(std::ranges::distance(fs::directory_iterator(site.path())),
            std::ranges::distance(fs::directory_iterator(Site().path())) + 1);
  EXPECT_THAT(site.artifactctl({"state", "init"}).out, HasSubstr("\"status\": \"pending\""));
}

TEST(StateCommand, ChecksNoLinkAsArtifactdDoes) {
  Site const site;
  auto const run = site.session("run");
  run.write("real", site.artifactctl({"state", "init"}).out);
  fs::create_symlink("real", run / "state.json");
  for (auto const& named : {run.path(), run / "state.json"}) {
    auto const check = site.artifactctl({"state", "check", named});
    EXPECT_EQ(check.exit, 1) << named;
    EXPECT_THAT(check.err, HasSubstr("symbolic link"));
  }
  EXPECT_EQ(site.artifactctl({"state", "check", run / "real"}).exit, 0);
  auto const apply = site.artifactctl({"state", "apply", run.path(), "--target", site.path()});
  EXPECT_THAT(apply.err, HasSubstr("state.json is not a regular file"));
  fs::remove(run / "state.json");
  fs::create_hard_link(run / "real", run / "state.json");
  EXPECT_THAT(site.artifactctl({"state", "check", run.path()}).err, HasSubstr("2 hard links"));
}

TEST(StateCommand, ADryMergeJudgesTheStateInPlace) {
  Site const site;
  auto const run = site.session("run");
  run.write("state.json", site.artifactctl({"state", "init"}).out);
  ASSERT_EQ(site.artifactctl({"merge", run.path()}).exit, 0);
  EXPECT_EQ(site.json({"merge", run.path(), "--dry-run"})["signals"].size(), 0U) << "it was judged";
  run.write("state.json", "{");
  auto const dry = site.artifactctl({"merge", run.path(), "--dry-run"});
  EXPECT_EQ(dry.exit, 1);
  EXPECT_THAT(dry.out + dry.err, HasSubstr("state: would be refused"));
  EXPECT_EQ(run.text("state.json"), "{");
}

TEST(StateCommand, JudgesAStep) {
  Site site;
  EXPECT_EQ(
      site.artifactctl({"state", "check", snapshot_file(site, 5), "--against", snapshot_file(site, 4)}).exit,
      0);
  auto back =
      site.artifactctl({"state", "check", snapshot_file(site, 4), "--against", snapshot_file(site, 5)});
  EXPECT_EQ(back.exit, 1);
  EXPECT_THAT(back.err, HasSubstr("[state.T02]"));
  auto told = site.json({"state", "check", snapshot_file(site, 4), "--against", snapshot_file(site, 5)});
  EXPECT_EQ(told["accepted"], false);
  EXPECT_EQ(told["findings"][0]["pointer"], "/updated_at");
}

TEST(StateCommand, SaysByItsExitStatusHowItWent) {
  Site site;
  auto file = (site.path() / "x.json").string();
  EXPECT_EQ(site.artifactctl({"state", "check", file}).exit, 3);
  EXPECT_EQ(site.artifactctl({"state", "check"}).exit, 2);
  EXPECT_EQ(site.artifactctl({"state"}).exit, 2);
  std::ofstream(file) << "{\"status\": ";
  for (auto const* word : {"check", "next", "score"}) {
    auto ended = site.artifactctl({"state", word, file});
    EXPECT_EQ(ended.exit, 1) << word;
    EXPECT_THAT(ended.err, HasSubstr("x.json:1:11")) << word;
  }
  ASSERT_EQ(::mkfifo((site.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(site.artifactctl({"state", "check", site.path() / "pipe"}).exit, 1);
}

TEST(StateCommand, PrintsWhatWasExpectedAndEachKindOfWarningOnce) {
  Site site;
  auto state = nlohmann::ordered_json::parse(snapshot(20));
  ASSERT_GT(state["issues"].size(), 1U);
  for (auto& issue : state["issues"]) {
    issue.erase("priority");
    issue.erase("related_issues");
  }
  auto const file = site.path() / "x.json";
  std::ofstream(file) << state;
  auto const told = site.artifactctl({"state", "check", file}).err;
  auto const first = told.find("[state.S02]");
  ASSERT_NE(first, told.npos);
  EXPECT_EQ(told.find("[state.S02]", first + 1), told.npos);
  EXPECT_THAT(told, HasSubstr(fmt::format("  and {} more like it\n", 2 * state["issues"].size() - 1)));
  state["status"] = "runing";
  std::ofstream(file) << state;
  EXPECT_THAT(site.artifactctl({"state", "check", file}).err,
              HasSubstr("expected: one of pending, running, completed, failed, found \"runing\""));
}

TEST(StateCommand, TellsWhatComesNext) {
  Site site;
  EXPECT_THAT(site.artifactctl({"state", "next", snapshot_file(site, 0)}).out,
              HasSubstr("action-init: the run has not begun\n"));
  auto told = site.json({"state", "next", snapshot_file(site, 39)});
  EXPECT_TRUE(told["action"].is_null());
  EXPECT_EQ(told["why"], "the run is completed");
}

TEST(StateCommand, ShowsBothScores) {
  Site site;
  auto told = site.json({"state", "score", snapshot_file(site, 0)});
  EXPECT_EQ(told["state"]["score"], 0);
  EXPECT_EQ(told["actions"]["score"], 100);
  EXPECT_EQ(told["specification"]["score"], 80);
  EXPECT_EQ(told["specification"]["gate"], "pass");
}

TEST(StateCommand, UpdatesInOneGo) {
  Site site;
  auto file = (site.path() / "state.json").string();
  auto update = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"state", "update", file});
    return site.artifactctl(words);
  };
  ASSERT_EQ(site.artifactctl({"state", "init", file}).exit, 0);
  EXPECT_EQ(update({"--set", "user_issue_description=too slow", "--set", "/max_errors=4"}).exit, 0);
  auto told = site.json(
      {"state", "update", file, "--merge", R"({"issues_by_severity": {"low": 0}, "max_errors": 5})"});
  EXPECT_EQ(told["changed"], true);
  EXPECT_EQ(update({"--set", "max_errors=6", "--expect", "2020-01-01T00:00:00Z"}).exit, 4);
  EXPECT_EQ(update({"--set", "max_errors=6", "--expect", told["digest"]}).exit, 0);
  EXPECT_THAT(update({"--set", "max_errors=7", "--expect", told["digest"]}).err,
              HasSubstr("its digest is " + site.json({"state", "check", file})["digest"].get<std::string>()));
  EXPECT_EQ(update({"--set", "max_errors=0"}).exit, 1);
  auto dotted = update({"--merge", R"({"issues_by_severity.low": 1})"});
  EXPECT_EQ(dotted.exit, 1);
  EXPECT_THAT(dotted.err, HasSubstr(R"({"issues_by_severity": {"low": …}})"));
  EXPECT_EQ(update({}).exit, 2);
  EXPECT_EQ(update({"--set", "max_errors"}).exit, 2);
  EXPECT_EQ(update({"--merge", "nonsense"}).exit, 2);
  EXPECT_EQ(update({"--merge", "[]"}).exit, 2);
  auto const slashed = update({"--set", "pending_fixes/-=FIX-1"});
  EXPECT_EQ(slashed.exit, 2);
  EXPECT_THAT(slashed.err, HasSubstr("begins with one: /pending_fixes/-\n"));
  EXPECT_EQ(site.artifactctl({"state", "update", file + ".not", "--set", "a=1"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"state", "update", site.config(), "--set", "a=1"}).exit, 1);
  EXPECT_EQ(site.artifactctl({"state", "update", site.root(), "--set", "a=1"}).exit, 3);
  EXPECT_EQ(site.json({"state", "check", file})["accepted"], true);
}

TEST(StateCommand, CountsOnRequestOnly) {
  Site site;
  auto file = (site.path() / "state.json").string();
  std::ofstream(file) << snapshot(4);
  EXPECT_EQ(site.artifactctl({"state", "update", file, "--set", "issues_by_severity.low=7"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"state", "fix-counts", file + "/nowhere"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"state", "fix-counts", file, "--dry-run"}).exit, 0);
  EXPECT_EQ(site.json({"state", "check", file})["findings"][0]["code"], "state.X01");
  EXPECT_EQ(site.artifactctl({"state", "fix-counts", file}).exit, 0);
  EXPECT_TRUE(site.json({"state", "check", file})["findings"].empty());
  EXPECT_EQ(site.json({"state", "fix-counts", file})["changed"], false);
}

TEST(StateCommand, PrintsItsSchema) {
  Site site;
  EXPECT_EQ(site.json({"state", "schema"})["required"].size(), 24U);
}

} // namespace
} // namespace artifactd::test
