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

} // namespace
} // namespace artifactd::test
