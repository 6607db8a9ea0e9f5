// A session that another process holds: for moments that is nobody's business.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

TEST(HeldSession, IsReportedIfOneProcessKeepsIt) {
  Site site;
  auto const session = site.session("s");
  session.write(".artifactd/work/graph.new.1", ""); // a leftover to clean up, which requires the claim
  Child holder({{"flock", session.path().string(), "sh", "-c", "echo held; exec sleep 300"}});
  ASSERT_TRUE(eventually([&] { return holder.out() == "held\n"; }));
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"another process is settling"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"inbox"}).exit == 6; }));
}

} // namespace
} // namespace artifactd::test
