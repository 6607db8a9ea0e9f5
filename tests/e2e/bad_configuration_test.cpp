// The configuration was damaged while the daemon runs.
#include "tests/e2e/running_daemon.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

class DamagedConfiguration : public testing::Test {
protected:
  DamagedConfiguration() {
    session.artifact("a", "x.json", "{");
    session.drop("a");
    EXPECT_TRUE(eventually([&] { return session.refused("a"); }));
    std::ofstream(site.config(), std::ios::app) << "\nx\n";
  }

  Site site;
  RunningDaemon daemon{site};
  SessionDir session = site.session("s");
};

TEST_F(DamagedConfiguration, StillLetsStatusAskTheRunningDaemon) {
  auto const status = site.artifactctl({"status"});
  EXPECT_EQ(status.exit, 6) << status.err;
  EXPECT_TRUE(status.out.contains("s/a.kg: x.json:1: ")) << status.out;
  EXPECT_TRUE(status.err.contains("still uses its former configuration")) << status.err;
  EXPECT_THAT(site.artifactctl({"metrics"}).out, testing::HasSubstr("artifactd_up 1"));
  EXPECT_EQ(site.artifactctl({"history", session.path(), "a"}).exit, 3) << "no history yet";
  for (std::string const word : {"merge", "restore"}) {
    auto const judging = site.artifactctl({word, session.path()});
    EXPECT_EQ(judging.exit, 5) << word;
    EXPECT_THAT(judging.err, testing::HasSubstr("check it with artifactctl config check, and repeat"))
        << word;
  }
}

TEST_F(DamagedConfiguration, LetsTheRunningDaemonDoWhatStatusProposes) {
  auto const hinted = site.artifactctl({"hint", session.path(), "a", "close the brace"});
  EXPECT_EQ(hinted.exit, 0) << hinted.err;
  session.artifact("a", "x.json", R"({"a": 1})");
  EXPECT_EQ(site.artifactctl({"retry", session.path(), "a"}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  session.artifact("b", "x.json", "{");
  session.drop("b");
  ASSERT_TRUE(eventually([&] { return session.refused("b"); }));
  EXPECT_EQ(site.artifactctl({"abandon", "--agent", "b", "--yes"}).exit, 0);
  EXPECT_FALSE(session.refused("b"));
}

} // namespace
} // namespace artifactd::test
