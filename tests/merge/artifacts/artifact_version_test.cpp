#include "merge/artifacts/artifact_version.hpp"
#include "merge/diagnosis/diagnose.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

using test::artifacts;
using test::codes;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Finding> judged(std::vector<std::pair<std::string, std::string>> const& files,
                            char const* range) {
  return version_findings(artifacts(files), *parse_version_range(range));
}

std::vector<std::string> judged_text(std::string const& text, char const* range) {
  return codes(judged({{"x.json", text}}, range));
}

TEST(VersionRange, IsReadAndWrittenAlike) {
  for (auto const* text : {"2", "0", "1..2", "2..", "0..2"})
    EXPECT_EQ(version_range_text(*parse_version_range(text)), text);
  EXPECT_EQ(parse_version_range("..2"), parse_version_range("0..2"));
  EXPECT_EQ(parse_version_range("2..2"), parse_version_range("2"));
}

TEST(VersionRange, OfAnotherFormIsNone) {
  for (auto const* text :
       {"", "..", "2..1", "1-2", "1.2", "-1", "+1", " 1", "1 ", "1...2", "x", "9999999999"})
    EXPECT_FALSE(parse_version_range(text)) << text;
}

TEST(ArtifactVersion, IsANumberOrAText) {
  for (auto const* said : {"2", "\"2\"", "\"2.0\"", "\"2.17\"", "\"\\u0032\""})
    EXPECT_THAT(judged_text(std::string("{\"artifact_version\": ") + said + "}", "2"), IsEmpty()) << said;
  for (auto const* said : {"2.0", "2e0", "-2", "null", "true", "[2]", "{}", "\"\"", "\"2.\"", "\".2\"",
                           "\"2.0.1\"", "\"v2\"", "\" 2\"", "12345678901"})
    EXPECT_THAT(judged_text(std::string("{\"artifact_version\": ") + said + "}", "0.."),
                ElementsAre("version.malformed"))
        << said;
}

TEST(ArtifactVersion, OutsideTheRangeIsRefusedWithWhatToDo) {
  auto findings = judged(
      {{"a.json", "{\"artifact_version\": 2}"}, {"b.json", "{\n  \"artifact_version\": \"3.1\"}"}}, "1..2");
  ASSERT_THAT(codes(findings), ElementsAre("version.unsupported"));
  auto const& finding = findings[0];
  EXPECT_EQ(finding.tier, Tier::schema);
  EXPECT_EQ(finding.file, "artifacts/a/b.json");
  EXPECT_EQ(finding.line, 2U);
  EXPECT_EQ(finding.pointer, "/artifact_version");
  EXPECT_EQ(finding.expected, "version 1..2");
  EXPECT_EQ(finding.found, "\"3.1\"");
  EXPECT_NE(finding.hint.find("\"artifact_version\": 2"), std::string::npos) << finding.hint;
  EXPECT_NE(judged({{"a.json", "{}"}}, "3..4")[0].hint.find("\"artifact_version\": 3"), std::string::npos);
}

TEST(ArtifactVersion, NotSaidIsOne) {
  EXPECT_THAT(judged_text("{}", "1..2"), IsEmpty());
  EXPECT_THAT(judged_text("{}", "2.."), ElementsAre("version.unsupported"));
  EXPECT_THAT(judged_text(R"({"inner": {"artifact_version": 2}})", "2"), ElementsAre("version.unsupported"));
}

TEST(ArtifactVersion, HoldsForTheLinesBelow) {
  auto findings =
      judged({{"x.ndjson", "{}\n{\"artifact_version\": 2}\n{}\n{\"artifact_version\": 3}\n{}\n"}}, "2");
  ASSERT_THAT(codes(findings),
              ElementsAre("version.unsupported", "version.unsupported", "version.unsupported"));
  EXPECT_EQ(findings[0].line, 1U);
  EXPECT_EQ(findings[1].line, 4U);
  EXPECT_EQ(findings[2].line, 5U);
}

TEST(ArtifactVersion, OfSettledLinesIsNotAskedAgain) {
  auto set = artifacts({{"x.ndjson", "{\"artifact_version\": 1}\n{}\n{\"artifact_version\": 2}\n"}});
  set.files[0].settled = set.files[0].bytes.find("{}");
  auto findings = version_findings(set, {2, 2});
  ASSERT_EQ(findings.size(), 1U); // the version in a settled line still applies
  EXPECT_EQ(findings[0].line, 2U);
}

TEST(ArtifactVersion, MattersOnlyWhereARangeIsSet) {
  auto set = artifacts({{"x.json", "{\"artifact_version\": [9]}"}});
  EXPECT_FALSE(test::must(diagnose(test::name("a"), set, {}, {})).refused());
  auto diagnosis = test::must(diagnose(test::name("a"), set, {.version = VersionRange{1, 2}}, {}));
  EXPECT_TRUE(diagnosis.refused());
  EXPECT_EQ(diagnosis.tier(), Tier::schema);
}

} // namespace
} // namespace artifactd
