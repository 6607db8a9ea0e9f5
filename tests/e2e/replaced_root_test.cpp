// Another directory at a root's path, as when its disk is unmounted.
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

TEST(ReplacedRoot, IsSaidOnce) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  std::filesystem::rename(site.root(), site.path() / "away");
  std::filesystem::create_directory(site.root());
  EXPECT_TRUE(eventually([&] {
    return daemon.logged("root", {site.root().string(), "another directory is there now; 1 session of"}) == 1;
  })) << daemon.log();
  auto const next = site.session("next");
  next.submit("a");
  EXPECT_TRUE(eventually([&] { return next.merged("a"); }));
}

} // namespace
} // namespace artifactd::test
