#include "daemon/queries/told_refusal.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::kg;

TEST(ToldRefusal, LeavesOutWhereTheFilesAreButNotTheDirectoryThatIsAtFault) {
  EXPECT_EQ(without_location("artifacts/a/x.json:3: a comma", kg("a")), "x.json:3: a comma");
  EXPECT_EQ(without_location("artifacts/a/: there is no such directory", kg("a")),
            "artifacts/a/: there is no such directory");
  EXPECT_EQ(without_location("artifacts/b/x.json: a comma", kg("a")), "artifacts/b/x.json: a comma");
}

} // namespace
} // namespace artifactd
