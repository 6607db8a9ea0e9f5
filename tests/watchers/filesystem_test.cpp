#include "state/platform/fd.hpp"
#include "watchers/filesystem.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(Filesystem, KnowsThoseThatOthersChangeBehindOurBack) {
  EXPECT_EQ(unreliable_magic(0x6969), "nfs");
  EXPECT_EQ(unreliable_magic(0x65735546), "fuse");
  EXPECT_EQ(unreliable_magic(0x01021997), "9p");
  EXPECT_EQ(unreliable_magic(0xFF534D42), "cifs");
  // f_type is signed on some machines, so the kernel's number arrives with all upper bits set.
  EXPECT_EQ(unreliable_magic(0xFFFFFFFFFF534D42UL), "cifs");
}

TEST(Filesystem, TrustsLocalOnes) {
  for (unsigned long local : {0xEF53UL, 0x58465342UL, 0x9123683EUL, 0x01021994UL, 0x794C7630UL})
    EXPECT_FALSE(unreliable_magic(local)) << std::hex << local;
  auto proc = open_trusted_directory("/proc");
  ASSERT_TRUE(proc);
  EXPECT_FALSE(unreliable_events(proc->get()));
}

} // namespace
} // namespace artifactd
