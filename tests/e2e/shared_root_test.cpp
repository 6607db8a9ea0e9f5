// Two daemons that serve the same root.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

TEST(SharedRoot, IsATroubleUntilTheOtherDaemonEnds) {
  Site first;
  auto session = first.session("s");
  RunningDaemon daemon(first);
  Site second("audit_interval = \"200ms\"\n[[root]]\npath = \"" + first.root().string() + "\"\n");
  auto const told = [&](std::string const& command) {
    return second.artifactctl({command}).out.contains(
        "root.shared: another artifactd serves sessions below " + first.root().string());
  };
  RunningDaemon later(second);
  EXPECT_TRUE(eventually([&] { return told("status"); })) << second.artifactctl({"status"}).out;
  EXPECT_TRUE(told("doctor"));
  EXPECT_EQ(later.logged("degraded", {"root.shared"}), 1);
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  daemon.kill();
  EXPECT_TRUE(eventually([&] { return !told("status"); }));
  session.submit("b");
  EXPECT_TRUE(eventually([&] { return session.merged("b"); }));
}

} // namespace
} // namespace artifactd::test
