#include "agents/rule/rule_kind.hpp"
#include "agents/rule/rule_work.hpp"
#include "state/settle/settle_work.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Sorted = nlohmann::json;
using test::must;

class RuleWorkTest : public testing::Test {
protected:
  void SetUp() override {
    fs::create_directory(dir_ / "rules");
    dir_.write("rules/r.samples.json", R"({"paths": ["/m/mission_042/2024-01-15/a.csv", "/m/b.csv"]})");
  }

  SignalEnd settle(std::string const& file, std::string const& text) {
    dir_.write("rules/" + file, text);
    return settle();
  }
  SignalEnd settle() {
    dir_.write("r.rule.lock", "");
    SignalName signal{test::name("r"), rule_kind};
    auto report = settle_work(dir_.session(), {must(sight(dir_.session(), signal))}, rule_work(sandbox_),
                              refusal_, Round::last);
    return report.signals.at(0);
  }
  [[nodiscard]] Sorted result() const { return Sorted::parse(dir_.read("rules/r.result.json")); }
  [[nodiscard]] Sorted instructions() const {
    return Sorted::parse(dir_.read("r.rule.retry-instructions.json"));
  }

  test::SessionDir dir_;
  RefusalPolicy refusal_;
  SandboxSettings sandbox_;
};

constexpr auto good = "name: missions\nglob: \"**/mission_*/*/*.csv\"\n"
                      "extract:\n  id: {from: segment(-3), pattern: 'mission_(.*)', type: integer}\n";

TEST_F(RuleWorkTest, CommitsWhatARuleDoes) {
  auto end = settle("r.yaml", good);
  ASSERT_EQ(end.end, End::merged) << (end.reason ? end.reason->message : "");
  EXPECT_EQ(result()["preview"][0]["extracted"]["id"], 42);
  EXPECT_EQ(result()["samples"], (Sorted{{"COMPLETE", 1}, {"UNMATCHED", 1}}));
  EXPECT_FALSE(dir_.exists("r.rule.lock"));
  EXPECT_EQ(settle().end, End::unchanged);
}

TEST_F(RuleWorkTest, FilesThatAreTooLargeToBeReadAreToldApart) {
  settle("r.yaml", std::string(70'000, ' '));
  settle("r.yaml", std::string(90'000, ' '));
  EXPECT_EQ(instructions()["unchanged"], false);
  settle();
  EXPECT_EQ(instructions()["unchanged"], true);
}

TEST_F(RuleWorkTest, RefusesWithWhatTheTierFound) {
  EXPECT_EQ(settle("r.yaml", "name: missions\nglob: **/x\n").end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "YAML_SYNTAX_ERROR");
  EXPECT_EQ(instructions()["kind"], "rule");
  EXPECT_EQ(instructions()["artifact_location"], "rules/r.yaml");
  EXPECT_TRUE(dir_.exists("r.rule.lock.error"));
  EXPECT_EQ(settle("r.yaml", good).end, End::merged);
  EXPECT_FALSE(dir_.exists("r.rule.lock.error"));
  EXPECT_FALSE(dir_.exists("r.rule.retry-instructions.json"));
}

TEST_F(RuleWorkTest, ShowsSamplePathsInTheInstructionsOfEveryTier) {
  for (auto const* text : {"name: missions\nglob: **/x\n", "name: M\nglob: x\n", "name: m\nglob: 'x'\n"}) {
    ASSERT_EQ(settle("r.yaml", text).end, End::refused);
    EXPECT_EQ(instructions()["requirements"].back(),
              "it must fit these sample paths: \"/m/mission_042/2024-01-15/a.csv\", \"/m/b.csv\"");
    EXPECT_THAT(to_prompt({test::name("r"), rule_kind}, nlohmann::ordered_json::parse(instructions().dump())),
                testing::HasSubstr("\"/m/mission_042/2024-01-15/a.csv\""));
  }
  fs::remove(dir_ / "rules/r.samples.json");
  settle("r.yaml", "name: M\nglob: x\n");
  EXPECT_THAT(instructions()["requirements"].back().get<std::string>(),
              testing::Not(testing::HasSubstr("sample")));
}

TEST_F(RuleWorkTest, TakesRawOutputWithItsFence) {
  EXPECT_EQ(settle("r.txt", std::string("Sure:\n```yaml\n") + good + "```\nAnything else?\n").end,
            End::merged);
}

TEST_F(RuleWorkTest, RunsAnExtractorInItsSandbox) {
  auto end =
      settle("r.py", "import re\ndef extract(path: str) -> dict:\n"
                     "    m = re.search('mission_(.*?)/', path)\n    return {'id': m[1]} if m else {}\n");
  ASSERT_EQ(end.end, End::merged) << (end.reason ? end.reason->message : "");
  EXPECT_EQ(result()["preview"][0]["extracted"]["id"], "042");
  fs::remove(dir_ / "rules/r.py");
  EXPECT_EQ(settle("r.py", "def extract(path):\n    return open(path).read()\n").end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "SCHEMA_VIOLATION");
}

TEST_F(RuleWorkTest, WithoutASandboxAnExtractorWaitsAndIsNeverRun) {
  sandbox_.bubblewrap = "/no/such/bwrap";
  auto end = settle("r.py", "def extract(path):\n    return {}\n");
  EXPECT_EQ(end.end, End::pending);
  ASSERT_TRUE(end.reason);
  EXPECT_THAT(end.reason->message, testing::HasSubstr("/no/such/bwrap"));
  EXPECT_TRUE(dir_.exists("r.rule.lock"));
}

TEST_F(RuleWorkTest, SaysWhatIsMissingOrMeantTwice) {
  EXPECT_EQ(settle().end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "rule.missing");
  dir_.write("rules/r.py", "def extract(path): return {}\n");
  EXPECT_EQ(settle("r.yaml", good).end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "rule.ambiguous");
}

TEST_F(RuleWorkTest, NeverFollowsALink) {
  dir_.write("elsewhere", good);
  fs::create_symlink("../elsewhere", dir_ / "rules/r.yaml");
  EXPECT_EQ(settle().end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "file.symlink");
}

TEST_F(RuleWorkTest, WithoutSamplesNothingIsAccepted) {
  fs::remove(dir_ / "rules/r.samples.json");
  EXPECT_EQ(settle("r.yaml", good).end, End::refused);
  EXPECT_EQ(instructions()["findings"][0]["code"], "samples.missing");
}

} // namespace
} // namespace artifactd
