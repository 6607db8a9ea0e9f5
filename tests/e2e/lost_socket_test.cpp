// The control socket and the status board of a running daemon, removed or replaced by somebody.
#include "tests/e2e/running_daemon.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(LostSocket, IsMadeAgain) {
  Site site;
  RunningDaemon daemon(site);
  fs::remove(site.path() / "run/control");
  EXPECT_TRUE(eventually([&] { return fs::exists(site.path() / "run/control"); }));
  EXPECT_THAT(site.artifactctl({"metrics"}).out, HasSubstr("artifactd_up 1\n"));
}

TEST(LostSocket, IsReportedWhileItsNameIsTaken) {
  Site site;
  RunningDaemon daemon(site);
  fs::remove(site.path() / "run/control");
  std::ofstream(site.path() / "run/control") << "in the way";
  ASSERT_TRUE(eventually([&] { return site.status_text().contains("there is no control socket"); }));
  auto const doctor = site.artifactctl({"doctor"});
  EXPECT_EQ(doctor.exit, 1);
  EXPECT_THAT(doctor.out, HasSubstr("run/control: exists and is not a socket; move it away"));
  EXPECT_EQ(site.artifactctl({"metrics"}).exit, 4) << "it runs, so it is not down";
  fs::remove(site.path() / "run/control");
  EXPECT_TRUE(eventually([&] { return !site.status_text().contains("there is no control socket"); }));
}

TEST(LostSocket, CannotBeMadeWhereThePathIsTooLong) {
  Site site;
  site.configure("runtime_dir = \"" + (site.path() / std::string(100, 'r')).string() + "\"\n");
  EXPECT_EQ(site.artifactctl({"metrics"}).exit, 0) << "nothing runs";
  RunningDaemon daemon(site);
  auto const metrics = site.artifactctl({"metrics"});
  EXPECT_EQ(metrics.exit, 4) << "it runs, so it is not down";
  EXPECT_THAT(metrics.err, HasSubstr("set a shorter runtime_dir"));
}

TEST(LostBoard, IsMadeAgain) {
  Site site;
  RunningDaemon daemon(site);
  fs::remove(site.path() / "run/status");
  EXPECT_TRUE(eventually([&] { return fs::exists(site.path() / "run/status"); }));
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
  fs::rename(site.path() / "run", site.path() / "elsewhere");
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
  EXPECT_TRUE(eventually([&] { return fs::exists(site.path() / "run/control"); }));
}

} // namespace
} // namespace artifactd::test
