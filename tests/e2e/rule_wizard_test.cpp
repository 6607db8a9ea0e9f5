// The wizard for rules on a terminal: every state and every key.
#include "tests/e2e/on_terminal.hpp"
#include "tests/e2e/rule_draft_site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RuleWizard : public RuleDraft {};

TEST_F(RuleWizard, OnATerminalAResultIsEditedHintedAskedAgainAndAccepted) {
  fs::create_directories(site.root() / "s");
  OnTerminal wizard(
      site,
      {"rule", "draft", data(), "--shape", "1", "--into", "s", "--command", answers({no_yaml, good_rule})},
      "sed -i s/trips/journeys/");
  ASSERT_TRUE(wizard.shows("12 of 12 paths match")) << wizard.shown();
  EXPECT_TRUE(wizard.shows("ANALYZING"));
  EXPECT_TRUE(wizard.shows("12 paths go to the program: cd "));
  EXPECT_TRUE(wizard.shows("YAML_RESULT"));
  wizard.forget();
  wizard.type("e");
  ASSERT_TRUE(wizard.shows("name: journeys"));
  wizard.forget();
  wizard.type("h");
  ASSERT_TRUE(wizard.shows("HINT_INPUT"));
  wizard.type("call it trips\r");
  ASSERT_TRUE(wizard.shows("Regenerating with hint..."));
  ASSERT_TRUE(wizard.shows("name: trips"));
  EXPECT_THAT(prompt(2), HasSubstr("call it trips"));
  wizard.forget();
  wizard.type("r");
  ASSERT_TRUE(wizard.shows("REGENERATING"));
  ASSERT_TRUE(wizard.shows("YAML_RESULT"));
  wizard.type("\r");
  EXPECT_EQ(wizard.wait(), 0) << wizard.shown();
  EXPECT_TRUE(fs::exists(site.root() / "s/rules/trips.yaml"));
  EXPECT_TRUE(fs::exists(site.root() / "s/rules/trips.samples.json"));
}

TEST_F(RuleWizard, OnATerminalTheEndOfAllAttemptsOffersFourWaysOut) {
  OnTerminal wizard(
      site, {"rule", "draft", data(), "--shape", "1", "--command", answers({no_yaml, no_rule, no_match})},
      "false");
  ASSERT_TRUE(wizard.shows("AI couldn't generate valid output after 3 attempts"));
  EXPECT_TRUE(wizard.shows("Attempt 1: YAML syntax error (line 2: "));
  EXPECT_TRUE(wizard.shows("Attempt 2: Schema error ("));
  EXPECT_TRUE(wizard.shows("Attempt 3: Glob mismatch ("));
  for (auto const* option :
       {"[h] Add hint and retry   - Give AI more context", "[e] Edit manually        - Open in $EDITOR",
        "[r] Retry fresh          - Start over (resets retry count)", "[Esc] Cancel             - Give up"})
    EXPECT_TRUE(wizard.shows(option));
  wizard.forget();
  wizard.type("e");
  ASSERT_TRUE(wizard.shows("the editor ended with 1; nothing was changed"));
  wizard.forget();
  wizard.type("h");
  ASSERT_TRUE(wizard.shows("What should the AI know?"));
  wizard.forget();
  wizard.type("\r");
  ASSERT_TRUE(wizard.shows("ANALYSIS_ERROR")) << "an empty hint goes back";
  wizard.forget();
  wizard.type("hmore\r");
  ASSERT_TRUE(wizard.shows("(attempt 3/3)"));
  ASSERT_TRUE(wizard.shows("after 4 attempts"));
  wizard.forget();
  wizard.type("r");
  ASSERT_TRUE(wizard.shows("Analyzing paths..."));
  ASSERT_TRUE(wizard.shows("[d] Keep the draft"));
  wizard.forget();
  wizard.type("d");
  ASSERT_TRUE(wizard.shows("made without a model"));
  wizard.type("\x1b");
  EXPECT_EQ(wizard.wait(), 0);
}

TEST_F(RuleWizard, EscapeWhileAModelThinksLeavesNothingBehind) {
  fs::create_directories(site.root() / "s");
  OnTerminal wizard(site, {"rule", "draft", data(), "--shape", "1", "--into", "s", "--command", "sleep 600"});
  ASSERT_TRUE(wizard.shows("Analyzing paths..."));
  wizard.type("\x1b");
  EXPECT_EQ(wizard.wait(), 0);
  EXPECT_FALSE(fs::exists(site.root() / "s/rules"));
}

TEST_F(RuleWizard, FortyColumnsAreEnoughAndATerminalMayChangeOrGo) {
  OnTerminal narrow(site, {"rule", "draft", data(), "--shape", "1"}, "true", {10, 40, 0, 0});
  ASSERT_TRUE(narrow.shows("YAML_RESULT"));
  narrow.forget();
  narrow.resize(100, 40);
  ASSERT_TRUE(narrow.shows("12 of 12 paths match"));
  narrow.hang_up();
  EXPECT_TRUE(eventually([&] { return narrow.is_gone(); }));
}

TEST_F(RuleWizard, WithoutAnEditorEditIsNotOffered) {
  OnTerminal wizard(site, {"rule", "draft", data(), "--shape", "1"}, "/nonexistent/editor");
  ASSERT_TRUE(wizard.shows("YAML_RESULT"));
  wizard.type("e");
  EXPECT_TRUE(wizard.shows("cannot be started: set VISUAL or EDITOR"));
  wizard.type("\x1b");
  EXPECT_EQ(wizard.wait(), 0);
}

} // namespace
} // namespace artifactd::test
