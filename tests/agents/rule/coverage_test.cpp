#include "agents/rule/coverage.hpp"
#include "agents/rule/coverage_picture.hpp"

#include <gmock/gmock.h>

namespace artifactd::extraction {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Rule rule_with(std::string name, std::string_view glob, std::int64_t priority = 100) {
  return {.name = std::move(name), .glob = Glob::compile(glob).value(), .priority = priority};
}

std::vector<SamplePath> paths_of(std::vector<std::string> const& texts) {
  std::vector<SamplePath> paths;
  for (auto const& text : texts)
    paths.push_back(sample_path(text, "").value());
  return paths;
}

TEST(Coverage, SaysWhoWinsWhoIsDeadAndWhatIsLeftOver) {
  std::vector<Rule> rules;
  rules.push_back(rule_with("all", "**/*.csv", 10));
  rules.push_back(rule_with("logs", "logs/*.csv", 200));
  rules.push_back(rule_with("shadowed", "logs/a.csv", 5));
  rules.push_back(rule_with("nothing", "*.never"));
  auto const paths = paths_of({"logs/a.csv", "logs/b.csv", "data/c.csv", "data/readme.txt"});
  auto const coverage = coverage_of(rules, paths);
  EXPECT_EQ(coverage.winners[0], 1U);
  EXPECT_EQ(coverage.winners[2], 0U);
  EXPECT_FALSE(coverage.winners[3]);
  EXPECT_THAT(coverage.unmatched, ElementsAre(3U));
  EXPECT_EQ(coverage.shares[0].matched, 3U);
  EXPECT_EQ(coverage.shares[0].won, 1U);
  EXPECT_EQ(coverage.shares[2].matched, 1U);
  EXPECT_EQ(coverage.shares[2].won, 0U);
  EXPECT_EQ(coverage.shares[3].matched, 0U);
  ASSERT_EQ(coverage.overlaps.size(), 2U);
  EXPECT_EQ(coverage.overlaps[0].winner, 1U);
  EXPECT_EQ(coverage.overlaps[0].other, 0U);
  EXPECT_EQ(coverage.overlaps[0].paths, 2U);
}

TEST(Coverage, ItsPictureHasNamesAsText) {
  std::vector<Rule> rules;
  rules.push_back(rule_with("all", "**/*.csv"));
  auto const paths = paths_of({"<script>alert(1)</script>/a.csv", "b&c/d.csv"});
  auto const picture = coverage_picture(rules, paths, coverage_of(rules, paths));
  EXPECT_THAT(picture, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(picture, HasSubstr("b&amp;c"));
  EXPECT_THAT(picture, Not(HasSubstr("<script")));
  EXPECT_THAT(picture, HasSubstr("all: 2 files"));
}

} // namespace
} // namespace artifactd::extraction
