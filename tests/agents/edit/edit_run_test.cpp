// What an edit run requires before it publishes a repaired game.
#include "agents/edit/edit_run.hpp"
#include "tests/support/game_session.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using editor::EditEnd;
using test::must;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class EditOfAGame : public testing::Test {
protected:
  editor::EditOutcome edit() {
    return must(editor::edit_artifacts(dir_.session(), {.agent = test::name("game")}, dir_.kg, policy_,
                                       editor::Publishing::yes, editor::Retrying::no));
  }
  /// Puts the game into the session again, so that it is a different run.
  std::string edit_anew(std::string const& version) {
    dir_.put_broken("omen-picked-and-still-asked");
    dir_.write("artifacts/game/version.json", "{\"version\": " + version + "}");
    return edit().run;
  }
  void demand(AgentRules const& rules) {
    dir_.kg.rules = [rules](Name const&) { return rules; };
  }

  test::GameSession dir_;
  editor::EditPolicy policy_;
};

TEST_F(EditOfAGame, PublishesWhatEveryCheckPasses) {
  dir_.put_broken("omen-picked-and-still-asked");
  demand({.checks = {.profile = Profile::game, .assertions = {{".phases", "there have to be phases"}}}});
  EXPECT_EQ(edit().end, EditEnd::published);
  EXPECT_THAT(dir_.errors(), IsEmpty());
}

TEST_F(EditOfAGame, LeavesAllAsItWasWhereAnAssertionDoesNotHoldAfterwards) {
  dir_.put_broken("omen-picked-and-still-asked");
  demand({.checks = {.profile = Profile::game, .assertions = {{"false", "not today"}}}});
  auto const outcome = edit();
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(outcome.repair.remaining, ElementsAre("not today"));
  EXPECT_THAT(dir_.changed(), IsEmpty());
}

TEST_F(EditOfAGame, IsNotRepairedByRulesWhereAnAssertionIsAllThatFails) {
  dir_.put_sound("three-omens");
  demand({.checks = {.profile = Profile::game, .assertions = {{"false", "not today"}}}});
  auto const outcome = edit();
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(outcome.repair.remaining, ElementsAre("not today"));
}

TEST_F(EditOfAGame, SaysThatItHasNoInstructionsYet) {
  dir_.put_broken("instructions-empty");
  auto const outcome = edit();
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(
      outcome.repair.remaining,
      Contains("Instructions artifact is empty after repair — editor failed to regenerate instructions"));
}

TEST_F(EditOfAGame, KeepsTheLatestRunsAndOfThoseThatAreNotOverAsMany) {
  policy_.runs_kept = 2;
  auto const first = edit_anew("1");
  auto const second = edit_anew("2");
  must(editor::reopen_run(dir_.session(), first));
  must(editor::reopen_run(dir_.session(), second));
  auto const third = edit_anew("3");
  must(editor::reopen_run(dir_.session(), third));
  auto const fourth = edit_anew("4");
  EXPECT_THAT(must(editor::list_runs(dir_.session())), ElementsAre(second, third, fourth));
  auto const fifth = edit_anew("5");
  auto const sixth = edit_anew("6");
  EXPECT_THAT(must(editor::list_runs(dir_.session())), ElementsAre(second, third, fifth, sixth));
}

TEST_F(EditOfAGame, DoesNotMissInstructionsThatAreThere) {
  dir_.put_broken("omen-picked-and-still-asked");
  EXPECT_THAT(edit().repair.remaining, IsEmpty());
}

} // namespace
} // namespace artifactd
