#include "merge/diagnosis/diagnose.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using test::artifacts;
using testing::ElementsAre;
using testing::IsEmpty;

Diagnosis of(ArtifactSet const& set, AgentRules const& rules = {}) {
  return test::must(diagnose(test::name("a"), set, rules, {}));
}

std::vector<std::string> codes(Diagnosis const& diagnosis) {
  std::vector<std::string> found;
  for (auto const& each : diagnosis.findings)
    found.push_back(each.code);
  return found;
}

TEST(Diagnose, AcceptsObjects) {
  auto diagnosis = of(artifacts({{"a.json", "{}"}, {"b.json", " {\"x\": [1, {\"y\": null}]}\n"}}));
  EXPECT_FALSE(diagnosis.refused());
  EXPECT_THAT(diagnosis.findings, IsEmpty());
}

TEST(Diagnose, ReportsEverythingOfTheFirstTierThatFails) {
  auto set = artifacts({{"a.json", "{\"x\": 1,}"},
                        {"b.json", "[]"},
                        {"c.json", "{\"k\": 1, \"k\": 2}"},
                        {"d.json", "{'x': 1}"}});
  Finding unreadable;
  unreadable.code = "file.empty";
  set.findings.push_back(unreadable);
  auto diagnosis = of(set, {.required = {"completion.json"}});
  EXPECT_TRUE(diagnosis.refused());
  EXPECT_EQ(diagnosis.tier(), Tier::syntax);
  EXPECT_THAT(codes(diagnosis),
              ElementsAre("file.empty", "file.missing", "json.unexpected", "json.duplicate_key",
                          "json.unexpected")); // the array is reported by the next tier
}

TEST(Diagnose, CountsTheMembersThatAreMergedOverAllFiles) {
  auto set = artifacts({{"a.json", R"({"x": {"y": 1}})"},
                        {"b.ndjson", "{\"z\": \"a:b\"}\n{\"list\": [{\"p\": 1, \"q\": {\"r\": 2}}]}\n"}});
  ArtifactLimits limits;
  limits.members = 4;
  EXPECT_THAT(test::must(diagnose(test::name("a"), set, {}, limits)).findings, IsEmpty());
  limits.members = 3;
  auto const diagnosis = test::must(diagnose(test::name("a"), set, {}, limits));
  ASSERT_THAT(codes(diagnosis), ElementsAre("dir.too_many_members"));
  EXPECT_EQ(diagnosis.tier(), Tier::syntax);
  EXPECT_EQ(diagnosis.findings[0].file, "artifacts/a/");
  EXPECT_EQ(diagnosis.findings[0].found, "4 members");
}

TEST(Diagnose, ReportsEveryFileThatHoldsNoObject) {
  auto diagnosis = of(artifacts({{"a.json", "[]"},
                                 {"b.json", "{}"},
                                 {"c.json", "\n  \"text\""},
                                 {"d.json", "null"},
                                 {"e.json", "7"},
                                 {"f.json", "false"}}));
  EXPECT_EQ(diagnosis.tier(), Tier::schema);
  ASSERT_EQ(diagnosis.findings.size(), 5U);
  auto const& text = diagnosis.findings[1];
  EXPECT_EQ(text.code, "shape.not_object");
  EXPECT_EQ(text.file, "artifacts/a/c.json");
  EXPECT_EQ(text.line, 2U);
  EXPECT_EQ(text.column, 3U);
  EXPECT_EQ(text.pointer, "");
  EXPECT_EQ(text.found, "a string");
}

TEST(Diagnose, AsksForTheRequiredFiles) {
  AgentRules rules{.required = {"completion.json", "coverage.json"}};
  auto diagnosis = of(artifacts({{"completion.json", "{}"}, {"other.json", "{}"}}), rules);
  ASSERT_THAT(codes(diagnosis), ElementsAre("file.missing"));
  EXPECT_EQ(diagnosis.findings[0].file, "artifacts/a/coverage.json");
  EXPECT_NE(diagnosis.findings[0].found.find("other.json"), std::string::npos);
  EXPECT_FALSE(of(artifacts({{"completion.json", "{}"}, {"coverage.json", "{}"}}), rules).refused());
}

TEST(Diagnose, ARequiredFileThatCannotBeReadIsNotMissingAsWell) {
  auto set = artifacts({{"other.json", "{}"}});
  set.listed.push_back({"completion.json", {}});
  EXPECT_FALSE(of(set, {.required = {"completion.json"}}).refused());
}

TEST(Diagnose, AllowsDepthUpToTheLimit) {
  auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_FALSE(of(artifacts({{"a.json", nested(64)}})).refused());
  EXPECT_THAT(codes(of(artifacts({{"a.json", nested(65)}}))), ElementsAre("json.depth"));
}

TEST(Diagnose, AnAgentThatProducesNothingIsAWarning) {
  auto diagnosis = of(artifacts({{"a.json", "{}"}}), {.produces = false});
  EXPECT_THAT(codes(diagnosis), ElementsAre("agent.unexpected"));
  EXPECT_FALSE(diagnosis.refused());
  EXPECT_THAT(of(artifacts({{"a.json", "{}"}}), {.produces = true}).findings, IsEmpty());
}

TEST(Diagnose, KeepsDuplicateKeysApartByWhatTheyMean) {
  EXPECT_THAT(codes(of(artifacts({{"a.json", R"({"a": {"k": 1, "\u006b": 2}})"}}))),
              ElementsAre("json.duplicate_key"));
}

} // namespace
} // namespace artifactd
