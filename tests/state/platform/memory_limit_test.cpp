#include "state/platform/memory_limit.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

class CgroupMemoryLimit : public testing::Test {
protected:
  void write(std::string const& file, std::string const& text) { root_.write(file, text); }
  [[nodiscard]] std::optional<std::uint64_t> limit() const { return cgroup_memory_limit(root_.path()); }

  test::ScratchDir root_;
};

TEST_F(CgroupMemoryLimit, IsNoneWithoutGroups) {
  EXPECT_EQ(limit(), std::nullopt);
  write("proc/self/cgroup", "0::/system.slice/artifactd.service\n");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST_F(CgroupMemoryLimit, IsTheLeastOfTheGroupAndThoseAboveIt) {
  write("proc/self/cgroup", "0::/system.slice/artifactd.service\n");
  write("sys/fs/cgroup/system.slice/artifactd.service/memory.max", "max\n");
  EXPECT_EQ(limit(), std::nullopt);
  write("sys/fs/cgroup/system.slice/memory.max", "100000000\n");
  EXPECT_EQ(limit(), 100'000'000U);
  write("sys/fs/cgroup/system.slice/artifactd.service/memory.max", "67108864\n");
  EXPECT_EQ(limit(), 67'108'864U);
  write("sys/fs/cgroup/memory.max", "50000000\n");
  EXPECT_EQ(limit(), 50'000'000U);
  write("sys/fs/cgroup/system.slice/memory.high", "40000000\n");
  EXPECT_EQ(limit(), 40'000'000U) << "beyond it, everything is slow";
  write("sys/fs/cgroup/unified/memory.max", "30000000\n");
  EXPECT_EQ(limit(), 30'000'000U) << "where it is mounted beside version 1";
}

TEST_F(CgroupMemoryLimit, IsThatOfTheMemoryControllerOfVersionOne) {
  write("proc/self/cgroup", "9:name=systemd:/a\n4:memory:/a/b\n3:cpuset:/c\n0::/\n");
  write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "64000000\n");
  write("sys/fs/cgroup/cpuset/c/memory.limit_in_bytes", "1\n");
  EXPECT_EQ(limit(), 64'000'000U);
}

TEST_F(CgroupMemoryLimit, OfAContainerIsThatOfTheMount) {
  write("proc/self/cgroup", "4:memory:/docker/0123456789ab\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "64000000\n");
  EXPECT_EQ(limit(), 64'000'000U);
}

TEST_F(CgroupMemoryLimit, IsNotReadFromLinesThatAreNone) {
  write("proc/self/cgroup", "\n:\n::\nmemory\n4:memory\n");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST(MemoryLimit, IsAtMostWhatTheMachineHas) {
  EXPECT_GT(memory_limit(), std::uint64_t{1} << 20);
  EXPECT_LT(memory_limit(), std::uint64_t{1} << 50);
}

} // namespace
} // namespace artifactd
