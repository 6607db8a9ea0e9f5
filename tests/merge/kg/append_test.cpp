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
using test::Merged;
using testing::ElementsAre;
using testing::IsEmpty;

AgentRules const append_rules{.strategy = Strategy::append};

Merged appended(std::string const& graph, std::vector<std::pair<std::string, std::string>> const& files) {
  return test::merged(graph, "a", artifacts(files), append_rules);
}

Json value(char const* text) {
  return Json::parse(text);
}

TEST(Append, PutsEntriesBehindThoseThatAreThere) {
  auto result = appended("{\n  \"entities\": [\n    {\"id\": \"e1\"}\n  ],\n  \"x\": 1.10\n}\n",
                         {{"1.json", R"({"entities": [ {"id":"e2", "v": 1.10}, "loose" ]})"}});
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.text, "{\n  \"entities\": [\n    {\"id\": \"e1\"},\n    {\"id\":\"e2\", \"v\": 1.10},\n"
                         "    \"loose\"\n  ],\n  \"x\": 1.10\n}\n");
}

TEST(Append, TakesTheArraysOfEveryFileInNameOrder) {
  auto result =
      appended("{}", {{"1.json", R"({"claims": ["one"]})"}, {"2.json", R"({"claims": ["two", "three"]})"}});
  EXPECT_EQ(result.value["claims"], value(R"(["one", "two", "three"])"));
}

TEST(Append, MakesAnArrayThatWasNotThereOrWasEmpty) {
  EXPECT_EQ(appended("{}", {{"1.json", R"({"gaps": ["g"]})"}}).value, value(R"({"gaps": ["g"]})"));
  EXPECT_EQ(appended(R"({"gaps": [ ]})", {{"1.json", R"({"gaps": ["g"]})"}}).value,
            value(R"({"gaps": ["g"]})"));
  EXPECT_EQ(appended("{}", {{"1.json", R"({"gaps": []})"}}).value, value(R"({"gaps": []})"));
}

TEST(Append, PutsTheRestUnderTheAgentsName) {
  auto result = appended(R"({"a": {"old": 1}})", {{"1.json", R"({"entities": [1], "n": {"x": 1}})"},
                                                  {"2.json", R"({"citations": [2], "n": {"y": 2}})"}});
  EXPECT_EQ(result.value, value(R"({"a": {"n": {"x": 1, "y": 2}}, "entities": [1], "citations": [2]})"));
}

TEST(Append, SetsTheTimeOfTheLastUpdateWhereTheGraphHasIt) {
  std::string const old = R"({"last_updated": "2025-10-11T00:00:00Z", "gaps": ["g"], "a": {"x": 1}})";
  auto const time_after = [&](char const* artifact) {
    return appended(old, {{"1.json", artifact}}).value["last_updated"].get<std::string>();
  };
  for (auto const* news : {R"({"gaps": ["h"], "x": 1})", R"({"x": 2})"}) {
    EXPECT_GT(time_after(news), "2025-10-11T00:00:00Z");
    EXPECT_EQ(time_after(news).size(), std::string_view("2025-10-11T00:00:00Z").size());
  }
  EXPECT_EQ(time_after(R"({"gaps": ["g"], "x": 1})"), "2025-10-11T00:00:00Z") << "nothing was added";
  EXPECT_FALSE(appended("{}", {{"1.json", R"({"gaps": ["h"]})"}}).value.contains("last_updated"));
}

TEST(Append, MakesNoMemberForTheAgentWhereThereIsNothingForIt) {
  EXPECT_EQ(appended("{}", {{"1.json", R"({"entities": [1]})"}}).value, value(R"({"entities": [1]})"));
  EXPECT_EQ(appended("{}", {{"1.json", "{}"}}).text, "{}");
}

TEST(Append, EveryCanonicalArrayIsAppendedTo) {
  for (auto const* key :
       {"entities", "claims", "relationships", "citations", "gaps", "contradictions", "promising_leads"}) {
    EXPECT_TRUE(is_canonical_array(key)) << key;
    EXPECT_TRUE(is_canonical_key(key)) << key;
    auto member = Json{{key, {1}}};
    EXPECT_EQ(appended("{}", {{"1.json", member.dump()}}).value, member) << key;
  }
  EXPECT_FALSE(is_canonical_array("stats"));
  EXPECT_TRUE(is_canonical_key("stats"));
  EXPECT_FALSE(is_canonical_key("synthesis-agent"));
}

TEST(Append, KnowsAnEntryByItsId) {
  auto const* graph = R"({"entities": [{"id": "e1", "n": 1.0, "s": "\u00e4"}]})";
  auto result = appended(graph, {{"1.json", R"({"entities": [{"s": "ä", "n": 1, "id": "\u00651"}]})"}});
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.text, graph);
  result =
      appended(graph, {{"1.json", R"({"entities": [{"id": 1, "n": 7}]})"}}); // the number 1 is a different id
  EXPECT_EQ(result.value["entities"].size(), 2U);
}

TEST(Append, KnowsAnEntryWithoutIdByItsContent) {
  auto result = appended(R"({"gaps": [{"d": [1.10]}, "x"]})",
                         {{"1.json", R"({"gaps": [{"d": [1.1]}, "x", {"d": [1.2]}, {"id": null}]})"},
                          {"2.json", R"({"gaps": [{"d": [12e-1]}, {"id": null}]})"}});
  EXPECT_EQ(result.value["gaps"], value(R"([{"d": [1.1]}, "x", {"d": [1.2]}, {"id": null}])"));
}

TEST(Append, TheSameIdInAnotherArrayIsAnotherEntry) {
  auto result = appended(R"({"entities": [{"id": "1", "x": 1}]})",
                         {{"1.json", R"({"claims": [{"id": "1", "x": 2}]})"}});
  EXPECT_THAT(result.findings, IsEmpty());
}

TEST(Append, RefusesOtherContentUnderATakenIdAndLeavesNoTrace) {
  auto const* graph = R"({"entities": [{"id": "e1", "n": 1}], "stats": {"total_entities": 1}})";
  auto result = appended(graph, {{"1.json", R"({"claims": ["kept out"], "n": 1})"},
                                 {"2.json", R"({"entities": [{"id": "e2"}, {"id": "e1", "n": 2}]})"}});
  EXPECT_THAT(result.findings, ElementsAre("append.conflict"));
  EXPECT_EQ(result.text, graph);
}

TEST(Append, RefusesAConflictBetweenTheAgentsOwnFiles) {
  auto result = appended("{}", {{"1.json", R"({"claims": [{"id": 1, "x": 1}]})"},
                                {"2.json", R"({"claims": [{"id": 1, "x": 1}, {"id": 1.0, "x": 2}]})"}});
  EXPECT_THAT(result.findings, ElementsAre("append.conflict"));
}

TEST(Append, NamesThePlaceOfTheOtherEntryIfItIsNotInTheGraph) {
  test::GraphText over("{}");
  auto const findings = test::must(apply_strategy(
      over.draft, test::name("a"),
      artifacts({{"1.json", "{\n\"entities\": [{\"id\": \"z\", \"x\": 1}, {\"id\": \"z\", \"x\": 2}]}"}}),
      append_rules));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].pointer, "/entities/1");
  EXPECT_EQ(findings[0].message, "the id \"z\" is also that of an entry with other content: "
                                 "artifacts/a/1.json, line 2, /entities/0");
  EXPECT_EQ(findings[0].expected, "a new id, or exactly the content that is there");
}

TEST(Append, SaysWhereTheConflictIsAndFindsThemAll) {
  test::GraphText over(R"({"entities": [{"id": "e1", "n": 1}], "claims": [{"id": "c1", "n": 1}]})");
  auto set = artifacts({{"1.json", "{\n  \"entities\": [7,\n    {\"id\": \"e1\", \"n\": 2}\n  ]\n}\n"},
                        {"2.json", R"({"claims": [{"id": "c1", "n": 2}], "gaps": {}})"}});
  auto findings = test::must(apply_strategy(over.draft, test::name("a"), set, append_rules));
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].code, "append.conflict");
  EXPECT_EQ(findings[0].tier, Tier::semantic);
  EXPECT_EQ(findings[0].file, "artifacts/a/1.json");
  EXPECT_EQ(findings[0].pointer, "/entities/1");
  EXPECT_EQ(findings[0].line, 3U);
  EXPECT_EQ(findings[0].column, 5U);
  EXPECT_EQ(findings[1].pointer, "/claims/0");
  EXPECT_EQ(findings[2].code, "append.not_array");
  EXPECT_EQ(findings[2].pointer, "/gaps");
}

TEST(Append, RefusesAValueThatIsNoArray) {
  for (auto const* wrong : {"{}", "\"oops\"", "7", "null", "true"}) {
    auto result = appended(R"({"gaps": [1]})", {{"1.json", R"({"gaps": )" + std::string(wrong) + "}"}});
    EXPECT_THAT(result.findings, ElementsAre("append.not_array")) << wrong;
    EXPECT_EQ(result.text, R"({"gaps": [1]})") << wrong;
  }
}

TEST(Append, AGraphOfAnotherShapeIsNotTheAgentsFault) {
  test::GraphText over(R"({"entities": {}})");
  auto result = apply_strategy(over.draft, test::name("a"),
                               artifacts({{"1.json", R"({"entities": [1], "n": 1})"}}), append_rules);
  EXPECT_EQ(test::fault(result), "invalid");
  EXPECT_FALSE(over.draft.changed());
}

TEST(Append, TotalsFollowWhereTheyAreKept) {
  auto const* graph =
      R"({"entities": [1], "stats": { "total_entities" : 9, "total_claims": 0, "unresolved_gaps": 5 }})";
  auto result = appended(graph, {{"1.json", R"({"entities": [2, 3], "claims": ["c"], "gaps": ["g"]})"}});
  EXPECT_NE(result.text.find(R"("stats": { "total_entities" : 3, "total_claims": 1, "unresolved_gaps": 5 })"),
            std::string::npos)
      << result.text;
  EXPECT_FALSE(result.value["stats"].contains("total_gaps"));
  EXPECT_FALSE(appended("{}", {{"1.json", R"({"entities": [1]})"}}).value.contains("stats"));
  EXPECT_EQ(appended(R"({"stats": 1})", {{"1.json", R"({"entities": [1]})"}}).value["stats"], 1);
  EXPECT_EQ(appended(R"({"stats": {"total_leads": 0}})", {{"1.json", R"({"promising_leads": [1]})"}})
                .value["stats"]["total_leads"],
            1);
}

TEST(Append, OneAgentAfterTheOtherInOneRewrite) {
  test::GraphText over(R"({"entities": [1], "stats": {"total_entities": 1}})");
  for (auto const* agent : {"a", "b"}) {
    auto set = artifacts({{"1.json", R"({"entities": [2, ")" + std::string(agent) + R"("]})"}});
    EXPECT_THAT(test::must(apply_strategy(over.draft, test::name(agent), set, append_rules)), IsEmpty());
  }
  EXPECT_EQ(over.value(), value(R"({"entities": [1, 2, "a", "b"], "stats": {"total_entities": 4}})"));
}

} // namespace
} // namespace artifactd
