// A root whose file system does not answer, beside one that does.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/hung_mount.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <optional>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class HungRoot : public testing::Test {
protected:
  void SetUp() override {
    fs::create_directories(far_);
    site_.configure(fmt::format("[[root]]\npath = \"{}\"\n", far_.string()));
  }
  /// False without the right to mount: skip the test.
  [[nodiscard]] bool hang(HungMount::Server server = HungMount::Server::absent) {
    return static_cast<bool>(hung_.emplace(far_.string(), server));
  }

  Site site_;
  fs::path far_ = site_.path() / "far";
  std::optional<HungMount> hung_;
};

TEST_F(HungRoot, KeepsNobodyFromBeingServedElsewhere) {
  if (!hang()) GTEST_SKIP() << "needs the right to mount";
  RunningDaemon const daemon(site_);
  auto const session = site_.session("s");
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  hung_.reset();
  SessionDir const back(far_ / "t");
  back.submit("a");
  EXPECT_TRUE(eventually([&] { return back.merged("a"); })) << "served as soon as it answers";
}

TEST_F(HungRoot, MayHangLater) {
  SessionDir(far_ / "t").submit("a");
  RunningDaemon const daemon(site_);
  ASSERT_TRUE(eventually([&] { return SessionDir(far_ / "t").merged("a"); }));
  if (!hang()) GTEST_SKIP() << "needs the right to mount";
  auto const session = site_.session("s");
  EXPECT_TRUE(eventually([&] {
    session.submit("a");
    return daemon.logged("degraded", {"root.hangs: " + far_.string()}) > 0;
  }));
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST_F(HungRoot, KeepsNoProcessFromEndingAndNoLock) {
  if (!hang(HungMount::Server::reads)) GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(site_.artifactctl({"status"}).exit, 6);
  RunningDaemon(site_).kill();
  RunningDaemon again(site_);
  EXPECT_EQ(again.stop(), 0);
}

TEST_F(HungRoot, IsNamedByEveryCommandThatLooksAtAllSessions) {
  if (!hang()) GTEST_SKIP() << "needs the right to mount";
  for (std::string const word : {"status", "inbox", "doctor"}) {
    auto const told = site_.artifactctl({word});
    EXPECT_THAT(told.out + told.err, HasSubstr("root.hangs: " + far_.string())) << word;
    EXPECT_NE(told.exit, 0) << word;
  }
  auto const backup = site_.artifactctl({"backup", "--to", (site_.path() / "x.tar.zst").string()});
  EXPECT_THAT(backup.out + backup.err, HasSubstr("root.hangs: " + far_.string()));
  EXPECT_EQ(backup.exit, 6);
}

} // namespace
} // namespace artifactd::test
