// `state run --dry-run` of a run that is yet to begin.
#include "tests/e2e/state_run_site.hpp"

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

TEST_F(StateRun, ARunThatIsYetToBeginIsRehearsed) {
  auto const rehearse = [&](std::string const& place) {
    return site.artifactctl({"state", "run", place, "--skill", skill().string(), "--dry-run"});
  };
  auto const beside = (site.path() / "not-there").string();
  for (auto const& place : {beside, beside + "/", run.path().string()}) {
    auto const begun = rehearse(place);
    EXPECT_EQ(begun.exit, 0) << begun.err;
    EXPECT_EQ(begun.out, "action-init: the run has not begun\n");
  }
  EXPECT_FALSE(fs::exists(beside));
  EXPECT_FALSE(fs::exists(run / "state.json"));
  EXPECT_EQ(rehearse(beside + "/deep").exit, 3) << "only one directory would be made";
}

} // namespace
} // namespace artifactd::test
