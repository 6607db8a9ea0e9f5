// Rebasing a story on another version of its ruleset, and forgetting branches, using the real programs.
#include "tests/e2e/turn_site.hpp"

namespace artifactd::test {
namespace {

class TurnRebase : public TurnSite {
protected:
  [[nodiscard]] std::string digest() const {
    return site.json({"turn", "list", "rulesets"})["documents"][0]["digest"];
  }
  /// Imports another version of the ruleset.
  void import_changed(auto change) const {
    auto rules = site.json({"turn", "show", "ruleset", "last-stop"});
    change(rules);
    auto const path = site.path() / "rules.json";
    std::ofstream(path) << rules.dump();
    auto const done = site.artifactctl({"turn", "import", path.string()});
    ASSERT_EQ(done.exit, 0) << done.err;
  }
  [[nodiscard]] Ended rebase(std::string const& to, std::vector<std::string> const& more = {}) const {
    std::vector<std::string> words = {"turn", "rebase", "s", "--to", to};
    words.insert(words.end(), more.begin(), more.end());
    return site.artifactctl(words);
  }
  [[nodiscard]] std::string rulebook() const {
    return site.json({"turn", "export", "s"})["documents"]["ruleset"]["rulebook_text"];
  }
};

TEST_F(TurnRebase, AStoryGoesOnByTheNewRulesAndItsFormerTurnsReplayTheSame) {
  begin();
  auto const former = digest();
  ASSERT_EQ(say("I say hello.").exit, 0);
  import_changed([](auto& rules) { rules["rulebook_text"] = "Everything is new."; });
  auto const judged = rebase("last-stop", {"--dry-run"});
  EXPECT_EQ(judged.exit, 0) << judged.err;
  EXPECT_NE(judged.out.find("would go on"), std::string::npos);
  EXPECT_NE(rulebook(), "Everything is new.");
  EXPECT_EQ(rebase("last-stop", {"--id", "r1"}).exit, 0);
  EXPECT_EQ(rebase("last-stop", {"--id", "r1"}).exit, 0) << "once more does nothing";
  EXPECT_EQ(rulebook(), "Everything is new.");
  ASSERT_EQ(say("I sit down.").exit, 0);
  expect_sound();
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s", "2"}).exit, 0);
  ASSERT_EQ(say("I say goodbye.").exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "retry", "s"}).exit, 0);
  expect_sound();
  EXPECT_EQ(rebase(former.substr(0, 12)).exit, 0) << "back, by the beginning of the digest";
  EXPECT_NE(rulebook(), "Everything is new.");
  ASSERT_EQ(say("I wait.").exit, 0);
  expect_sound();
}

TEST_F(TurnRebase, WhatDoesNotFitIsToldAndChangesNothing) {
  begin();
  auto const before = rulebook();
  EXPECT_EQ(rebase("another-ruleset").exit, 3);
  EXPECT_EQ(rebase("0000000000000000").exit, 3);
  import_changed([](auto& rules) {
    rules["rulebook_text"] = "Strict.";
    rules["scene_state_schema"]["properties"]["minutes_left"]["maximum"] = 3;
    rules["character_stat_schema"]["properties"]["nerve"]["maximum"] = 0;
  });
  auto const refused = rebase("last-stop");
  EXPECT_EQ(refused.exit, 5);
  EXPECT_NE(refused.err.find("minutes_left"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("nerve"), std::string::npos) << refused.err;
  EXPECT_EQ(rulebook(), before);
  ASSERT_EQ(say("I say hello.").exit, 0);
  expect_sound();
}

TEST_F(TurnRebase, TurnsTakenBackToAStateThatDoesNotFitCostNothingAndCanBePlayedAgain) {
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  auto const former = digest();
  auto const left = site.json({"turn", "scene", "s"})["scenes"][0]["state_json"]["minutes_left"].get<int>();
  import_changed([left](auto& rules) {
    rules["rulebook_text"] = "Late.";
    rules["scene_state_schema"]["properties"]["minutes_left"]["maximum"] = left;
  });
  // The scenario's characters fit, but the first scene no longer does.
  ASSERT_EQ(rebase(digest()).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  auto const asked = calls();
  auto const refused = say("I say goodbye.");
  EXPECT_EQ(refused.exit, 5) << refused.out;
  EXPECT_EQ(calls(), asked) << "no model is asked";
  EXPECT_EQ(rebase(former).exit, 0);
  EXPECT_EQ(say("I say goodbye.").exit, 0);
  expect_sound();
}

TEST_F(TurnRebase, BranchesAreForgottenWhenAskedWithTheirResultsAndMirrors) {
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "branch", "s", "b1"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "branch", "b1", "b2"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "migrate", "mirror", "on"}).exit, 0);
  auto const result = site.root() / "b2/turns/one.result.json";
  std::filesystem::create_directories(result.parent_path());
  std::ofstream(result) << "{}";
  auto const done = site.artifactctl({"turn", "forget", "s", "--branches"});
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_NE(done.out.find("and 2 that branched off"), std::string::npos) << done.out;
  EXPECT_EQ(site.json({"turn", "list", "stories"})["stories"].size(), 0U);
  EXPECT_FALSE(std::filesystem::exists(result));
  EXPECT_TRUE(std::filesystem::is_empty(site.path() / "state/mirror"));
}

TEST_F(TurnRebase, BranchesLiveOnWhenTheyAreNotAskedFor) {
  begin();
  ASSERT_EQ(site.artifactctl({"turn", "branch", "s", "b1"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "forget", "s"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"turn", "log", "b1"}).exit, 0);
}

} // namespace
} // namespace artifactd::test
