// The agents in examples/agents, against the real daemon: they submit, read what is wrong, repair, submit
// again.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

struct Example {
  char const* program;
  char const* file;
  long most_lines;
};

std::ostream& operator<<(std::ostream& out, Example const& example) {
  return out << example.file;
}

class AgentExample : public testing::TestWithParam<Example> {
protected:
  void SetUp() override {
    if (run({.words = {GetParam().program, "--version"}}).exit != 0)
      GTEST_SKIP() << GetParam().program << " is not installed";
  }

  /// A model as a shell script; `$findings` holds what it reads on stdin.
  [[nodiscard]] Ended run_with(std::string const& model) const {
    SessionDir const scripts(site_.path() / "scripts");
    scripts.write("think", "#!/bin/sh\nfindings=$(cat)\n" + model);
    fs::permissions(scripts / "think", fs::perms::owner_all);
    auto const path =
        fs::path(site_.program("artifactctl")).parent_path().string() + ":" + std::getenv("PATH");
    return run({.words = {GetParam().program, source(), session_.path(), "a", scripts / "think"},
                .environment = {{"PATH", path}, {"ARTIFACTD_CONFIG", site_.config()}}});
  }
  static std::string source() { return source_dir() + "/examples/agents/" + GetParam().file; }

  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_P(AgentExample, RepairsWhatItIsTold) {
  RunningDaemon const daemon(site_);
  auto const ended =
      run_with("case $findings in *'Remove the comma'*) echo '{\"x\": 1}' ;; *) echo '{\"x\": 1,}' ;; esac");
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out, "a: accepted\n");
  EXPECT_EQ(session_.graph()["a"]["x"], 1);
}

TEST_P(AgentExample, EndsWhenNoAttemptIsLeft) {
  RunningDaemon const daemon(site_);
  auto const ended = run_with("echo '{\"x\": 1,}'");
  EXPECT_EQ(ended.exit, 1) << ended.out;
  EXPECT_FALSE(ended.err.empty());
  EXPECT_TRUE(session_.refused("a"));
}

TEST_P(AgentExample, IsShort) {
  std::ifstream file(source());
  auto const lines = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  EXPECT_GT(lines, 5);
  EXPECT_LE(lines, GetParam().most_lines);
}

INSTANTIATE_TEST_SUITE_P(Languages, AgentExample,
                         testing::Values(Example{"bash", "agent.sh", 15}, Example{"python3", "agent.py", 25},
                                         Example{"node", "agent.mjs", 25}),
                         [](auto const& which) { return std::string(which.param.program); });

TEST(Readme, ShowsTheAgentInBash) {
  auto const file = [](char const* name) {
    std::ifstream stream(source_dir() + name);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  std::istringstream lines(file("/examples/agents/agent.sh"));
  std::string shown;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#') && line != "set -u") shown += "    " + line + "\n";
  EXPECT_THAT(file("/README.md"), testing::HasSubstr(shown));
}

} // namespace
} // namespace artifactd::test
