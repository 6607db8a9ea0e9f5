#include "daemon/queries/checkup.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/scratch_dir.hpp"

#include <algorithm>
#include <cerrno>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(RootChecks, AFileSystemWhoseRenamesMayReplaceIsAProblem) {
  test::ScratchDir const dir;
  auto const looked_at = [&] {
    Checkup checkup;
    check_root({dir.path().string(), 1}, Onlooker::daemon_like, checkup);
    return checkup;
  };
  EXPECT_FALSE(has_problem(looked_at()));
  test::BeforeRename const network([](test::RenameCall const& call) { return call.flags == 0 ? 0 : EINVAL; });
  auto const found = looked_at();
  EXPECT_TRUE(has_problem(found));
  EXPECT_TRUE(std::ranges::any_of(
      found, [](Diagnosed const& each) { return each.text.starts_with("session.filesystem: "); }));
}

} // namespace
} // namespace artifactd
