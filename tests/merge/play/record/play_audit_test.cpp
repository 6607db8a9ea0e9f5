#include "merge/play/record/correction.hpp"
#include "merge/play/record/play_audit.hpp"
#include "merge/play/record/record_check.hpp"
#include "tests/support/told_play.hpp"

#include <fstream>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

PlayAudit audited(char const* told) {
  auto const play = told_play(Value::parse(told));
  game::Game const game(play.files);
  return audit(game, play.record);
}

TEST(PlayAudit, OfSoundPlaysFindsNothing) {
  auto const list = told_plays("sound");
  std::size_t sound = 0;
  for (auto const& told : list) {
    auto const by_host = [](Value const& item) { return item.contains("did") || item.contains("fired"); };
    if (std::ranges::any_of(told["script"], by_host) || told.contains("state")) continue;
    auto const play = told_play(told);
    game::Game const game(play.files);
    auto const found = audit(game, play.record);
    EXPECT_TRUE(!found.touched && !found.strayed && found.broken.empty()) << told["about"];
    EXPECT_THAT(found.issues, IsEmpty()) << told["about"];
    EXPECT_THAT(found.ahead, IsEmpty()) << told["about"] << found.ahead.front().message;
    ++sound;
  }
  EXPECT_GE(sound, 17U);
}

TEST(PlayAudit, PutsRightWhatSomebodyChanged) {
  auto const found = audited(R"({"game": "race", "script": ["ada throw"],
    "state": {"players": {"ada": {"place": 9}, "ben": {"place": null}}, "game": {"steps": 7}}})");
  ASSERT_TRUE(found.touched);
  EXPECT_EQ(found.touched->ops, Value::parse(R"([{"op": "set", "path": "game.steps", "value": 1},
    {"op": "set", "path": "players.ada.place", "value": 1},
    {"op": "set", "path": "players.ben.place", "value": 0}])"));
}

/// A host that is killed within a turn leaves the state before it, or one within it.
TEST(PlayAudit, TakesAnOlderStateForNoChange) {
  auto const state_after = [](char const* script) {
    return told_play({{"game", "race"}, {"script", Value::parse(script)}}).record.state;
  };
  auto play = told_play(Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"]})"));
  game::Game const game(play.files);
  play.record.state = state_after(R"(["ada throw"])");
  EXPECT_FALSE(audit(game, play.record).touched);
  EXPECT_THAT(check_record(game, play.record).departures, IsEmpty());
  play.record.state = state_after("[]");
  EXPECT_TRUE(audit(game, play.record).touched) << "that turn was over long before";
  EXPECT_THAT(check_record(game, play.record).departures, testing::SizeIs(1));
}

TEST(PlayAudit, SeesThatTheLogWasEmptied) {
  auto play = told_play(Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"]})"));
  game::Game const game(play.files);
  play.record.lines.clear();
  ASSERT_TRUE(audit(game, play.record).touched);
  EXPECT_THAT(check_record(game, play.record).departures, testing::SizeIs(1));
  play.record.state = audit(game, play.record).state;
  EXPECT_FALSE(audit(game, play.record).touched) << "this is how a play begins";
  EXPECT_THAT(check_record(game, play.record).departures, IsEmpty());
  play.record.state = nullptr; // nothing has been written yet
  EXPECT_FALSE(audit(game, play.record).touched);
  EXPECT_THAT(check_record(game, play.record).departures, IsEmpty());
}

TEST(PlayAudit, FollowsAWrongStepToWhatIsStillWrong) {
  auto const found = audited(R"({"game": "race", "script": [
    {"did": "ada throw", "ops": ["game.die = \"low\"", "game.steps = 1", "players.ada.place += 3",
                                 "players.ada.actionRequired = false"]},
    {"alone": true}, "ben throw"]})");
  ASSERT_TRUE(found.strayed);
  EXPECT_EQ(found.strayed->step, 2U);
  EXPECT_EQ(found.strayed->ops, Value::parse(R"([{"op": "set", "path": "players.ada.place", "value": 1}])"));
}

TEST(PlayAudit, OfAWrongStepThatWasTakenBackFindsNothing) {
  auto const found = audited(R"({"game": "race", "script": [
    {"did": "ada throw", "ops": ["players.ada.place += 2"]}, {"restart": 2}, "ada throw"]})");
  EXPECT_FALSE(found.strayed) << found.strayed->what;
}

TEST(PlayAudit, OfAWrongStepThatWasCorrectedFindsNothing) {
  auto const found = audited(R"({"game": "race", "script": [
    {"did": "ada throw", "ops": ["game.die = \"low\"", "game.steps = 1", "players.ada.place += 3",
                                 "players.ada.actionRequired = false"]},
    {"corrected": ["players.ada.place = 1"]}, "ben throw"]})");
  EXPECT_FALSE(found.strayed) << found.strayed->what;
}

TEST(PlayAudit, OffersToGoBackWhereNothingElsePutsItRight) {
  auto const found = audited(R"({"game": "race", "script": [
    {"alone": true}, "ada throw", {"fired": "move", "to": "move", "ops": []}]})");
  ASSERT_TRUE(found.strayed);
  EXPECT_EQ(found.strayed->restart, 3U);
  EXPECT_THAT(found.strayed->what, HasSubstr("players are asked"));
}

/// A host ended the game, which no operation can undo, or moved it to another phase.
TEST(PlayAudit, OffersToGoBackWhereAHostChangedWhatTheGameComputes) {
  auto const ended = audited(R"({"game": "race", "script": ["ada throw", {"did": "ben throw", "ops": [
    "game.die = \"low\"", "game.steps = 1", "players.ben.place += 1", "players.ben.actionRequired = false",
    "game.gameEnded = true"]}]})");
  ASSERT_TRUE(ended.strayed);
  EXPECT_EQ(ended.strayed->restart, 3U);
  EXPECT_THAT(ended.strayed->ops, IsEmpty());
  auto const moved = audited(R"({"game": "race", "script": ["ada throw", {"alone": true}, "ben throw",
    {"fired": "move", "to": "finished", "ops": ["game.steps = 2"]}]})");
  ASSERT_TRUE(moved.strayed);
  EXPECT_EQ(moved.strayed->restart, 4U);
  EXPECT_THAT(moved.strayed->ops, IsEmpty());
}

TEST(PlayAudit, OfAStepThatTheRulesRefuseFindsNothingOnceItWasTakenBack) {
  auto const found = audited(R"({"game": "race", "script": [
    {"alone": true}, "ada throw", {"fired": "move", "to": "move", "ops": []}, {"restart": 3}, "ben throw"]})");
  EXPECT_FALSE(found.strayed) << found.strayed->what;
  EXPECT_EQ(found.departed, 0U);
}

TEST(PlayAudit, OfAWrongStepThatMakesNoDifferenceAnyMoreKnowsOnlyThatItWas) {
  auto const found = audited(R"({"game": "race", "script": [{"alone": true},
    {"did": "ada throw", "ops": ["game.die = \"low\"", "game.steps = 2", "players.ada.place += 1",
                                 "players.ada.actionRequired = false"]}, "ben throw"]})");
  EXPECT_FALSE(found.strayed) << found.strayed->what;
  EXPECT_EQ(found.departed, 2U);
}

TEST(PlayAudit, OfADrawThatIsNotOneOfTheChoicesGoesBackBeforeIt) {
  auto play = told_play(Value::parse(R"({"game": "coin_flip", "draws": {"game.coin": "heads"},
    "script": ["ada guess {\"side\": \"heads\"}", {"alone": true}, "ben guess {\"side\": \"tails\"}",
      {"fired": "start", "to": "throw", "ops": []},
      {"fired": "throw", "to": "look", "ops": ["game.coin = null", "game.throws += 1"]}]})"));
  play.record.lines.back().taken.drawn = {{"game.coin", nullptr}};
  auto const found = audit(game::Game(play.files), play.record);
  EXPECT_EQ(found.broken, "");
  ASSERT_TRUE(found.strayed);
  EXPECT_EQ(found.strayed->restart, 5U);
  EXPECT_THAT(found.strayed->what,
              HasSubstr("null was drawn for game.coin, but it was not one of the choices"));
}

TEST(PlayAudit, SeesAnEditedLog) {
  auto const found = audited(R"({"game": "race", "script": ["ada throw", "ben throw"],
    "lines": {"2": {"ops": ["players.ada.place = 3"]}}})");
  EXPECT_THAT(found.broken, HasSubstr("step 2"));
}

TEST(PlayAudit, ReliesOnALogAgainWhenTheEditedStepWasTakenBack) {
  auto const with = [](std::string const& restart) {
    return audited((R"({"game": "race", "script": ["ada throw", {"restart": )" + restart +
                    R"(}, "ada throw"], "lines": {"2": {"ops": ["players.ada.place = 3"]}}})")
                       .c_str());
  };
  EXPECT_EQ(with("2").broken, "");
  EXPECT_THAT(with("3").broken, HasSubstr("step 2"));
}

TEST(PlayAudit, TellsAHostThatWasBehindFromAnEditedLog) {
  auto const play = told_play(Value::parse(R"({"game": "race", "script": ["ada throw", {"alone": true},
    {"corrected": ["players.ada.place = 2"]}, {"failed": "ben throw", "error": "no"}]})"));
  auto record = play.record;
  record.lines.back().digest_before = record.lines[1].digest_after;
  EXPECT_THAT(audit(game::Game(play.files), record).broken,
              HasSubstr("step 4 was written by a host that had not seen the steps after 2"));
}

TEST(PlayAudit, SeesWhatIsBoundToHappen) {
  auto const found =
      audited(R"({"game": "market", "fault": "days are never counted", "script": ["ada pass"]})");
  ASSERT_FALSE(found.ahead.empty());
  EXPECT_EQ(found.ahead.front().message, "No transition sets game.gameEnded=true under reachable conditions");
  EXPECT_THAT(audited(R"({"game": "market", "script": ["ada pass"]})").ahead, IsEmpty());
}

struct Table {
  Table()
      : play(told_play(Value::parse(R"({"game": "race", "script": ["ada throw"]})"))), game(play.files),
        runtime(game, play.record.meta.players) {}
  std::string refusal(char const* ops) {
    auto const result = corrected(runtime, play.record.state, operations_of(Value::parse(ops)));
    return result ? "" : result.error();
  }
  ToldPlay play;
  game::Game game;
  Runtime runtime;
};

TEST(Correction, IsTakenBackByItsInverse) {
  Table table;
  auto const ops = operations_of(Value::parse(R"(["players.ada.place += 2", "game.die = null"])"));
  auto const there = corrected(table.runtime, table.play.record.state, ops);
  ASSERT_TRUE(there) << there.error();
  EXPECT_EQ(there->state["players"]["ada"]["place"], 3);
  auto const back = corrected(table.runtime, there->state, there->inverse);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->state, table.play.record.state);
}

TEST(Correction, TouchesNothingThatIsComputed) {
  Table table;
  for (auto const* ops :
       {R"(["game.currentPhase = \"finished\""])", R"(["game.gameEnded = true"])",
        R"(["game.gameError = {\"errorType\": \"x\"}"])", R"(["game.winningPlayers = [\"ada\"]"])"})
    EXPECT_NE(table.refusal(ops), "") << ops;
  auto const merge =
      Value::parse(R"([{"op": "merge", "path": "game", "value": {"currentPhase": "finished"}}])");
  EXPECT_THAT(corrected(table.runtime, table.play.record.state, merge).error(),
              HasSubstr("is computed by the game"));
}

TEST(Correction, IsDecidedLegalAndLeavesAWayOn) {
  Table table;
  EXPECT_THAT(table.refusal(R"(["game.die ~ [\"low\"] [1.0]"])"), HasSubstr("uses no dice"));
  EXPECT_THAT(table.refusal(R"(["game.die = \"{{anything}}\""])"), HasSubstr("no model"));
  EXPECT_THAT(table.refusal(R"(["players.ada.place = \"far\""])"), HasSubstr("leaves the state illegal"));
  EXPECT_NE(table.refusal(R"(["players.cem.place = 1"])"), "");
  EXPECT_NE(table.refusal(R"(["players.ada.luck = 1"])"), "");
  auto const matches = told_play(Value::parse(R"({"game": "taking_turns", "script": []})"));
  game::Game const game(matches.files);
  Runtime runtime(game, matches.record.meta.players);
  auto const dead =
      corrected(runtime, matches.record.state,
                operations_of(Value::parse(R"(["game.active = \"nobody\"", "* actionRequired = false"])")));
  EXPECT_TRUE(dead) << dead.error(); // the phase ends by itself
}

} // namespace
