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

TEST(HeldSession, IsFreedAfterTheCommandThatHeldItWasKilled) {
  Site site("audit_interval = \"100ms\"\n");
  auto const session = site.session("s");
  session.submit("a");
  ASSERT_EQ(site.artifactctl({"merge", session.path()}).exit, 0);
  // Long enough ago that the daemon has no reason to look.
  std::filesystem::last_write_time(session / ".artifactd/redo",
                                   std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1));
  RunningDaemon daemon(site);
  std::filesystem::rename(session / ".artifactd/mutex", session / ".kg-merge.lock");
  EXPECT_TRUE(eventually([&] { return session.leftovers().empty(); }));
}

} // namespace
} // namespace artifactd::test
