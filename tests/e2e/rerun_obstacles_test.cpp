// Refused agents whose commands get in the way of counting their runs.
#include "tests/e2e/rerun_site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

class RerunObstacle : public RerunSite {};

TEST_F(RerunObstacle, ARunThatCannotBeCountedIsNotRepeatedUntilItIs) {
  agent("[ $n -gt 1 ] || chmod 555 .; exit 0\n", "[reinvoke]\npostponed_for = \"100ms\"\n");
  RunningDaemon daemon(site_);
  submit_badly();
  ASSERT_TRUE(eventually([&] { return site_.status_text().contains("postponed"); })) << site_.status_text();
  EXPECT_EQ(runs(), 1);
  fs::permissions(session_.path(), fs::perms::owner_all | fs::perms::group_all);
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); })) << daemon.log();
  EXPECT_EQ(runs(), 2);
  EXPECT_EQ(first_code(), "run.nothing");
}

TEST_F(RerunObstacle, ADirectoryInThePlaceOfTheSignalSubmitsNothing) {
  agent("mkdir \"$ARTIFACTD_SIGNAL\"; exit 0\n");
  RunningDaemon daemon(site_);
  submit_badly();
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); })) << daemon.log();
  EXPECT_EQ(first_code(), "run.nothing");
}

TEST_F(RerunObstacle, ARefusalThatItsOwnRunRemovesIsWaitedForUntilItIsSettled) {
  agent("rm -f a.kg.lock.error; until [ -e go ]; do sleep 0.01; done\n");
  session_.artifact("a", "x.json", "{\"x\": 1,}");
  give_away(session_.path());
  RunningDaemon daemon(site_);
  Child submit({{site_.program("artifactctl"), "--config", site_.config(), "submit", session_.path(), "a",
                 "--until-settled"}});
  ASSERT_TRUE(eventually([&] { return runs() == 1 && !there("a.kg.lock") && !there("a.kg.lock.error"); }));
  EXPECT_FALSE(submit.wait(std::chrono::seconds(1))) << submit.out();
  session_.write("go", "");
  EXPECT_EQ(submit.wait(), 6) << submit.out() << submit.err();
}

TEST_F(RerunObstacle, InASessionWhoseRootIsRemovedNoMoreRunsBegin) {
  session_ = SessionDir(site_.path() / "other/s");
  auto const script = "until [ -e go ]; do sleep 0.01; done\n";
  auto const root = "[[root]]\npath = \"" + (site_.path() / "other").string() + "\"\n";
  agent(script, root);
  RunningDaemon daemon(site_);
  submit_badly();
  ASSERT_TRUE(eventually([&] { return runs() == 1; })) << daemon.log();
  agent(script);
  daemon.send(SIGHUP);
  ASSERT_TRUE(eventually([&] { return daemon.logged("reloaded") == 1; }));
  session_.write("go", "");
  ASSERT_TRUE(eventually([&] { return daemon.logged("refused") == 2; })) << "the run is counted";
  auto const last = site_.session("last"); // once this is settled, the end of the run has been seen
  last.submit("z");
  ASSERT_TRUE(eventually([&] { return last.merged("z"); }));
  EXPECT_EQ(runs(), 1);
  agent(script, root);
  daemon.send(SIGHUP);
  EXPECT_TRUE(eventually([&] { return waits_for_person(3); })) << daemon.log();
}

} // namespace
} // namespace artifactd::test
