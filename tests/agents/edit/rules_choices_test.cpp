// What rules decide if several repairs would pass the checks: the intended one, or none.
#include "agents/edit/repair.hpp"
#include "agents/edit/rules/rules.hpp"
#include "tests/support/game_corpus.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A valid game with one text changed, in the first file that has it after `behind`.
class ChangedGame {
public:
  explicit ChangedGame(std::string const& name) : files_(game_files(name)) {}

  ChangedGame& with(std::string const& sound, std::string const& broken, std::string const& behind = "") {
    for (auto& file : files_) {
      auto const begin = file.bytes.find(behind);
      auto const at = begin == file.bytes.npos ? begin : file.bytes.find(sound, begin);
      if (at == file.bytes.npos) continue;
      file.bytes.replace(at, sound.size(), broken);
      return *this;
    }
    ADD_FAILURE() << "nobody writes " << sound;
    return *this;
  }

  [[nodiscard]] editor::Repair repaired() const { return editor::repair_by_rules(game::Game(files_)); }
  /// The one file that was repaired.
  [[nodiscard]] std::string text() const {
    auto const repair = repaired();
    EXPECT_TRUE(repair.succeeded()) << testing::PrintToString(repair.remaining);
    return repair.changed.size() == 1 ? repair.changed.front().bytes : "";
  }

private:
  std::vector<game::GameFile> files_;
};

constexpr auto* counted = R"({ "op": "increment", "path": "game.round", "value": 1 })";

TEST(RuleChoices, TakeAwayWhatIsTakenAway) {
  ChangedGame game("three-omens");
  game.with(counted, R"({ "op": "decrement", "path": "game.round", "value": 1 })");
  EXPECT_THAT(game.text(), HasSubstr(R"({ "op": "increment", "path": "game.round", "value": -1 })"));
  ChangedGame unknown("three-omens");
  unknown.with(counted, R"({ "op": "decrement", "path": "game.round", "value": "{{lost}}" })");
  EXPECT_FALSE(unknown.repaired().succeeded());
}

TEST(RuleChoices, DoNotResetAllPlayersWhoGetMore) {
  ChangedGame game("three-omens");
  game.with(counted, R"({ "op": "incrementForAllPlayers", "field": "score", "value": 1 })");
  EXPECT_FALSE(game.repaired().succeeded());
}

TEST(RuleChoices, RepairSeveralFaultsOfOneMessage) {
  ChangedGame game("three-omens");
  game.with(R"("op": "increment", "path": "players.{{roundWinnerId}}.score")",
            R"("op": "inc", "path": "players.{{roundWinnerId}}.score")")
      .with(counted, R"({ "op": "inc", "path": "game.round", "value": 1 })");
  EXPECT_THAT(game.text(), Not(HasSubstr(R"("inc")")));
}

TEST(RuleChoices, KeepThePlayersField) {
  ChangedGame game("three-omens");
  game.with("players.{{roundWinnerId}}.score", "players.{{roundWinnerId}}_score");
  EXPECT_THAT(game.text(), HasSubstr(R"("players.{{roundWinnerId}}.score")"));
  ChangedGame whole("three-omens");
  whole.with("players.{{roundWinnerId}}.score", "players.score_{{roundWinnerId}}");
  EXPECT_FALSE(whole.repaired().succeeded());
}

TEST(RuleChoices, KeepProbabilitiesThatAreThere) {
  ChangedGame game("fog-ferry");
  game.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"probabilities\": [0.4, 0.35]");
  EXPECT_THAT(game.text(), HasSubstr("\"probabilities\": [0.4, 0.35, 0.25]"));
  ChangedGame renamed("fog-ferry");
  renamed.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"weights\": [0.4, 0.35, 0.25]");
  EXPECT_THAT(renamed.text(), HasSubstr("\"probabilities\": [0.4, 0.35, 0.25]"));
  ChangedGame open("fog-ferry");
  open.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"probabilities\": [0.7]");
  EXPECT_FALSE(open.repaired().succeeded());
}

TEST(RuleChoices, RepairTheMarkOfAWinnerInItsPlace) {
  for (auto const* of_all : {"players.*.isGameWinner", "players[*].isGameWinner"}) {
    ChangedGame game("three-omens");
    game.with("players.{{winnerId}}.isGameWinner", of_all);
    EXPECT_THAT(game.text(),
                AllOf(HasSubstr(R"("players.{{winnerId}}.isGameWinner")"), Not(HasSubstr(of_all))));
  }
}

TEST(RuleChoices, NameTheFieldThatInitMisspelt) {
  ChangedGame game("fog-ferry");
  game.with(R"("path": "game.day", "value": 1)", R"("path": "game.days", "value": 1)", "initialize_game");
  EXPECT_THAT(game.text(), HasSubstr(R"("path": "game.day", "value": 1)"));
}

TEST(RuleChoices, BelieveNoReportOfWhatIsThere) {
  game::Game const sound(game_files("three-omens"));
  auto const repair = editor::repair(
      editor::standing_of(sound.with({}), {"No transition sets game.gameEnded=true"}, play::Simulation::off),
      editor::plan_by_rules);
  EXPECT_FALSE(repair.succeeded());
  EXPECT_THAT(repair.changed, IsEmpty());
}

constexpr auto* three_points = R"({ "anyPlayer": ["score", ">=", 3] })";

editor::Repair repaired_with_logic(std::string const& logic, std::string const& operations = counted) {
  return ChangedGame("three-omens").with(three_points, logic).with(counted, operations).repaired();
}

std::string changed_text(editor::Repair const& repair) {
  std::string all;
  for (auto const& file : repair.changed)
    all += file.bytes;
  return repair.succeeded() ? all : "";
}

TEST(RuleChoices, AskAllOfThePlayersOnlyWhatEachIsAsked) {
  auto const* both = R"({"and": [{">=": [{"var": "players[0].score"}, 3]},
                                 {">=": [{"var": "players[1].score"}, 3]}]})";
  ChangedGame game("three-omens");
  game.with(three_points, both).with("Some seer has reached three points.", "Three points are reached.");
  EXPECT_THAT(game.text(), HasSubstr(R"({"allPlayers": ["score", ">=", 3]})"));
  EXPECT_FALSE(repaired_with_logic(both).succeeded()) << "of some of them its text speaks";
  EXPECT_FALSE(repaired_with_logic(R"({"and": [{">=": [{"var": "players[0].score"}, 3]},
                                               {"<": [{"var": "players[1].score"}, 3]}]})")
                   .succeeded());
  EXPECT_FALSE(repaired_with_logic(R"({"!": {">=": [{"var": "players[0].score"}, 3]}})").succeeded())
      << "not everybody, or nobody?";
}

TEST(RuleChoices, TakeTheTypeOfAFieldFromItsUse) {
  auto guarded = [](char const* logic) { // one of two preconditions
    return ChangedGame("three-omens").with(R"({ "<": [{ "var": "game.round" }, 7] })", logic).repaired();
  };
  EXPECT_THAT(changed_text(guarded(R"({"in": [{"var": "game.sky"}, ["", "clear"]]})")),
              HasSubstr(R"("sky": { "type": "string" })"));
  EXPECT_THAT(changed_text(guarded(R"({"!": [{"in": ["owl", {"var": "game.seen"}]}]})")),
              HasSubstr(R"("seen": { "type": "array" })"));
  auto const limit =
      repaired_with_logic(R"({">=": [{"var": "game.round"}, {"var": "game.last"}]})",
                          std::string(counted) + R"(, {"op": "set", "path": "game.last", "value": 7})");
  EXPECT_THAT(changed_text(limit), HasSubstr(R"("last": { "type": "number" })"));
}

TEST(RuleChoices, AddNoFieldThatStopsTheGame) {
  for (auto const* logic :
       {R"({"==": [{"var": "game.bellRung"}, true]})", R"({">=": [{"var": "game.bells"}, 2]})",
        R"({">=": [{"var": "game.round"}, {"var": "game.bells"}]})", R"({"anyPlayer": ["bells", ">", 2]})"}) {
    auto const repair = repaired_with_logic(logic);
    EXPECT_FALSE(repair.succeeded()) << logic;
    auto const& changes = repair.attempts.at(0).plan.changes;
    EXPECT_TRUE(std::ranges::any_of(changes, [](editor::Change const& each) {
      return each.address && each.address->text().starts_with("schema.");
    })) << logic;
  }
}

TEST(RuleChoices, SetNoFieldThatIsSetAlready) {
  ChangedGame game("nine-wells");
  game.with(R"("water": )", R"("rations": )", R"("additionalProperties")");
  EXPECT_THAT(game.text(), HasSubstr(R"("water": { "type": "number" })")) << "and no other file";
}

TEST(RuleChoices, LetWordsSayWhetherAllOrAnyAreMeant) { // "Some seer has reached three points."
  EXPECT_THAT(changed_text(repaired_with_logic(R"({"!=": [{"var": "players[0].score"}, 0]})")),
              HasSubstr(R"({"anyPlayer": ["score", "!=", 0]})"));
  for (
      auto const* logic :
      {R"({"and": [{">=": [{"var": "players[0].score"}, 3]}, {"!": [{"var": "players[0].isGameWinner"}]}]})",
       R"({"if": [true, {">=": [{"var": "players[0].score"}, 3]}, {">=": [{"var": "players[1].score"}, 3]}]})",
       R"({"!=": [{">=": [{"var": "players[0].score"}, 3]}, {">=": [{"var": "players[1].score"}, 3]}]})",
       R"({"!": [{"var": "players[0].omen"}]})"})
    EXPECT_FALSE(repaired_with_logic(logic).succeeded()) << logic;
  EXPECT_THAT(changed_text(repaired_with_logic(R"({"!": [{"var": "players[0].isGameWinner"}]})")),
              HasSubstr(R"({"anyPlayer": ["isGameWinner", "==", false]})"));
  ChangedGame others("three-omens");
  others.with(three_points, R"({">=": [{"var": "players[0].score"}, 3]})")
      .with("Some seer has reached three points.", "Not every seer has three points.");
  EXPECT_FALSE(others.repaired().succeeded());
}

TEST(RuleChoices, FillInTheFlagThatFitsThePlace) {
  ChangedGame beginning("three-omens");
  beginning.with(R"("path": "game.gameEnded", "value": false)", R"("path": "game.gameEnded")");
  EXPECT_THAT(beginning.text(), HasSubstr(R"("path": "game.gameEnded", "value": false)"));
  ChangedGame winners("three-omens");
  winners.with(R"("field": "isGameWinner", "value": false)", R"("field": "isGameWinner")");
  EXPECT_THAT(winners.text(), HasSubstr(R"("field": "isGameWinner", "value": false)"));
  ChangedGame picking("three-omens");
  picking.with(R"("field": "actionRequired", "value": true)", R"("field": "actionRequired")");
  EXPECT_THAT(picking.text(), HasSubstr(R"("field": "actionRequired", "value": true)"));
  ChangedGame scoring("three-omens");
  scoring.with(R"("path": "players.{{roundWinnerId}}.score", "value": 1)",
               R"("path": "players.{{roundWinnerId}}.score")");
  EXPECT_FALSE(scoring.repaired().succeeded()) << "by how much?";
}

TEST(RuleChoices, BelieveWhatIsReadAndWrittenMoreThanTheSchema) {
  ChangedGame game("three-omens");
  game.with(R"("score": { "type")", R"("scores": { "type")");
  EXPECT_THAT(game.text(), HasSubstr(R"("score": { "type": "number" })"));
}

TEST(RuleChoices, DecideNoTransitionByAFieldThatNobodySets) {
  EXPECT_FALSE(repaired_with_logic(R"({"<": [{"var": "game.bells"}, 2]})").succeeded());
  EXPECT_TRUE(repaired_with_logic(
                  R"({"and": [{"<": [{"var": "game.bells"}, 2]}, {"anyPlayer": ["score", ">=", 3]}]})")
                  .succeeded());
  ChangedGame guarded("three-omens");
  guarded.with(R"("logic": { "<": [{ "var": "game.round" }, 7] })",
               R"("logic": {"<": [{"var": "game.bells"}, 2]})");
  EXPECT_TRUE(guarded.repaired().succeeded()) << "nobody_has_three decides as well";
}

TEST(RuleChoices, CallNothingDeterministicThatIsAlwaysTheSame) {
  for (auto const* logic : {"{}", R"({"==": [1, 1]})", "true"}) {
    ChangedGame game("three-omens");
    game.with(three_points, logic)
        .with(R"("deterministic": true)", R"("deterministic": false)", "three_points");
    EXPECT_FALSE(game.repaired().succeeded()) << logic;
  }
}

TEST(RuleChoices, MakeNoEqualChancesOfStatedOnes) {
  for (auto const* stated : {R"("probabilities": {"clear": 0.5, "haze": 0.3})",
                             R"("probabilities": ["often", "rarely", "never"])", R"("weights": [4, 3, 3])"}) {
    ChangedGame game("fog-ferry");
    game.with("\"probabilities\": [0.4, 0.35, 0.25]", stated);
    EXPECT_FALSE(game.repaired().succeeded()) << stated;
  }
}

TEST(RuleChoices, ReadChancesHoweverTheyAreWritten) {
  for (auto const* stated :
       {R"("probabilities": ["0.4", "0.35", "0.25"])", R"("probabilities": ["40%", "35%", "25%"])",
        R"("probability": [0.4, 0.35, 0.25])",
        R"("probabilities": {"haze": 0.35, "clear": 0.4, "peasoup": 0.25})"}) {
    ChangedGame game("fog-ferry");
    game.with("\"probabilities\": [0.4, 0.35, 0.25]", stated);
    EXPECT_THAT(game.text(), HasSubstr("\"probabilities\": [0.4, 0.35, 0.25]")) << stated;
  }
}

/// What seventh_round_over becomes, if its logic is a text.
std::string with_logic_text(std::string const& text) {
  ChangedGame game("three-omens");
  game.with(R"({ ">=": [{ "var": "game.round" }, 7] })", text);
  auto const repair = game.repaired();
  return repair.succeeded() ? repair.changed.front().bytes : "";
}

TEST(RuleChoices, ReadComparisonsThatHaveOneReading) {
  EXPECT_THAT(with_logic_text(R"("game.round>=7")"), HasSubstr(R"({">=": [{"var": "game.round"}, 7]})"));
  EXPECT_THAT(with_logic_text(R"("game.round > 6 and game.roundWinner = 'a and b'")"),
              HasSubstr(R"({"==": [{"var": "game.roundWinner"}, "a and b"]})"));
  EXPECT_THAT(with_logic_text(R"("7 <= game.round")"), HasSubstr(R"({"<=": [7, {"var": "game.round"}]})"));
  for (auto const* text :
       {R"("game.round")", R"("")", R"("game.round >= 7 >= 3")", R"("game.round && game.gameEnded")",
        R"("game.turn >= 7")", R"("players.score >= 7")", R"("game.round >= 7 or game.round < 1 and true")",
        R"("[1]")", R"("'game.round' >= ")", R"("game.round < 1e400")", R"("game.round == [7]")"})
    EXPECT_EQ(with_logic_text(text), "") << text;
}

TEST(RuleChoices, RenameMembersThatCanBeMeantAlone) {
  ChangedGame two("three-omens");
  two.with(R"("transitionName": "Another round")", R"("name": "Another round", "title": "Round")");
  EXPECT_FALSE(two.repaired().succeeded());
  ChangedGame other_kind("three-omens");
  other_kind.with(R"("preconditions": [)", R"("conditions": "none", "unknown": [)", "show_omens");
  EXPECT_FALSE(other_kind.repaired().succeeded());
}

TEST(RuleChoices, MoveNoInstructionThatIsMeantForSomethingElse) {
  ChangedGame game("three-omens");
  game.with("\"next_round\": {", "\"old_round\": {")
      .with("\"id\": \"next_round\"", "\"id\": \"old\"", "playerPhases");
  EXPECT_FALSE(game.repaired().succeeded());
}

} // namespace
} // namespace artifactd::test
