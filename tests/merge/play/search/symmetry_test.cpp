#include "merge/play/search/symmetry.hpp"
#include "tests/support/sketch.hpp"

#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;

namespace {

Value race() {
  return Value::parse(R"({
    "schema": {"game": {"turns": "number", "last": "string"}, "player": {"place": "number", "note": "string"}},
    "phases": ["init", "go", "move", "finished"],
    "asks": ["go"],
    "actions": {"go": {"step": {"ops": ["players.{{playerId}}.place += 1",
                                        "players.{{playerId}}.note = \"{{playerId}}\"",
                                        "players.{{playerId}}.actionRequired = false"]}}},
    "transitions": {
      "initialize_game": ["init", "go", [], ["game.turns = 0", "* place = 0", "* actionRequired = true"]],
      "move": ["go", "move", ["all acted"], []],
      "home": ["move", "finished", ["any place >= 3"], ["players.{{winnerId}}.isGameWinner = true"]],
      "on": ["move", "go", [], ["* actionRequired = true"]]}})");
}

bool are_alike(Value const& sketch, std::vector<std::string> const& players = {"ada", "bob", "cleo"}) {
  game::Game const game(files_of(sketch));
  Runtime runtime(game, players);
  return Symmetry::of(runtime).has_value();
}

TEST(Symmetry, PlayersAreAlikeWhereNothingNamesOne) {
  EXPECT_TRUE(are_alike(race()));
  auto sketch = race();
  sketch["actions"]["go"]["push"] = {{"ops", {"players.{{input.who}}.place -= 1"}}};
  EXPECT_TRUE(are_alike(sketch)) << "an input may say which player is meant";
  sketch["transitions"]["on"][3] = {"players.{{leaderId}}.place = 0"};
  EXPECT_TRUE(are_alike(sketch)) << "and so may a model";
}

TEST(Symmetry, PlayersDifferAsSoonAsSomethingTellsThemApart) {
  auto const with_operation = [](std::string const& operation) {
    auto sketch = race();
    sketch["transitions"]["on"][3].push_back(operation);
    return sketch;
  };
  EXPECT_FALSE(are_alike(with_operation("players.player1.place = 0"))) << "an alias in a path";
  EXPECT_FALSE(are_alike(with_operation("players.ada.place = 0"))) << "an id in a path";
  auto const with_test = [](std::string const& test) {
    auto sketch = race();
    sketch["transitions"]["home"][2].push_back(test);
    return sketch;
  };
  EXPECT_FALSE(are_alike(with_test("players.player2.place >= 3"))) << "an alias in logic";
  EXPECT_FALSE(are_alike(with_test("game.last == \"bob\""))) << "logic compares with an id";

  auto keeps = with_test("game.last != \"\"");
  keeps["actions"]["go"]["step"]["ops"].push_back("game.last = \"{{playerId}}\"");
  EXPECT_FALSE(are_alike(keeps)) << "what is read keeps who acted";
  auto chosen = with_test("game.last != \"\"");
  chosen["actions"]["go"]["step"]["ops"].push_back("game.last = \"{{input.winnerId}}\"");
  EXPECT_FALSE(are_alike(chosen)) << "what is read keeps who was chosen";
  auto checked = race();
  checked["actions"]["go"]["push"] = {{"ops", {"players.{{input.who}}.place -= 1"}},
                                      {"checks", {"input.who != game.last"}}};
  EXPECT_FALSE(are_alike(checked)) << "a check judges who is chosen";
  EXPECT_FALSE(are_alike(race(), {"ada"})) << "one player is nobody's like";
}

TEST(Symmetry, StatesThatAreAlikeAreSortedIntoOne) {
  game::Game const game(files_of(race()));
  Runtime runtime(game, {"ada", "bob", "cleo"});
  auto symmetry = Symmetry::of(runtime);
  ASSERT_TRUE(symmetry);
  auto const& layout = runtime.program().layout();
  auto const with_places = [&](std::vector<int> const& places, std::size_t winner) {
    auto row = runtime.start();
    for (std::size_t each = 0; each < places.size(); ++each)
      row[layout.of_player(each, "place")] = runtime.pool().id_of(places[each]);
    row[layout.of_player(winner, "isGameWinner")] = runtime.pool().id_of(true);
    runtime.note_winners(row);
    return row;
  };
  auto one = with_places({1, 2, 3}, 2);
  auto other = with_places({3, 1, 2}, 0);
  auto different = with_places({3, 1, 2}, 1);
  symmetry->sort(one);
  auto const seats = symmetry->sort(other);
  symmetry->sort(different);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, different);
  auto const place_of_third = with_places({3, 1, 2}, 0)[layout.of_player(seats[2], "place")];
  EXPECT_EQ(other[layout.of_player(2, "place")], place_of_third) << "seats say whose part it was";
}

} // namespace
