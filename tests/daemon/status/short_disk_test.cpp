#include "daemon/status/short_disk.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(ShortDisk, IsNamedWithWhatHelps) {
  EXPECT_EQ(disk_remedy("allocate: new version: No space left on device", "/srv/a b")->command,
            "df -h -- '/srv/a b'");
  EXPECT_EQ(disk_remedy("/x/journal.db: database or disk is full", "/x")->clause(),
            "; make room on that disk (or inodes: df -i): df -h -- /x");
  EXPECT_TRUE(disk_remedy("write: a: Disk quota exceeded", "/x")->todo.contains("quota"));
  EXPECT_EQ(disk_remedy("open: a: Read-only file system", "/x")->command, "findmnt -T /x");
  EXPECT_EQ(disk_remedy("Read-only file system", "/x")->command, "findmnt -T /x");
  EXPECT_FALSE(disk_remedy("another tool holds the lock", "/x"));
  EXPECT_FALSE(disk_remedy("open: a/No space left on device.json: Permission denied", "/x"));
}

TEST(ShortDisk, IsNotOneWithRoom) {
  EXPECT_FALSE(shortage_on_disk("/proc")) << "it has no blocks";
  EXPECT_FALSE(shortage_on_disk("/there/is/no/such/directory"));
}

} // namespace
} // namespace artifactd
