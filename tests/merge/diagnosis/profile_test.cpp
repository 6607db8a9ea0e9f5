#include "merge/diagnosis/diagnose.hpp"
#include "merge/diagnosis/profile.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/kg/settled_session.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using test::artifacts;
using test::codes;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SchemaRule inlined(std::string files, std::string text) {
  return {std::move(files), {.text = std::move(text), .shown = "inline"}};
}

std::vector<std::string> judged(ArtifactSet const& set, Checks checks) {
  return codes(must(diagnose(test::name("a"), set, {.checks = std::move(checks)}, {})).findings);
}

TEST(Profile, TheMostExactNameDecidesAndTheConfigurationGoesFirst) {
  Checks checks{.schemas = {inlined("*", "{}"), inlined("x-*.json", "{}"), inlined("x-1.json", "{}")},
                .discovered = {inlined("x-1.json", "false"), inlined("y.json", "false")}};
  EXPECT_EQ(schema_for("x-1.json", checks), &checks.schemas[2]);
  EXPECT_EQ(schema_for("x-2.json", checks), &checks.schemas[1]);
  EXPECT_EQ(schema_for("y.json", checks), &checks.schemas[0]);
  checks.schemas.clear();
  EXPECT_EQ(schema_for("y.json", checks), &checks.discovered[1]);
  EXPECT_EQ(schema_for("z.json", checks), nullptr);
}

TEST(Profile, AllFilesAreJudgedBeforeAnyAssertion) {
  auto set =
      artifacts({{"a.json", R"({"n": 1})"}, {"b.json", R"({"n": "x"})"}, {"c.json", R"({"n": true})"}});
  Checks checks{.schemas = {inlined("*", R"({"properties": {"n": {"type": "number"}}})")},
                .assertions = {{.that = "false"}}};
  EXPECT_THAT(judged(set, checks), ElementsAre("schema.violation", "schema.violation"));
  checks.schemas.clear();
  EXPECT_THAT(judged(set, checks), ElementsAre("assert.failed"));
}

TEST(Profile, AssertionsSeeTheFilesMergedAndTellWhatTheyYielded) {
  auto set = artifacts({{"a.json", R"({"o": {"x": 1}, "n": 1})"}, {"b.json", R"({"o": {"y": 2}, "n": 2})"}});
  Checks checks{.assertions = {{.that = ".o == {x: 1, y: 2} and .n == 2"},
                               {.that = ".n > 2", .message = "n is too small"},
                               {.that = "empty"},
                               {.that = "error(\"no\")"},
                               {.that = "false, 0"},
                               {.that = "false", .over = Assertion::Over::graph}}};
  auto diagnosis = must(diagnose(test::name("a"), set, {.checks = checks}, {}));
  ASSERT_THAT(codes(diagnosis.findings), ElementsAre("assert.failed", "assert.failed", "assert.failed"));
  EXPECT_EQ(diagnosis.tier(), Tier::semantic);
  EXPECT_EQ(diagnosis.findings[0].message, "n is too small");
  EXPECT_THAT(diagnosis.findings[0].expected, HasSubstr(".n > 2"));
  EXPECT_EQ(diagnosis.findings[0].found, "false");
  EXPECT_EQ(diagnosis.findings[1].found, "nothing");
  EXPECT_THAT(diagnosis.findings[2].found, HasSubstr("no"));
}

TEST(Profile, ACheckThatIsItselfAtFaultIsNobodysFinding) {
  auto set = artifacts({{"a.json", "{}"}});
  auto of = [&](Checks checks) { return diagnose(test::name("a"), set, {.checks = std::move(checks)}, {}); };
  EXPECT_EQ(fault(of({.schemas = {inlined("*", R"({"type": 3})")}})), "invalid");
  EXPECT_EQ(fault(of({.assertions = {{.that = ".a |"}}})), "invalid");
  EXPECT_EQ(fault(of({.schemas = {inlined("other.json", R"({"type": 3})")}})), "none");
}

TEST(Profile, ExtractionAsksForListsOfEntriesWithIds) {
  Checks extraction{.profile = Profile::extraction};
  EXPECT_THAT(judged(artifacts({{"a.json",
                                 R"({"entities": [{"id": "e1", "confidence": 0.5}], "claims": [{"id": "e1"}],
        "relationships": [{"id": "r1", "from": "e1", "to": "e2"}], "other": 3})"}}),
                     extraction),
              IsEmpty());
  for (auto const* text :
       {R"({"entities": {}})", R"({"claims": ["x"]})", R"({"claims": [{"statement": "x"}]})",
        R"({"entities": [{"id": ""}]})", R"({"entities": [{"id": "e", "confidence": 80}]})",
        R"({"relationships": [{"id": "r", "from": "e"}]})"})
    EXPECT_THAT(judged(artifacts({{"a.json", text}}), extraction), ElementsAre("schema.violation")) << text;
  EXPECT_THAT(judged(artifacts({{"a.json", R"({"claims": [{"id": "c"}, {"id": "c"}]})"}}), extraction),
              ElementsAre("assert.failed"));
}

class Asserted : public testing::Test {
protected:
  void demand(std::string that) {
    dir_.policy.rules = [that](Name const& agent) {
      AgentRules rules{.strategy = agent.str() == "free" ? Strategy::name_space : Strategy::append};
      if (agent.str() != "free") rules.checks.assertions.push_back({that, "enough", Assertion::Over::graph});
      return rules;
    };
  }
  test::SettledSession dir_;
};

TEST_F(Asserted, EachAgentIsJudgedOverThoseAcceptedBeforeItAndARefusedOneLeavesNoTrace) {
  demand(".entities | length <= 2");
  auto entity = [](char const* id) {
    return std::string(R"({"entities": [{"id": ")") + id + R"("}], "note": 1})";
  };
  auto c = dir_.submit("c", entity("3"));
  auto b = dir_.submit("b", entity("2"));
  auto a = dir_.submit("a", entity("1"));
  auto report = dir_.settle({c, b, a});
  ASSERT_EQ(report.signals.size(), 3U);
  EXPECT_EQ(report.signals[0].end, End::refused);
  EXPECT_THAT(codes(report.signals[0].findings), ElementsAre("assert.failed"));
  EXPECT_EQ(report.signals[1].end, End::merged);
  EXPECT_EQ(report.signals[2].end, End::merged);
  EXPECT_EQ(dir_.graph()["entities"], nlohmann::json::parse(R"([{"id": "1"}, {"id": "2"}])"));
  EXPECT_FALSE(dir_.graph().contains("c"));
  EXPECT_TRUE(dir_.graph().contains("b"));
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(Asserted, ARefusedAgentAloneLeavesTheGraphUntouched) {
  dir_.merge("free", R"({"x": 1})");
  auto before = dir_.read(dir_.graph_file);
  demand(".entities == null");
  dir_.merge("a", R"({"entities": [{"id": "1"}]})", End::refused);
  EXPECT_EQ(dir_.read(dir_.graph_file), before);
  EXPECT_EQ(dir_.instructions("a")["findings"][0]["code"], "assert.failed");
}

TEST_F(Asserted, ValidateSeesItAsWellAndABrokenProgramIsPending) {
  demand(".entities == null");
  dir_.write("artifacts/a/1.json", R"({"entities": []})");
  EXPECT_THAT(codes(must(validate_kg(dir_.session(), test::name("a"), dir_.policy))),
              ElementsAre("assert.failed"));
  demand(".entities |");
  auto end = dir_.merge("a", R"({"entities": []})", End::pending);
  EXPECT_THAT(end.reason->message, HasSubstr("jq program"));
}

} // namespace
} // namespace artifactd
