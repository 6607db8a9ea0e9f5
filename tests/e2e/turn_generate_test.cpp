// Scenarios written by a model, using the real programs: they are files to read, and nothing enters the
// database before they are imported.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/source_dir.hpp"

#include <sys/stat.h>

namespace artifactd::test {
namespace {

class TurnGenerate : public TurnSite {
protected:
  [[nodiscard]] std::string out(std::string const& name = "made") const {
    return (site.path() / name).string();
  }
  [[nodiscard]] Ended generate(std::vector<std::string> const& more) const {
    std::vector<std::string> words = {"--json", "turn", "generate", "--ruleset", "last-stop"};
    words.insert(words.end(), more.begin(), more.end());
    return site.artifactctl(words);
  }
  [[nodiscard]] std::size_t documents(std::string const& kind) const {
    return site.json({"turn", "list", kind})["documents"].size();
  }
};

TEST_F(TurnGenerate, WhatIsWrittenIsSoundEntersNothingAndCanBePlayedOnceImported) {
  import();
  auto const scenarios = documents("scenarios");
  auto const made = generate({"--out", out(), "A letter that was never sent"});
  ASSERT_EQ(made.exit, 0) << made.err;
  auto const told = nlohmann::json::parse(made.out);
  EXPECT_EQ(told["spent"]["calls"], 1);
  EXPECT_EQ(told["files"].size(), 2U);
  EXPECT_EQ(documents("scenarios"), scenarios);
  EXPECT_EQ(site.artifactctl({"turn", "check", out()}).exit, 0);
  EXPECT_EQ(site.json({"turn", "check", out()})["findings"], nlohmann::json::array());
  ASSERT_EQ(site.artifactctl({"turn", "import", out()}).exit, 0);
  auto const id = told["scenario_id"].get<std::string>();
  ASSERT_EQ(site.artifactctl({"turn", "begin", "s", "--scenario", id}).exit, 0);
  auto const said = say("I say hello.");
  EXPECT_EQ(said.exit, 0) << said.err;
  expect_sound();
}

TEST_F(TurnGenerate, EveryShippedRulesetHasScenariosWrittenForIt) {
  for (auto const* ruleset : {"everyday-tension", "inner-chorus", "last-stop"}) {
    auto const examples = std::filesystem::path(source_dir()) / "examples/turns" / ruleset;
    ASSERT_EQ(site.artifactctl({"turn", "import", examples.string()}).exit, 0);
    auto const made =
        site.artifactctl({"turn", "generate", "--ruleset", ruleset, "--out", out(ruleset), "A stuck lift"});
    ASSERT_EQ(made.exit, 0) << made.err;
    EXPECT_EQ(site.json({"turn", "check", out(ruleset)})["findings"], nlohmann::json::array()) << ruleset;
  }
}

TEST_F(TurnGenerate, TheCastKeepsItsNumbersAndIsNotWrittenAgain) {
  import();
  auto const made =
      generate({"--cast", "emil,ada-persona", "--lore", "the-2352", "--out", out(), "An umbrella"});
  ASSERT_EQ(made.exit, 0) << made.err;
  auto const told = nlohmann::json::parse(made.out);
  EXPECT_EQ(told["character_ids"], nlohmann::json::array());
  EXPECT_EQ(told["files"].size(), 1U);
  EXPECT_EQ(site.json({"turn", "check", out()})["findings"], nlohmann::json::array());
}

TEST_F(TurnGenerate, WithoutADirectoryItIsCalledAsTheScenarioIs) {
  import();
  auto const words = std::vector<std::string>{"sh",
                                              "-c",
                                              "cd \"$1\" && exec \"$2\" --config \"$3\" turn generate "
                                              "--ruleset last-stop 'The wrong platform'",
                                              "sh",
                                              site.path().string(),
                                              site.program("artifactctl"),
                                              site.config().string()};
  for (auto const* name : {"the-wrong-platform", "the-wrong-platform-2"}) {
    auto const made = run(Command{words});
    EXPECT_EQ(made.exit, 0) << made.err;
    EXPECT_TRUE(std::filesystem::exists(site.path() / name / "scenario.json")) << name;
  }
}

TEST_F(TurnGenerate, NothingIsOverwrittenAndNobodyIsPaidForIt) {
  import();
  std::filesystem::create_directory(out());
  std::ofstream(out() + "/notes.txt") << "mine";
  EXPECT_EQ(generate({"--out", out(), "A letter"}).exit, 4);
  std::filesystem::create_symlink("nowhere", out("link"));
  EXPECT_EQ(generate({"--out", out("link"), "A letter"}).exit, 4);
  EXPECT_EQ(calls(), 0);
}

TEST_F(TurnGenerate, AModelThatKeepsBreakingTheContractLeavesNoDirectory) {
  import();
  for (auto const* rule : {R"({"step": "generation", "reply": "no JSON"})",
                           R"({"step": "generation", "set": {"scene_seed": {"minutes_left": 999}}})",
                           R"({"step": "generation", "set": {"persona_id": "ghost"}})",
                           R"({"step": "generation", "drop": ["title"]})",
                           R"({"step": "generation", "repeat": {"member": "observations", "times": 10000,
            "value": {"character_id": "x", "content": "y", "importance": 1}}})"}) {
    script("[" + std::string(rule) + "]");
    auto const failed = generate({"--out", out(), "A letter"});
    EXPECT_EQ(failed.exit, 1) << rule;
    auto const told = nlohmann::json::parse(failed.out);
    EXPECT_EQ(told["error"]["code"], "turn.contract") << failed.out;
    EXPECT_FALSE(told["faults"].empty());
    EXPECT_GE(told["spent"]["calls"], 2); // a reply that is too long is not sent back for repair
    EXPECT_FALSE(std::filesystem::exists(out()));
  }
}

TEST_F(TurnGenerate, WhatIsWrongWithTheRequestIsToldBeforeAnybodyIsAsked) {
  import();
  EXPECT_EQ(generate({"--out", out(), " "}).exit, 1);
  EXPECT_EQ(generate({"--out", out(), std::string(17 << 10, 'x')}).exit, 1);
  EXPECT_EQ(generate({"--out", out(), "\xff\xfe"}).exit, 1);
  EXPECT_EQ(generate({"--model", "unknown", "--out", out(), "A letter"}).exit, 5);
  EXPECT_EQ(generate({"--cast", "nobody", "--out", out(), "A letter"}).exit, 3);
  EXPECT_EQ(generate({"--cast", "emil,emil", "--out", out(), "A letter"}).exit, 1);
  EXPECT_EQ(generate({"--lore", "nowhere", "--out", out(), "A letter"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"turn", "generate", "--ruleset", "none", "--out", out(), "A letter"}).exit, 3);
  EXPECT_EQ(calls(), 0);
  EXPECT_FALSE(std::filesystem::exists(out()));
}

TEST_F(TurnGenerate, AModelThatCannotBeReachedIsWorthAnotherTry) {
  import();
  script(R"([{"exit": 1}])");
  auto const failed = generate({"--out", out(), "A letter"});
  EXPECT_EQ(failed.exit, 6) << failed.out;
  EXPECT_FALSE(std::filesystem::exists(out()));
}

} // namespace
} // namespace artifactd::test
