#include "daemon/config/config_environment.hpp"
#include "daemon/programs/kind_list.hpp"
#include "tests/daemon/config_file.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Read {
  Config config;
  std::vector<std::string> errors;
};

Read read(std::vector<char const*> variables) {
  variables.push_back(nullptr);
  Read all;
  all.config.served = kind_list();
  std::vector<ConfigError> errors;
  read_environment(variables.data(), all.config, errors);
  for (auto const& error : errors)
    all.errors.push_back(render(error));
  return all;
}

TEST(ConfigEnvironment, NamesSectionsAndKeys) {
  EXPECT_EQ(key_of_variable("LIMITS__JSON_DEPTH"), "limits.json_depth");
  EXPECT_EQ(key_of_variable("STATE_DIR"), "state_dir");
  EXPECT_EQ(key_of_variable("MODELS__FAST__MODEL"), "models.fast.model");
}

TEST(ConfigEnvironment, TakesNumbersFlagsWordsAndTextsWithoutQuotes) {
  auto const all =
      read({"ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH=32", "ARTIFACTD_CONFIG_JOURNAL__CONTENT=true",
            "ARTIFACTD_CONFIG_LIMITS__ARTIFACT_BYTES=128KiB", "ARTIFACTD_CONFIG_STATE_DIR=/s \"x\""});
  EXPECT_THAT(all.errors, IsEmpty());
  EXPECT_EQ(all.config.kg.artifacts.depth, 32U);
  EXPECT_EQ(all.config.kg.artifacts.bytes, 128U << 10);
  EXPECT_EQ(all.config.state_dir, "/s \"x\"");
  EXPECT_EQ(all.config.origins.at("limits.json_depth"), "ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH");
}

TEST(ConfigEnvironment, LeavesOtherVariablesAlone) {
  auto const all = read({"ARTIFACTD_SESSION=/s", "ARTIFACTD_CONFIG=/etc/x.toml", "ARTIFACTD_CONFIG_=1",
                         "PATH=/bin", "ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH"});
  EXPECT_THAT(all.errors, IsEmpty());
  EXPECT_THAT(all.config.origins, IsEmpty());
}

TEST(ConfigEnvironment, WhatIsWrongIsSaidOfTheVariable) {
  EXPECT_THAT(read({"ARTIFACTD_CONFIG_LIMITS__JSON_DEPT=32"}).errors,
              ElementsAre(testing::AllOf(HasSubstr("ARTIFACTD_CONFIG_LIMITS__JSON_DEPT: limits.json_dept: "),
                                         HasSubstr("did you mean"))));
  EXPECT_THAT(read({"ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH=deep"}).errors,
              ElementsAre(HasSubstr("has to be a whole number")));
  EXPECT_THAT(read({"ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH=3\nstate_dir = 4"}).errors,
              ElementsAre(HasSubstr("has control characters")));
}

TEST(ConfigEnvironment, ListsStayInFiles) {
  EXPECT_THAT(read({"ARTIFACTD_CONFIG_ROOT=[{path = \"/x\"}]"}).errors, testing::SizeIs(1));
  EXPECT_THAT(read({"ARTIFACTD_CONFIG_ROOT=[{path = \"/x\"}]"}).config.roots, IsEmpty());
}

class ConfigOfFileAndEnvironment : public test::ConfigFile {};

TEST_F(ConfigOfFileAndEnvironment, TheEnvironmentWins) {
  ::setenv("ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH", "32", 1);
  auto const config = load("[limits]\njson_depth = 16\n");
  ::unsetenv("ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->kg.artifacts.depth, 32U);
}

} // namespace
} // namespace artifactd
