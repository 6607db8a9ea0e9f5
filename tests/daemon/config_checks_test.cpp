#include "daemon/config/config_remarks.hpp"
#include "tests/daemon/config_file.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class AgentChecks : public test::ConfigFile {};

TEST_F(AgentChecks, ChecksOfAnAgentAreReadFromBesideTheFile) {
  dir.write("schemas/c.json", R"({"type": "object"})");
  auto config =
      load("[[agent]]\nprofile = \"extraction\"\nschemas = { \"completion.json\" = \"schemas/c.json\" }\n"
           "assert = [{ that = \".a\", message = \"m\" }, { that = \".b\", over = \"graph\" }]\n"
           "[[agent]]\nschema = \"schemas/../schemas/c.json\"\n");
  ASSERT_TRUE(config) << render(config.error().front());
  auto const& rule = config->agents[0];
  EXPECT_EQ(rule.work.checks.profile, Profile::extraction);
  EXPECT_EQ(rule.schemas.at("completion.json"), (dir / "schemas/c.json").string());
  EXPECT_EQ(config->agents[1].schema, (dir / "schemas/c.json").string());
  ASSERT_EQ(rule.work.checks.assertions.size(), 2U);
  EXPECT_EQ(rule.work.checks.assertions[0].message, "m");
  EXPECT_EQ(rule.work.checks.assertions[1].over, Assertion::Over::graph);
  auto again =
      load_config({.file = dir.write("again.toml", to_toml(*config)).string(), .served = kind_list()});
  ASSERT_TRUE(again) << render(again.error().front()) << to_toml(*config);
  EXPECT_EQ(to_json(*again)["settings"], to_json(*config)["settings"]);
}

TEST_F(AgentChecks, RemarksNameWhatASchemaProbablyDoesNotMean) {
  dir.write("s.json", "{\"$schema\": \"https://json-schema.org/draft/2021-01/schema\",\n"
                      "\"requried\": [\"a\"], \"properties\": {\"n\": {\"min\": 1}},\n"
                      "\"prefixItems\": [{}], \"title\": \"t\", \"x-mine\": 1}");
  auto config = load("[[agent]]\nschema = \"s.json\"");
  ASSERT_TRUE(config);
  EXPECT_THAT(config_remarks(*config),
              testing::ElementsAre(HasSubstr("s.json:1:13: /$schema names an unknown draft"),
                                   HasSubstr("s.json:2:13: /requried is not a keyword"),
                                   HasSubstr("s.json:3:16: /prefixItems has no effect in draft 7"),
                                   AllOf(HasSubstr("s.json:2:48: /properties/n/min"),
                                         HasSubstr("did you mean \"minimum\"?"))));
}

TEST_F(AgentChecks, RemarksLookAtTheMetadataOfAgents) {
  dir.write("agents/a/metadata.json", R"({"artifact_schemas": {"*": {"type": "objekt"}}})");
  dir.write("agents/b/metadata.json", R"({"artifact_schemas": {"*": {"maxlength": 3}}})");
  dir.write("agents/c/metadata.json", "{");
  dir.write("agents/d/notes.txt", "");
  dir.write("agents/README", "");
  auto config = load("agents_dir = \"" + (dir / "agents").string() + "\"\n");
  ASSERT_TRUE(config) << render(config.error().front());
  EXPECT_THAT(config_remarks(*config),
              testing::ElementsAre(HasSubstr("agents/a/metadata.json:1:37: /type has to be"),
                                   HasSubstr("did you mean \"maxLength\"?"),
                                   HasSubstr("agents/c/metadata.json")));
}

TEST_F(AgentChecks, AProgramThatVerifiesIsNeverOneOfTheSkillItIsRunIn) {
  auto config = load("[state]\nverify = [\"./checks/check.sh\", \"./x\"]\n");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->fixes.verify.at(0), (dir / "checks/check.sh").string());
  EXPECT_EQ(config->fixes.verify.at(1), "./x");
  EXPECT_EQ(load("[state]\nverify = [\"grep\", \"-rq\", \"x\", \".\"]\n")->fixes.verify.at(0), "grep");
}

TEST_F(AgentChecks, ChecksThatCannotWorkAreRefusedWithTheirPlace) {
  dir.write("bad.json", "{\n\"type\": \"strin\"}");
  dir.write("good.json", "{}");
  EXPECT_THAT(errors("[[agent]]\nschema = \"bad.json\""),
              testing::ElementsAre(testing::AllOf(HasSubstr("artifactd.toml:4:1: agent[0].schema: "),
                                                  HasSubstr("bad.json:2:9: /type has to be"))));
  EXPECT_THAT(errors("[[agent]]\nschema = \"none.json\""), testing::ElementsAre(HasSubstr("No such file")));
  EXPECT_THAT(errors("[[agent]]\nprofile = \"extracton\""),
              testing::ElementsAre(HasSubstr("did you mean \"extraction\"?")));
  EXPECT_THAT(
      errors("[[agent]]\nassert = [{ thta = \".\" }]"),
      testing::ElementsAre(HasSubstr("needs its jq program"),
                           HasSubstr("artifactd.toml:4:13: thta: unknown key (did you mean \"that\"?)")));
  EXPECT_THAT(errors("[[agent]]\nassert = [\n{ that = \".a |\" }]"),
              testing::ElementsAre(HasSubstr("artifactd.toml:5:1: agent[0].assert[0].that: jq program: ")));
  for (auto const* rule :
       {"schema = 3", "schema = \"\"", "schema = \"good.json\"\nschemas = { \"*\" = \"good.json\" }",
        "schemas = \"good.json\"", "schemas = { \"*\" = 3 }", "assert = \".\"", "assert = [\".\"]",
        "assert = [{ that = \".\", over = \"world\" }]"})
    EXPECT_FALSE(errors(std::string("[[agent]]\n") + rule).empty()) << rule;
}

class LockChecks : public test::ConfigFile {};

TEST_F(LockChecks, LocksOfOtherToolsAreReadAndWrittenAlike) {
  auto config =
      load("[graph]\nalso_lock = [{ path = \"graph.lock\" }, { path = \"knowledge/l\", how = \"mkdir\" }, "
           "{ path = \"f\", how = \"create\" }]\n");
  ASSERT_TRUE(config) << render(config.error().front());
  std::vector<OtherLock> const expected{{"graph.lock", OtherLock::How::flock},
                                        {"knowledge/l", OtherLock::How::make_directory},
                                        {"f", OtherLock::How::create}};
  EXPECT_EQ(config->kg.locking.others, expected);
  auto again =
      load_config({.file = dir.write("again.toml", to_toml(*config)).string(), .served = kind_list()});
  ASSERT_TRUE(again) << render(again.error().front()) << to_toml(*config);
  EXPECT_EQ(again->kg.locking.others, expected);
}

TEST_F(LockChecks, LocksThatCannotBeTakenAreRefusedWithTheirPlace) {
  EXPECT_THAT(errors("[graph]\nalso_lock = [{ path = \"../x\" }]"),
              testing::ElementsAre(HasSubstr("graph.also_lock[0].path: \"../x\" has to be a path below")));
  EXPECT_THAT(errors("[graph]\nalso_lock = [{ path = \"x\", how = \"mkdri\" }]"),
              testing::ElementsAre(HasSubstr("did you mean \"mkdir\"?")));
  for (auto const* locks :
       {"3", "\"x\"", "[\"x\"]", "[{}]", "[{ path = \"/x\" }]", "[{ path = \".kg-merge.lock\" }]",
        "[{ path = \"x\" }, { path = \"x\" }]", "[{ path = \"x\", wait = true }]"})
    EXPECT_FALSE(errors(std::string("[graph]\nalso_lock = ") + locks).empty()) << locks;
}

} // namespace
} // namespace artifactd
