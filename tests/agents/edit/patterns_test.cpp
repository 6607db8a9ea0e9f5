// Each pattern of faults over the corpus, in sessions, compared with the manual's table. If the table is out
// of date, `./dev patterns` prints the current one.
#include "tests/support/pattern_table.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>

namespace artifactd::test {
namespace {

TEST(EditorPatterns, AreRepairedOrLeftWithAPlan) {
  auto const patterns = measured_patterns();
  ASSERT_EQ(patterns.size(), 10U + 16U + 1U);
  for (auto const& each : patterns) {
    EXPECT_GE(each.cases, 2U) << each.id;
    EXPECT_GE(each.games, 2U) << each.id;
    EXPECT_GE(each.repaired * 100, each.mechanical * 75) << each.id;
    EXPECT_GE(each.planned * 100, each.left * 75) << each.id;
    EXPECT_EQ(each.repaired + each.beyond + each.left, each.cases) << each.id;
    EXPECT_EQ(each.off_target, 0U) << each.id;
    EXPECT_EQ(each.untold, 0U) << each.id;
  }
  std::ifstream manual(source_dir() + "/docs/editor.md");
  std::string const text{std::istreambuf_iterator<char>(manual), {}};
  EXPECT_THAT(text, testing::HasSubstr(pattern_table(patterns)));
}

} // namespace
} // namespace artifactd::test
