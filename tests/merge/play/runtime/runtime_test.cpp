#include "merge/play/runtime/runtime.hpp"
#include "merge/play/runtime/step.hpp"
#include "tests/support/sketch.hpp"

#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using testing::HasSubstr;

namespace {

Value const base = Value::parse(R"({
  "schema": {"game": {"round": "number", "note": "string", "pot": "number", "who": "string", "die": "number",
                      "box": "object", "list": "array"},
             "player": {"coins": "number", "word": "string"}},
  "phases": ["init", "act", "look", "finished"],
  "asks": ["act"],
  "actions": {"act": {"go": {"ops": ["players.{{playerId}}.actionRequired = false"]}}},
  "transitions": {
    "initialize_game": ["init", "act", [], ["game.round = 1", "* coins = 5", "* actionRequired = true"]],
    "on": ["act", "look", ["all acted"], []],
    "end": ["look", "finished", [], []]
  }
})");

Value changed(std::string const& change) {
  auto sketch = base;
  sketch.merge_patch(Value::parse(change));
  return sketch;
}

/// A game of two players that has begun.
class Played {
public:
  explicit Played(Value const& sketch, std::vector<std::string> players = {"ada", "ben"})
      : game_(files_of(sketch)), runtime_(game_, std::move(players)), row_(runtime_.start()) {
    auto const* first = runtime_.program().beginning();
    if (first != nullptr) fire(first->declared->id);
  }

  std::string fire(std::string const& id) { return take({Step::Kind::transition, id}); }
  std::string act(std::string const& player, std::string const& id = "go", Value input = Value::object()) {
    return take({Step::Kind::action, id, "", player, std::move(input)});
  }
  /// Why the step cannot be taken; empty if it was taken.
  std::string take(Step const& step) {
    auto next = play::take(runtime_, row_, begun_, step);
    if (!next) return next.error().details;
    row_ = *std::move(next);
    begun_ = true;
    return "";
  }
  Value state() { return runtime_.program().layout().state(row_, runtime_.pool()); }
  Value at(std::string const& pointer) {
    auto const all = state();
    return all.contains(Value::json_pointer(pointer)) ? all[Value::json_pointer(pointer)] : Value();
  }
  Standing standing() { return runtime_.standing(row_); }
  Runtime& runtime() { return runtime_; }

private:
  game::Game game_;
  Runtime runtime_;
  Row row_;
  bool begun_ = false;
};

TEST(Runtime, TheFirstTransitionIsTakenWhateverItsPreconditionsSay) {
  Played played(changed(
      R"({"transitions": {"initialize_game": ["init", "act", ["game.round == 9"], ["* actionRequired = true"]]}})"));
  EXPECT_EQ(played.at("/game/currentPhase"), "act");
  Played other(changed(R"({"transitions": {"initialize_game": null, "begin": ["init", "look", [], []]}})"));
  EXPECT_EQ(other.at("/game/currentPhase"), "look");
}

TEST(Runtime, WaitsForWhoeverIsAsked) {
  Played played(base);
  EXPECT_EQ(played.standing().next, Standing::Next::wait);
  EXPECT_EQ(played.act("ada"), "");
  EXPECT_EQ(played.at("/game/currentPhase"), "act");
  EXPECT_EQ(played.standing().next, Standing::Next::wait);
  EXPECT_EQ(played.act("ben"), "");
  EXPECT_EQ(played.standing().next, Standing::Next::fire);
}

TEST(Runtime, RefusesWhoeverMayNotActAndChangesNothing) {
  Played played(base);
  EXPECT_EQ(played.act("ada"), "");
  auto const before = played.state();
  EXPECT_EQ(played.act("ada"), "player 'ada' may not act now");
  EXPECT_EQ(played.act("eve"), "Player ID not found in game state: eve");
  EXPECT_EQ(played.act("ben", "jump"), "phase 'act' has no action 'jump'");
  EXPECT_THAT(played.fire("on"), HasSubstr("players are asked"));
  EXPECT_EQ(played.state(), before);
}

TEST(Runtime, ActionsAllowedLetsPlayersActWithoutBeingAsked) {
  Played played(changed(R"({"transitions": {"initialize_game": ["init", "act", [],
      ["players.player1.actionRequired = true", "players.player2.actionsAllowed = true"]]}})"));
  EXPECT_EQ(played.act("ben"), "");
  EXPECT_EQ(played.act("ada"), "");
  EXPECT_EQ(played.standing().next, Standing::Next::fire);
  // actionRequired overrides actionsAllowed.
  Played other(changed(R"({"transitions": {"initialize_game": ["init", "act", [],
      ["* actionRequired = true", "* actionsAllowed = false"]]}})"));
  EXPECT_EQ(other.act("ada"), "");
}

TEST(Runtime, AnActionKeepsThePhaseAndDrawsWhatItDraws) {
  Played played(changed(R"({"actions": {"act": {"go": {"ops":
      ["game.die ~ [1, 6] [0.5, 0.5]", "players.{{playerId}}.actionRequired = false"]}}}})"));
  EXPECT_EQ(played.take({Step::Kind::action, "go", "", "ada", Value::object(), {{"game.die", 6}}}), "");
  EXPECT_EQ(played.at("/game/die"), 6);
  EXPECT_EQ(played.at("/game/currentPhase"), "act");
}

TEST(Runtime, RefusesADrawThatChanceCannotGive) {
  Played played(changed(R"({"actions": {"act": {"go": {"ops":
      ["game.die ~ [1, 6] [1.0, 0.0]", "players.{{playerId}}.actionRequired = false"]}}}})"));
  auto const drawing = [&](Value value) {
    return played.take(
        {Step::Kind::action, "go", "", "ada", Value::object(), {{"game.die", std::move(value)}}});
  };
  EXPECT_EQ(drawing(7), "7 was drawn for game.die, but it was not one of the choices");
  EXPECT_EQ(drawing(6), "6 was drawn for game.die, but it was not one of the choices") << "it had no chance";
  EXPECT_EQ(drawing(1.0), "");
}

TEST(Runtime, ChecksRefuseByTheFirstThatIsFalse) {
  Played played(changed(R"({"actions": {"act": {"go": {
      "checks": ["input.bid <= player.coins", "input.bid > 2", "weaponCount > 100"],
      "ops": ["players.{{playerId}}.coins -> game.pot {{input.bid}}", "players.{{playerId}}.actionRequired = false"]}}},
      "transitions": {"initialize_game": ["init", "act", [],
          ["game.pot = 0", "* coins = 5", "* actionRequired = true"]]}})"));
  EXPECT_EQ(played.act("ada", "go", {{"bid", 9}}), "input.bid <= player.coins");
  EXPECT_EQ(played.act("ada", "go", {{"bid", 1}}), "input.bid > 2");
  // A check that nobody computes never forbids.
  EXPECT_EQ(played.act("ada", "go", {{"bid", 3}}), "");
  EXPECT_EQ(played.at("/game/pot"), 3);
  EXPECT_EQ(played.at("/players/ada/coins"), 2);
}

TEST(Runtime, PreconditionsAreTestedAsJavaScriptDoes) {
  auto const fires = [](Value const& logic) {
    auto files = files_of(base);
    auto transitions = Value::parse(files[2].bytes);
    transitions["transitions"][1]["preconditions"] = {
        {{"id", "p"}, {"logic", logic}, {"deterministic", true}, {"explain", ""}}};
    files[2].bytes = transitions.dump();
    game::Game const game(files);
    Runtime runtime(game, {"ada", "ben"});
    auto row = runtime.start();
    for (auto const& step :
         {Step{Step::Kind::transition, "initialize_game"}, Step{Step::Kind::action, "go", "", "ada"},
          Step{Step::Kind::action, "go", "", "ben"}})
      row = *take(runtime, row, step.id != "initialize_game", step);
    return runtime.standing(row).next == Standing::Next::fire;
  };
  EXPECT_TRUE(fires(Value::array()));              // a bare list is true
  EXPECT_FALSE(fires({{"!!", {Value::array()}}})); // inside logic it is false
  EXPECT_FALSE(fires(nullptr));
  EXPECT_FALSE(fires({{"nonsense", {1, 2}}}));
  EXPECT_TRUE(fires({{"==", {{{"var", "players.player2.coins"}}, 5}}}));
  EXPECT_TRUE(fires({{"==", {{{"var", "playersCount"}}, 2}}}));
}

TEST(Runtime, ThePhaseIsTheTransitionsAlone) {
  Played played(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["game.currentPhase = \"finished\"", "game.round += 1"]]}})"));
  played.act("ada");
  played.act("ben");
  EXPECT_EQ(played.fire("on"), "");
  EXPECT_EQ(played.at("/game/currentPhase"), "look");
  EXPECT_EQ(played.at("/game/gameEnded"), false);
  EXPECT_EQ(played.fire("end"), "");
  EXPECT_EQ(played.at("/game/gameEnded"), true);
  EXPECT_EQ(played.standing().next, Standing::Next::end);
}

TEST(Runtime, WinnersAreThoseThatAreMarkedInTheOrderOfJoining) {
  Played played(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["players.player2.isGameWinner = true", "players.player1.isGameWinner = true"]]}})"));
  played.act("ada");
  played.act("ben");
  played.fire("on");
  EXPECT_EQ(played.at("/game/winningPlayers"), Value({"ada", "ben"}));
}

TEST(Runtime, TemplatesAreFilledFromTheStateBefore) {
  Played played(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["game.round += 1", "game.pot = \"{{game.round}}\"", "game.note = \"round {{game.round}}\"",
       "game.who = \"player2\"", "players.player1.word = \"{{game.who}}\""]]},
      "schema": {"game": {"pot": "number"}}})"));
  played.act("ada");
  played.act("ben");
  EXPECT_EQ(played.fire("on"), "");
  EXPECT_EQ(played.at("/game/round"), 2);
  EXPECT_EQ(played.at("/game/pot"), 1); // and a template that is the whole value keeps its type
  EXPECT_EQ(played.at("/game/note"), "round 1");
  EXPECT_EQ(played.at("/players/ada/word"), Value());
}

TEST(Runtime, AliasesMeanPlayersInPathsAndInTheValuesThatGoThere) {
  Played played(changed(R"({"transitions": {
      "initialize_game": ["init", "act", [], ["* coins = 5", "game.who = \"player2\"", "* actionRequired = true"]],
      "on": ["act", "look", ["all acted"], ["players.{{game.who}}.coins += 1", "players.{{p1id}}.coins += 2"]]}})"));
  played.act("ada");
  played.act("ben");
  EXPECT_EQ(played.fire("on"), "");
  EXPECT_EQ(played.at("/players/ben/coins"), 6);
  EXPECT_EQ(played.at("/players/ada/coins"), 7);
}

TEST(Runtime, WhatFailsLeavesTheStateAsItWas) {
  Played played(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["game.round += 1", "players.player3.coins += 1"]]}})"));
  played.act("ada");
  played.act("ben");
  auto const before = played.state();
  EXPECT_THAT(played.fire("on"), HasSubstr("player 'player3' is not there"));
  EXPECT_EQ(played.state(), before);
}

TEST(Runtime, ValuesHaveToFitTheSchema) {
  auto const told = [](std::string const& operation) {
    Played played(changed(R"({"transitions": {"on": ["act", "look",
        ["all acted"], [)" +
                          Value(operation).dump() + "]]}}"));
    played.act("ada");
    played.act("ben");
    return played.fire("on");
  };
  EXPECT_THAT(told("game.round = \"two\""), HasSubstr("\"two\" where the schema wants a number"));
  EXPECT_THAT(told("game.nothing = 1"), HasSubstr("the schema declares no such field"));
  EXPECT_EQ(told("game.round = null"), "");
  EXPECT_THAT(told("game.note += 1"), HasSubstr("is not a number"));
  EXPECT_EQ(told("game.box.inside.deep = 1"), "");
}

TEST(Runtime, WhatAModelLeavesOutIsNotDone) {
  Played played(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["players.{{bestId}}.coins += 1", "game.round += 1"]]}})"));
  played.act("ada");
  played.act("ben");
  Played named(changed(R"({"transitions": {"on": ["act", "look", ["all acted"],
      ["players.{{bestId}}.coins += 1", "game.round += 1"]]}})"));
  named.act("ada");
  named.act("ben");
  EXPECT_EQ(played.fire("on"), "");
  EXPECT_EQ(played.at("/players/ada/coins"), 5);
  EXPECT_EQ(played.at("/game/round"), 2);
  EXPECT_EQ(named.take({Step::Kind::transition, "on", "", "", Value::object(), {}, {{"bestId", "ada"}}}), "");
  EXPECT_EQ(named.at("/players/ada/coins"), 6);
}

TEST(Runtime, AGameWithoutABeginningOrAnInstructionStops) {
  game::Game const none(files_of(changed(R"({"transitions": {"initialize_game": null}})")));
  Runtime runtime(none, {"ada"});
  EXPECT_EQ(runtime.program().beginning(), nullptr);
  auto files = files_of(base);
  auto instructions = Value::parse(files[0].bytes);
  instructions["transitions"].erase("on");
  files[0].bytes = instructions.dump();
  game::Game const missing(files);
  Runtime other(missing, {"ada"});
  auto row = *take(other, other.start(), false, {Step::Kind::transition, "initialize_game"});
  row = *take(other, row, true, {Step::Kind::action, "go", "", "ada"});
  auto const standing = other.standing(row);
  EXPECT_EQ(standing.next, Standing::Next::fault);
  EXPECT_EQ(standing.details, "Transition instructions not found: on");
}

} // namespace
