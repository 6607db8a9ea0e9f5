// Sessions that came with an image: all their files are in the lower layer of an overlay.
#include "tests/e2e/site.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class OverlayTest : public testing::Test {
protected:
  /// In its own mounts: `below` makes the session in $PWD/low/s, then `above` runs with it as root/s.
  [[nodiscard]] Ended layered(std::string const& below, std::string const& above) const {
    auto const once = built("artifactd") + " --config " + site_.config().string() + " --once";
    auto const script =
        "set -e; cd " + site_.path().string() + "; settle() { " + once +
        "; }"
        "; mkdir tm; mount -t tmpfs none tm; mkdir -p tm/low/s/artifacts/a tm/up tm/work"
        "; mount --bind tm/low root; " +
        below +
        "; umount root"
        "; mount -t overlay none -o redirect_dir=off,lowerdir=tm/low,upperdir=tm/up,workdir=tm/work root"
        " || exit 77; " +
        above;
    return run({.words = {"unshare", "-m", "sh", "-c", script}});
  }
  Site site_;
};

TEST_F(OverlayTest, ASessionServedBeforeItCameIntoTheImageIsServedAgain) {
  if (::geteuid() != 0) GTEST_SKIP() << "mounting needs root";
  auto const ended = layered("echo '{\"v\":1}' > root/s/artifacts/a/x.json; touch root/s/a.kg.lock; settle",
                             "echo '{\"v\":2}' > root/s/artifacts/a/x.json; touch root/s/a.kg.lock; settle"
                             "; ls root/s; cat root/s/knowledge-graph.json");
  if (ended.exit == 77) GTEST_SKIP() << "no overlayfs here";
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, Not(HasSubstr("a.kg.lock")));
  EXPECT_THAT(ended.out, HasSubstr("{\"v\":2}"));
  EXPECT_THAT(ended.err, Not(HasSubstr("united"))) << "its graph is nobody else's";
}

} // namespace
} // namespace artifactd::test
