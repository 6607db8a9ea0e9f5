#include "state/platform/fd.hpp"
#include "state/platform/lock_list.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

namespace artifactd {
namespace {

TEST(LockList, NamesTheProcessThatHoldsAFlock) {
  test::ScratchDir dir;
  UniqueFd held(::open(dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(lock_holder(dir.path()), std::nullopt);
  ASSERT_EQ(::flock(held.get(), LOCK_EX), 0);
  EXPECT_EQ(lock_holder(dir.path()), ::getpid());
  held.reset();
  EXPECT_EQ(lock_holder(dir.path()), std::nullopt);
}

} // namespace
} // namespace artifactd
