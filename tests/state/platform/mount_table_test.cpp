#include "state/platform/mount_table.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

class MountTableTest : public testing::Test {
protected:
  [[nodiscard]] std::string missing_at(std::string const& path) const {
    return unmounted_above(dir_ / path, {dir_ / "fstab", dir_ / "mounts"}).value_or("none");
  }

  test::ScratchDir dir_;
};

TEST_F(MountTableTest, NamesWhatShouldBeMountedAndIsNot) {
  for (auto const* path : {"srv/a b/team", "srv/a b c", "srv/other", "by-hand/x", "home"})
    std::filesystem::create_directories(dir_ / path);
  std::filesystem::create_directory_symlink("srv/a b", dir_ / "link");
  auto const at = std::filesystem::canonical(dir_.path()).string();
  dir_.write("fstab", "# a comment\n"
                      "UUID=1 / ext4 defaults 0 1\n"
                      "UUID=2 " +
                          at +
                          "/srv/ xfs defaults 0 2\n"
                          "UUID=3 " +
                          at +
                          "/srv/a\\040b ext4 defaults 0 2\n"
                          "UUID=4 " +
                          at +
                          "/by-hand ext4 defaults,noauto 0 2\n"
                          "UUID=5 none swap sw 0 0\n");
  auto const root = std::string("1 0 8:1 / / rw,noatime shared:1 - ext4 /dev/a rw\n");
  dir_.write("mounts", root + "22 1 8:2 / " + at + "/srv rw shared:2 master:3 - xfs /dev/b rw\n");
  EXPECT_EQ(missing_at("srv/a b/team"), at + "/srv/a b");
  EXPECT_EQ(missing_at("link/team"), at + "/srv/a b");
  EXPECT_EQ(missing_at("srv/a b c"), "none") << "another directory";
  EXPECT_EQ(missing_at("srv/other"), "none");
  EXPECT_EQ(missing_at("by-hand/x"), "none");
  EXPECT_EQ(missing_at("home"), "none");
  dir_.write("mounts", root);
  EXPECT_EQ(missing_at("srv/a b/team"), at + "/srv/a b") << "the innermost";
  EXPECT_EQ(missing_at("srv/other"), at + "/srv");
  dir_.write("mounts", "");
  EXPECT_EQ(missing_at("srv/other"), "none") << "as without /proc";
}

TEST_F(MountTableTest, ReadsWhatIsMounted) {
  dir_.write("mounts", "1 0 8:1 / / rw - ext4 /dev/a rw\n"
                       "2 1 0:5 / /far\\040away rw shared:7 - fuse.sshfs host: rw\n"
                       "3 1 0:6 / /sys/fs/fuse/connections rw - fusectl none rw\n"
                       "damaged\n");
  auto const mounts = present_mounts({"", dir_ / "mounts"});
  ASSERT_EQ(mounts.size(), 3U);
  EXPECT_EQ(mounts[1].place, "/far away");
  EXPECT_EQ(mounts[1].id, 2U);
  EXPECT_TRUE(mounts[1].is_served());
  EXPECT_FALSE(mounts[0].is_served() || mounts[2].is_served());
  EXPECT_EQ(mount_of("/far away/x", mounts)->type, "fuse.sshfs");
  EXPECT_EQ(mount_of("/far", mounts)->type, "ext4");
}

TEST_F(MountTableTest, WithoutATableNothingIsMissing) {
  EXPECT_EQ(missing_at("."), "none");
}

} // namespace
} // namespace artifactd
