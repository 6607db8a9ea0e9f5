#include "merge/diagnosis/agent_rules.hpp"
#include "merge/schema/shelf.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;

class MetadataTest : public testing::Test {
protected:
  Result<AgentRules> read(AgentRules rules = {}) {
    return with_metadata(std::move(rules), agents_.path().string(), test::name("a"));
  }
  Result<AgentRules> read_text(std::string_view text, AgentRules rules = {}) {
    agents_.write("a/metadata.json", text);
    return read(std::move(rules));
  }
  test::ScratchDir agents_;
};

TEST_F(MetadataTest, SaysWhatTheAgentMustWrite) {
  auto rules = must(read_text(R"({"name": "a", "produces_kg_artifacts": true,
                                  "artifact_files_required": ["completion.json", "coverage.json"]})"));
  EXPECT_EQ(rules.produces, true);
  EXPECT_THAT(rules.required, ElementsAre("completion.json", "coverage.json"));
}

TEST_F(MetadataTest, SaysWhichVersionsAreAccepted) {
  EXPECT_EQ(must(read_text(R"({"artifact_version": "1..2"})")).version, (VersionRange{1, 2}));
  EXPECT_EQ(must(read_text(R"({"artifact_version": 3})")).version, (VersionRange{3, 3}));
  AgentRules configured{.version = VersionRange{7, 7}};
  EXPECT_EQ(must(read_text(R"({"artifact_version": 3})", configured)).version, (VersionRange{7, 7}));
  for (auto const* text :
       {R"({"artifact_version": -1})", R"({"artifact_version": "x"})", R"({"artifact_version": [1, 2]})"})
    EXPECT_EQ(fault(read_text(text)), "invalid") << text;
}

TEST_F(MetadataTest, MaySayNothing) {
  auto rules = must(read_text(R"({"far": 1e400})"));
  EXPECT_EQ(rules.produces, std::nullopt);
  EXPECT_THAT(rules.required, IsEmpty());
}

TEST_F(MetadataTest, NamesSchemasByPathOrHoldsThem) {
  agents_.write("a/schemas/c.json", R"({"type": "object"})");
  auto rules = must(read_text(
      "{\"artifact_schemas\": {\"completion.json\": \"schemas/c.json\",\n  \"*\": {\"type\": 3}}}"));
  ASSERT_EQ(rules.checks.discovered.size(), 2U);
  EXPECT_EQ(rules.checks.discovered[0].files, "completion.json");
  EXPECT_EQ(fault(compiled_schema(rules.checks.discovered[0].schema)), "none");
  auto inlined = compiled_schema(rules.checks.discovered[1].schema);
  ASSERT_FALSE(inlined);
  EXPECT_NE(inlined.error().message.find("a/metadata.json:2:17: /type"), std::string::npos)
      << inlined.error().message;
}

TEST_F(MetadataTest, NeverLeadsOutOfTheAgentsDirectory) {
  test::ScratchDir outside;
  outside.write("x.json", "{}");
  fs::create_directories(agents_ / "a");
  fs::create_directory_symlink(outside.path(), agents_ / "a/linked");
  for (auto const* path : {"../../x.json", "linked/x.json"}) {
    auto rules = must(read_text(std::string(R"({"artifact_schemas": {"*": ")") + path + "\"}}"));
    EXPECT_EQ(fault(compiled_schema(rules.checks.discovered.at(0).schema)), "unsafe") << path;
  }
}

TEST_F(MetadataTest, MayBeMissing) {
  EXPECT_EQ(fault(read()), "none");
  EXPECT_EQ(fault(with_metadata({}, "", test::name("a"))), "none");
}

TEST_F(MetadataTest, NeverOverrulesTheConfiguration) {
  AgentRules configured{.required = {"mine.json"}, .produces = true};
  auto rules = must(
      read_text(R"({"produces_kg_artifacts": false, "artifact_files_required": ["x.json"]})", configured));
  EXPECT_EQ(rules.produces, true);
  EXPECT_THAT(rules.required, ElementsAre("mine.json"));
}

TEST_F(MetadataTest, ThatIsDamagedIsAnErrorThatNamesTheFile) {
  for (auto const* text :
       {"", "{", "[]", "{\"a\": 1,}", R"({"produces_kg_artifacts": "yes"})",
        R"({"artifact_files_required": "x"})", R"({"artifact_files_required": [1]})",
        R"({"artifact_files_required": ["x.json", "report.md"]})", R"({"artifact_files_required": [""]})",
        R"({"artifact_files_required": ["../b/x.json"]})", R"({"artifact_files_required": ["x\u0000.json"]})",
        R"({"artifact_files_required": [".x.json"]})", R"({"a": 1, "a": 2})", R"({"artifact_schemas": []})",
        R"({"artifact_schemas": {"x": 1}})", R"({"artifact_schemas": {"x": "/etc/x.json"}})"}) {
    auto result = read_text(text);
    EXPECT_EQ(fault(result), "invalid") << text;
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("a/metadata.json"), std::string::npos) << result.error().message;
  }
  EXPECT_EQ(fault(read_text(std::string(100'000, '['))), "invalid");
}

TEST_F(MetadataTest, ThatIsNoFileIsAnError) {
  fs::create_directories(agents_ / "a/metadata.json");
  EXPECT_NE(fault(read()), "none");
  fs::remove_all(agents_ / "a/metadata.json");
  ASSERT_EQ(::mkfifo((agents_ / "a/metadata.json").c_str(), 0600), 0);
  EXPECT_NE(fault(read()), "none");
  EXPECT_EQ(fault(with_metadata({}, (agents_ / "nowhere").string(), test::name("a"))), "missing");
}

} // namespace
} // namespace artifactd
