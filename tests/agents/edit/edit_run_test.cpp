// What an edit run requires before it publishes a repaired game.
#include "agents/edit/edit_run.hpp"
#include "agents/edit/replay.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/game/fragment.hpp"
#include "tests/agents/edit/injected_run.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>
#include <span>

namespace artifactd {
namespace {

using editor::EditEnd;
using test::must;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class EditOfAGame : public testing::Test {
protected:
  editor::EditOutcome edit() {
    return must(editor::edit_artifacts(dir_.session(), {.agent = test::name("game")}, dir_.kg, policy_,
                                       editor::Publishing::yes, editor::Retrying::no));
  }
  editor::EditOutcome edit_by_model(std::vector<std::string> reported = {}) {
    policy_.models.open = test::source_of(model_);
    return must(editor::edit_artifacts(dir_.session(),
                                       {.agent = test::name("game"),
                                        .engine = editor::Engine::model,
                                        .reported = std::move(reported),
                                        .models = {.coordinator = "scripted-1", .fragments = "scripted-1"}},
                                       dir_.kg, policy_, editor::Publishing::yes, editor::Retrying::no));
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
  test::ScriptedModel model_;
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

TEST_F(EditOfAGame, IsPlayedOnceNoOtherErrorHidesWhatPlayingFinds) {
  dir_.put_halting();
  auto const outcome = edit();
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_THAT(outcome.repair.errors, ElementsAre(HasSubstr("actionRequired")));
  EXPECT_THAT(outcome.repair.remaining, ElementsAre(HasSubstr("Deadlock detected in phase 'reveal'")));
  EXPECT_FALSE(editor::repair_by_rules(game::game_of(dir_.artifacts())).succeeded());
}

TEST_F(EditOfAGame, IsNotPlayedForWhoWantsToBeWarnedOnly) {
  dir_.put_halting();
  demand({.checks = {.profile = Profile::game, .simulation = play::Simulation::report}});
  EXPECT_EQ(edit().end, EditEnd::published);
}

TEST_F(EditOfAGame, IsRepairedWhereARuleKnowsWhatPlayingFindsThen) {
  dir_.put_broken("omen-picked-and-still-asked");
  auto transitions = dir_.read("artifacts/game/transitions.json");
  std::string const guard = R"({ "<": [{ "var": "game.round" }, 7] })";
  transitions.replace(transitions.find(guard), guard.size(), R"({ "<": [{ "var": "game.round" }, 2] })");
  dir_.write("artifacts/game/transitions.json", transitions);
  auto const outcome = edit();
  EXPECT_EQ(outcome.end, EditEnd::published) << testing::PrintToString(outcome.repair.remaining);
  EXPECT_THAT(outcome.repair.attempts, testing::SizeIs(2));
  EXPECT_THAT(must(editor::replay_run(dir_.session(), outcome.run)).differences, IsEmpty());
}

/// Plans of one change each, as one.
std::string joined(std::vector<std::string> const& plans) {
  auto whole = test::InjectedJson::parse(plans.front());
  for (auto const& plan : std::span(plans).subspan(1))
    whole["changes"].push_back(test::InjectedJson::parse(plan)["changes"][0]);
  return whole.dump();
}

TEST_F(EditOfAGame, IsNotLeftWithoutWhatPlayingNeeds) {
  dir_.put_sound("three-omens");
  test::InjectedJson const deleting{{"operation", "delete"}, {"errorsAddressed", {"1"}}};
  auto const plan = joined({test::planned("transitions.next_round", deleting),
                            test::planned("instructions.transitions.next_round", deleting)});
  model_.says(plan).says(plan);
  auto const outcome = edit_by_model({"Transition 'next_round' is none of this game's"});
  EXPECT_EQ(outcome.end, EditEnd::unrepaired);
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_THAT(outcome.repair.attempts.at(0).undone,
              ElementsAre(HasSubstr("it causes a new error: Deadlock")));
}

/// An error that the checks find hides that the game halts: what one plan does about both is kept.
TEST_F(EditOfAGame, KeepsWhatOnlyPlayingNeeds) {
  dir_.put_sound("three-omens");
  auto const fragment = [&](std::string const& address) {
    return must(game::extract_fragment(game::game_of(dir_.artifacts()), must(game::parse_address(address))));
  };
  std::vector<std::string> plans;
  std::vector<std::string> fragments;
  for (std::string const address : {"transitions.next_round", "instructions.transitions.show_omens",
                                    "instructions.transitions.next_round"}) {
    plans.push_back(test::planned(address));
    fragments.push_back(fragment(address));
  }
  dir_.put_halting(test::GameSession::Hiding::model);
  model_.says(joined(plans));
  for (auto const& each : fragments)
    model_.says(test::written(each));
  auto const outcome = edit_by_model();
  EXPECT_EQ(outcome.end, EditEnd::published)
      << outcome.reason << testing::PrintToString(outcome.repair.remaining);
  ASSERT_THAT(outcome.repair.attempts, testing::SizeIs(1));
  EXPECT_THAT(outcome.repair.attempts.at(0).needless, IsEmpty());
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
