// `artifactctl metrics` of a real daemon, and what is built on its names: docs, alert rules, dashboard.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/source_dir.hpp"

#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;

std::string project_file(std::string const& name) {
  std::ifstream file(source_dir() + "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Without the endings that a histogram's series have.
std::set<std::string> names_in(std::string const& text) {
  static std::regex const name("artifactd_[a-z_]*[a-z]");
  static std::regex const ending("_(bucket|sum|count)$");
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at)
    found.insert(std::regex_replace(at->str(), ending, ""));
  return found;
}

std::set<std::string> types_in(std::string const& exposition) {
  std::set<std::string> found;
  std::istringstream in(exposition);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("# TYPE ")) found.insert(line.substr(7, line.rfind(' ') - 7));
  return found;
}

class MetricsOfDaemon : public testing::Test {
protected:
  void SetUp() override {
    session_.submit("a");
    session_.artifact("b", "x.json", "{\"x\": 1,}");
    session_.drop("b");
    ASSERT_TRUE(eventually([&] { return session_.merged("a") && session_.refused("b"); }));
    ASSERT_TRUE(eventually([&] { return text().contains("outcome=\"refused\""); }));
  }
  [[nodiscard]] std::string text() const { return site_.artifactctl({"metrics"}).out; }

  Site site_;
  SessionDir session_ = site_.session("s");
  RunningDaemon daemon_{site_};
};

TEST_F(MetricsOfDaemon, CountsEndsAndTheirTime) {
  auto const shown = text();
  EXPECT_THAT(shown, HasSubstr("artifactd_up 1\n"));
  EXPECT_THAT(shown, HasSubstr(R"(artifactd_signals_total{kind="kg",outcome="merged"} 1)"));
  EXPECT_THAT(shown, HasSubstr(R"(artifactd_refusals_total{kind="kg",tier="syntax"} 1)"));
  EXPECT_THAT(shown, HasSubstr(R"(artifactd_settle_duration_seconds_count{kind="kg"} 2)"));
  EXPECT_THAT(shown,
              HasSubstr(R"(artifactd_settle_step_duration_seconds_count{kind="kg",step="published"})"));
  EXPECT_THAT(shown, HasSubstr("artifactd_sessions 1\n"));
  EXPECT_THAT(shown, testing::Not(HasSubstr(session_.path().string()))) << "no names of sessions";
}

class MetricsOfModels : public TurnSite {};

TEST_F(MetricsOfModels, AreThoseOfDocsRulesAndDashboard) {
  begin();
  RunningDaemon const daemon(site);
  directory.artifact("b", "x.json", "{\"x\": 1,}");
  directory.drop("b");
  ask("first", {{"user_action_id", "first"}, {"text", "I look out of the window."}});
  auto const text = [&] { return site.artifactctl({"metrics"}).out; };
  ASSERT_TRUE(eventually([&] { return directory.refused("b") && gone("first"); }));
  ASSERT_TRUE(eventually(
      [&] { return text().contains(R"(artifactd_signals_total{kind="turn",outcome="merged"} 1)"); }));
  EXPECT_THAT(text(), HasSubstr(R"(artifactd_llm_calls_total{model="scripted",outcome="ok"})"));
  auto const types = types_in(text());
  EXPECT_GT(types.size(), 15U);
  EXPECT_EQ(names_in(project_file("docs/metrics.md")), types);
  for (auto const* file : {"artifactd.rules.yml", "artifactd-dashboard.json"}) {
    auto const used = names_in(project_file(std::string("examples/monitoring/") + file));
    EXPECT_GT(used.size(), 5U);
    EXPECT_THAT(types, IsSupersetOf(used)) << file;
  }
}

TEST_F(MetricsOfDaemon, ReplaceAFileForNodeExporter) {
  SessionDir const outside(site_.path() / "outside");
  outside.write("artifactd.prom", "old");
  ASSERT_EQ(site_.artifactctl({"metrics", "--textfile", outside / "artifactd.prom"}).exit, 0);
  EXPECT_THAT(outside.text("artifactd.prom"), HasSubstr("artifactd_up 1\n"));
  auto const refused = [&](std::string const& path, int exit, std::string const& why) {
    auto const ended = site_.artifactctl({"metrics", "--textfile", path});
    EXPECT_EQ(ended.exit, exit);
    EXPECT_THAT(ended.err, HasSubstr(path + why));
  };
  refused(outside / "not/there", 3, ": No such file or directory");
  refused(outside.path().string(), 1, " is a directory: name a file in it");
}

TEST_F(MetricsOfDaemon, SatisfyPromtool) {
  if (run({.words = {"promtool", "--version"}}).exit != 0) GTEST_SKIP() << "promtool is not installed";
  auto const metrics = shell(fmt::format("{} --config {} metrics | promtool check metrics",
                                         site_.program("artifactctl"), site_.config().string()));
  EXPECT_EQ(metrics.exit, 0) << metrics.out << metrics.err;
  auto const rules = source_dir() + "/examples/monitoring/artifactd.rules.yml";
  EXPECT_EQ(run({.words = {"promtool", "check", "rules", rules}}).exit, 0);
}

TEST_F(MetricsOfDaemon, WithoutADaemonSayThatItIsDown) {
  daemon_.stop();
  auto const ended = site_.artifactctl({"metrics"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out, HasSubstr("artifactd_up 0\n"));
}

} // namespace
} // namespace artifactd::test
