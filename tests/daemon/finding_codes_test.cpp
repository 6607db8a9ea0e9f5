#include "daemon/programs/kind_list.hpp"
#include "daemon/status/short_error.hpp"
#include "tests/support/source_dir.hpp"

#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace artifactd {
namespace {

/// The codes that all kinds share, then those of each kind, as the manual lists them.
std::vector<FindingCode> every_code() {
  std::vector<FindingCode> all;
  auto const add = [&](std::span<FindingCode const> table) {
    all.insert(all.end(), table.begin(), table.end());
  };
  add(finding_codes());
  for (auto const& kind : kind_list().kinds)
    if (kind.traits().codes != nullptr) add(kind.traits().codes());
  return all;
}

TEST(FindingCodes, AreDistinctAndWellFormed) {
  std::set<std::string_view> seen;
  for (auto const& code : every_code()) {
    EXPECT_TRUE(seen.insert(code.code).second) << code.code;
    EXPECT_FALSE(code.meaning.empty()) << code.code;
    Finding const finding{.code = std::string(code.code), .tier = code.tier, .message = "wrong"};
    EXPECT_TRUE(finding_from_json(to_json(finding))) << code.code;
  }
}

TEST(FindingCodes, AreTheOnesInTheManual) {
  std::ifstream manual(test::source_dir() + "/docs/findings.md");
  ASSERT_TRUE(manual);
  std::vector<std::string> documented;
  for (std::string line; std::getline(manual, line);)
    if (line.starts_with("| `")) documented.push_back(line);
  std::vector<std::string> expected;
  for (auto const& code : every_code())
    // These have manuals of their own.
    if (!code.code.starts_with("game.") && !code.code.starts_with("state."))
      expected.push_back(fmt::format("| `{}` | {} | {} |", code.code, tier_word(code.tier), code.meaning));
  EXPECT_EQ(documented, expected);
}

TEST(FindingCodes, OfEveryKindHaveAMeaningToShow) {
  auto const kinds = kind_list().kinds;
  EXPECT_EQ(code_meaning(kinds, "json.depth"), "values are nested deeper than allowed");
  EXPECT_EQ(code_meaning(kinds, "append.conflict"), "an id is taken by an entry with other content");
  EXPECT_EQ(code_meaning(kinds, "rule.missing"), "there is no rule or extractor of that name");
  EXPECT_EQ(code_meaning(kinds, "game.V01"), "the transitions are JSON");
  EXPECT_FALSE(code_meaning(kinds, "state.X05").empty());
  EXPECT_EQ(code_meaning({}, "append.conflict"), "");
}

TEST(FindingCodes, MayBeginAReason) {
  EXPECT_EQ(leading_code("graph.damaged: knowledge-graph.json, line 1"), "graph.damaged");
  for (auto const* reason :
       {"graph.damaged", "open: No such file", "/srv/a.b: gone", "", ": ", "Graph.damaged: x"})
    EXPECT_EQ(leading_code(reason), "") << reason;
}

} // namespace
} // namespace artifactd
