// An agent's next round does not suffer from the one before.
#include "tests/e2e/running_daemon.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

TEST(NextRound, HasAllAttemptsEvenIfTheDaemonWasKilledRightAfterTheLastOne) {
  Site site;
  auto session = site.session("s");
  for (int round = 0; round < 4; ++round) {
    RunningDaemon daemon(site);
    session.artifact("a", "x.json", fmt::format(R"({{"round": {},}})", round));
    session.drop("a");
    ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
    EXPECT_EQ(session.instructions("a")["attempt"], 1) << "round " << round;
    session.artifact("a", "x.json", fmt::format(R"({{"round": {}}})", round));
    fs::rename(session / "a.kg.lock.error", session / "a.kg.lock");
    auto const late = std::chrono::steady_clock::now() + patience;
    while (session.pending("a") && std::chrono::steady_clock::now() < late)
      ; // without a pause: the kill has to come at once
    daemon.kill();
    ASSERT_TRUE(session.merged("a")) << "round " << round;
  }
}

TEST(NextRound, WithALinkToTheSameEmptyFileIsMerged) {
  Site site;
  auto session = site.session("s");
  session.write("template", "");
  RunningDaemon daemon(site);
  for (int round = 0; round < 3; ++round) {
    session.artifact("a", "x.json", fmt::format(R"({{"round": {}}})", round));
    fs::create_hard_link(session / "template", session / "a.kg.lock");
    ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
    EXPECT_EQ(session.graph()["a"]["round"], round);
  }
}

} // namespace
} // namespace artifactd::test
