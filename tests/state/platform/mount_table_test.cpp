#include "state/platform/mount_table.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

class MountTableTest : public testing::Test {
protected:
  [[nodiscard]] std::string missing_at(std::string const& path) const {
    return unmounted_above(path, {dir_ / "fstab", dir_ / "mounts"}).value_or("none");
  }

  test::ScratchDir dir_;
};

TEST_F(MountTableTest, NamesWhatShouldBeMountedAndIsNot) {
  dir_.write("fstab", "# a comment\n"
                      "UUID=1 / ext4 defaults 0 1\n"
                      "UUID=2 /srv xfs defaults 0 2\n"
                      "UUID=3 /srv/a\\040b ext4 defaults 0 2\n"
                      "UUID=4 /mnt/by-hand ext4 defaults,noauto 0 2\n"
                      "UUID=5 none swap sw 0 0\n");
  dir_.write("mounts", "/dev/a /srv xfs rw 0 0\n");
  EXPECT_EQ(missing_at("/srv/a b/team"), "/srv/a b");
  EXPECT_EQ(missing_at("/srv/a b"), "/srv/a b");
  EXPECT_EQ(missing_at("/srv/a b c"), "none") << "another directory";
  EXPECT_EQ(missing_at("/srv/other"), "none");
  EXPECT_EQ(missing_at("/mnt/by-hand/x"), "none");
  EXPECT_EQ(missing_at("/home"), "none");
  dir_.write("mounts", "");
  EXPECT_EQ(missing_at("/srv/a b/team"), "/srv/a b") << "the innermost";
  EXPECT_EQ(missing_at("/srv/other"), "/srv");
}

TEST_F(MountTableTest, WithoutATableNothingIsMissing) {
  EXPECT_EQ(missing_at("/srv"), "none");
}

} // namespace
} // namespace artifactd
