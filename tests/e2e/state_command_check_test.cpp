// A tuning run whose command line or commands are wrong is not begun.
#include "tests/e2e/state_run_site.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CommandCheck : public StateRun {
protected:
  Ended run_with(std::string const& line) const { return site.artifactctl(words({"--command", line})); }
  void expect_not_begun() const { EXPECT_FALSE(fs::exists(run / "state.json")); }
};

TEST_F(CommandCheck, ARelativeProgramIsNamedByItsAbsolutePath) {
  auto const line =
      fmt::format("cd {} && {} --config {} state run {} --skill {} --issue x --command", site.path().string(),
                  site.program("artifactctl"), site.config().string(), run.path().string(), skill().string());
  auto const told = shell(line + " './agents/tune.sh --quick'");
  EXPECT_EQ(told.exit, 3) << told.err;
  EXPECT_THAT(told.err, HasSubstr("by the absolute path: " + agent("tune.sh")));
  expect_not_begun();
  EXPECT_EQ(run_with("no-such-agent | cat").exit, 3);
  expect_not_begun();
}

TEST_F(CommandCheck, AConfiguredProgramIsLookedForToo) {
  configure((site.path() / "agents/none.sh").string());
  auto const told = site.artifactctl(words());
  EXPECT_EQ(told.exit, 3);
  EXPECT_THAT(told.err, HasSubstr("agents/none.sh is not found"));
  expect_not_begun();
}

TEST_F(CommandCheck, LinesThatOnlyTheShellUnderstandsAreTried) {
  for (auto const* before : {"cd /; ", "true && ", "AGENT=1 ", "( : ); ", "if true; then :; fi; "})
    EXPECT_NE(run_with(before + agent("tune.sh")).exit, 3) << before;
}

TEST_F(CommandCheck, NothingBeginsForASessionOfRoots) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root's sessions belong to root";
  ASSERT_EQ(::chown(run.path().c_str(), 0, 0), 0);
  auto const told = run_with(agent("tune.sh"));
  EXPECT_EQ(told.exit, 74);
  EXPECT_THAT(told.err, HasSubstr("chown USER DIRECTORY"));
  expect_not_begun();
}

TEST_F(CommandCheck, ADirectoryThatIsNotThereIsNamedByAPath) {
  auto const told = site.artifactctl({"state", "run", "run1", "--skill", skill().string(), "--issue", "x"});
  EXPECT_EQ(told.exit, 3);
  EXPECT_THAT(told.err, HasSubstr("name it by a path: ./run1"));
}

TEST_F(CommandCheck, AnActionOrAnAreaThatDoesNotExistIsAMistake) {
  configure(agent("tune.sh"));
  auto const unknown = site.artifactctl(words({"--until", "action-propose-fix"}));
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("action-propose-fixes"));
  EXPECT_EQ(site.artifactctl(words({"--focus", "context,memories"})).exit, 2);
  expect_not_begun();
}

} // namespace
} // namespace artifactd::test
