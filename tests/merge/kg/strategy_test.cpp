#include "merge/kg/append.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "merge/kg/strategy.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using Json = nlohmann::json;
using test::artifacts;
using test::merged;
using testing::ElementsAre;
using testing::IsEmpty;

AgentRules filter_rules(std::string program) {
  return {.strategy = Strategy::filter, .filter = std::move(program)};
}

TEST(Namespace, IsTheAgentsFilesMergedInNameOrder) {
  auto result = merged("{\n  \"x\": 1\n}\n", "a",
                       artifacts({{"1.json", "\n{\"k\": {\"p\": 1.10}, \"l\": [1]}\n"},
                                  {"2.json", "{\"k\": {\"q\": 2}, \"l\": [2]}"}}));
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.text, "{\n  \"x\": 1,\n  \"a\": {\"k\": {\"p\": 1.10, \"q\": 2}, \"l\": [2]}\n}\n");
}

TEST(Namespace, ReplacesWhatTheAgentHadBefore) {
  auto result =
      merged(R"({"a": {"old": 1}, "b": {"kept": 1}})", "a", artifacts({{"1.json", R"({"new": 2})"}}));
  EXPECT_EQ(result.text, R"({"a": {"new": 2}, "b": {"kept": 1}})");
}

TEST(Namespace, CanonicalArraysAreOrdinaryMembers) {
  auto result = merged(R"({"entities": [1]})", "a", artifacts({{"1.json", R"({"entities": [2]})"}}));
  EXPECT_EQ(result.value, Json::parse(R"({"entities": [1], "a": {"entities": [2]}})"));
}

class ReservedName : public testing::TestWithParam<std::string> {};

TEST_P(ReservedName, BelongsToTheGraphWhateverTheStrategy) {
  ASSERT_TRUE(is_canonical_key(GetParam()));
  for (auto strategy : {Strategy::name_space, Strategy::append, Strategy::filter}) {
    auto result =
        merged(R"({"entities": [1]})", GetParam(), artifacts({{"1.json", R"({"claims": [1], "x": 1})"}}),
               {.strategy = strategy, .filter = "{}"});
    EXPECT_THAT(result.findings, ElementsAre("name.reserved"));
    EXPECT_EQ(result.text, R"({"entities": [1]})");
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReservedName,
                         testing::Values("entities", "claims", "relationships", "citations", "gaps",
                                         "contradictions", "promising_leads", "schema_version",
                                         "research_objective", "started_at", "last_updated", "iteration",
                                         "confidence_scores", "coverage", "stats"));

TEST(Filter, ComputesTheAgentsMember) {
  auto result =
      merged(R"({"entities": [{"n": 1}, {"n": 2}], "x": 1.10})", "a", artifacts({{"f.json", "{\"min\": 2}"}}),
             filter_rules(R"({found: [.graph.entities[] | select(.n >= 2)], from: .artifacts["f.json"]})"));
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.value["a"], Json::parse(R"({"found": [{"n": 2}], "from": {"min": 2}})"));
  EXPECT_EQ(result.text.substr(0, 47), R"({"entities": [{"n": 1}, {"n": 2}], "x": 1.10, ")");
}

TEST(Filter, NeverSeesItsOwnFormerAnswer) {
  auto const rules = filter_rules(".graph");
  auto once = merged(R"({"x": 1, "a": {"old": 1}, "a": 2})", "a", artifacts({{"f.json", "{}"}}), rules);
  EXPECT_EQ(once.value["a"], Json::parse(R"({"x": 1})"));
  EXPECT_EQ(merged(once.text, "a", artifacts({{"f.json", "{}"}}), rules).text, once.text);
}

TEST(Filter, SeesEveryFileUnderItsName) {
  auto result = merged("{}", "a", artifacts({{"a \"b\".json", " {\"k\": 1}\n"}, {"c.json", "{}"}}),
                       filter_rules(".artifacts"));
  EXPECT_EQ(result.value["a"], Json::parse(R"({"a \"b\".json": {"k": 1}, "c.json": {}})"));
}

TEST(Filter, ThatFailsRefusesWithItsMessage) {
  test::GraphText over(R"({"x": 1})");
  auto findings =
      test::must(apply_strategy(over.draft, test::name("a"), artifacts({{"f.json", R"({"n": "three"})"}}),
                                filter_rules(R"(if (.artifacts["f.json"].n | type) == "number" then {}
                                                            else error("n must be a number") end)")));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, "filter.failed");
  EXPECT_EQ(findings[0].tier, Tier::semantic);
  EXPECT_EQ(findings[0].found, "n must be a number");
  EXPECT_FALSE(over.draft.changed());
}

TEST(Filter, ThatGivesNoSingleObjectRefuses) {
  for (auto const* program : {"1", "[]", "null", "empty", "{}, {}", "range(1000000000)", "error(null)"}) {
    auto result = merged("{}", "a", artifacts({{"f.json", "{}"}}), filter_rules(program));
    EXPECT_THAT(result.findings, ElementsAre("filter.not_object")) << program;
    EXPECT_EQ(result.text, "{}") << program;
  }
}

TEST(Filter, ThatNestsTooDeepForAGraphRefuses) {
  auto result =
      merged("{}", "a", artifacts({{"f.json", "{}"}}), filter_rules("reduce range(300) as $i ({}; {a: .})"));
  EXPECT_THAT(result.findings, ElementsAre("graph.too_deep"));
}

TEST(Filter, ThatDoesNotCompileIsTheOperatorsFault) {
  test::GraphText over("{}");
  auto broken = apply_strategy(over.draft, test::name("a"), artifacts({{"f.json", "{}"}}), filter_rules("{"));
  EXPECT_EQ(test::fault(broken), "invalid");
  EXPECT_NE(broken.error().message.find("jq"), std::string::npos);
  EXPECT_FALSE(over.draft.changed());
}

TEST(Filter, WorksOnAfterAnError) {
  auto const rules = filter_rules(R"(if .artifacts["f.json"].ok then {fine: 1} else error("no") end)");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(merged("{}", "a", artifacts({{"f.json", "{}"}}), rules).findings,
                ElementsAre("filter.failed"));
    EXPECT_THAT(merged("{}", "a", artifacts({{"f.json", R"({"ok": true})"}}), rules).findings, IsEmpty());
  }
}

class AnyStrategy : public testing::TestWithParam<AgentRules> {};

TEST_P(AnyStrategy, DoneTwiceIsDoneOnce) {
  auto set = artifacts(
      {{"1.json", R"({"entities": [{"id": "e1"}, 7], "k": {"n": 1.10}})"}, {"2.json", R"({"k": {"m": 2}})"}});
  auto once = merged(R"({"entities": [], "b": 1, "stats": {"total_entities": 0}})", "a", set, GetParam());
  EXPECT_THAT(once.findings, IsEmpty());
  test::GraphText again(once.text);
  EXPECT_THAT(test::must(apply_strategy(again.draft, test::name("a"), set, GetParam())), IsEmpty());
  EXPECT_FALSE(again.draft.changed());
}

TEST_P(AnyStrategy, LeavesTheOtherMembersBytes) {
  std::string const others = R"({"b" : {"n":1e400, "s":"\u00e4"}, "z": 12345678901234567890)";
  auto result = merged(others + "}", "a", artifacts({{"1.json", R"({"entities": [1]})"}}), GetParam());
  EXPECT_TRUE(result.text.starts_with(others)) << result.text;
}

INSTANTIATE_TEST_SUITE_P(All, AnyStrategy,
                         testing::Values(AgentRules{}, AgentRules{.strategy = Strategy::append},
                                         filter_rules("{n: (.artifacts | length), seen: (.graph | keys)}")),
                         [](auto const& tested) {
                           auto strategy = tested.param.strategy;
                           return strategy == Strategy::append   ? "append"
                                  : strategy == Strategy::filter ? "filter"
                                                                 : "namespace";
                         });

} // namespace
} // namespace artifactd
