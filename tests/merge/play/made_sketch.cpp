#include "tests/merge/play/made_sketch.hpp"

#include <random>

namespace artifactd::play {

namespace {

class SketchMaker {
public:
  explicit SketchMaker(std::uint64_t seed) : chance_(seed) {}

  Value sketch() {
    Value sketch{{"schema",
                  {{"game", {{"count", "number"}, {"mood", {"calm", "wild"}}, {"leader", "string"}}},
                   {"player", {{"points", "number"}, {"pick", {"a", "b"}}}}}},
                 {"phases", {"init", "play", "look", "rest", "finished"}},
                 {"asks", once_in(3) ? Value{"play", "rest"} : Value{"play"}}};
    sketch["actions"]["play"] = actions();
    if (sketch["asks"].size() == 2) sketch["actions"]["rest"] = actions();
    auto start = Value{"game.count = 0", "* points = 0", "game.mood = \"calm\""};
    if (!once_in(8)) start.push_back("* actionRequired = true");
    if (once_in(20)) start.erase(1);
    if (once_in(25)) start.push_back("game.gameEnded = true");
    sketch["transitions"]["initialize_game"] = {"init", once_in(12) ? "look" : "play", Value::array(), start};
    auto const leaves_play = one_of({"look", "look", "rest"});
    sketch["transitions"]["close"] = {"play", leaves_play, once_in(6) ? conditions() : Value{"all acted"},
                                      operations(0)};
    sketch["transitions"]["over"] = {"look", "finished", conditions(), operations(0)};
    sketch["transitions"]["again"] = {"look", one_of({"play", "play", "play", "look", "rest"}), conditions(),
                                      operations(6)};
    if (!once_in(4))
      sketch["transitions"]["other"] = {"look", one_of({"rest", "play", "finished"}), conditions(),
                                        operations(4)};
    sketch["transitions"]["wake"] = {"rest", one_of({"play", "look", "finished"}), conditions(),
                                     operations(5)};
    if (once_in(6)) haunt(sketch);
    return sketch;
  }

private:
  /// Adds some rounds, and an action after which the game can no longer end.
  void haunt(Value& sketch) {
    sketch["actions"]["play"]["curse"] = {
        {"ops", {"game.leader = \"nobody\"", "players.{{playerId}}.actionRequired = false"}}};
    if (once_in(2)) sketch["actions"]["play"]["curse"]["checks"] = {"game.count >= 1"};
    sketch["transitions"]["over"] = {
        "look", "finished", {"game.leader != \"nobody\"", "game.count >= 2"}, Value::array()};
    sketch["transitions"]["again"] = {
        "look", "play", Value::array(), {"game.count += 1", "* actionRequired = true"}};
  }

  bool once_in(unsigned n) { return std::uniform_int_distribution<unsigned>(1, n)(chance_) == 1; }
  std::string one_of(std::vector<std::string> const& choices) {
    return choices[std::uniform_int_distribution<std::size_t>(0, choices.size() - 1)(chance_)];
  }

  Value actions() {
    Value actions;
    Value ops{
        one_of({"players.{{playerId}}.pick = \"{{input.pick}}\"", "players.{{playerId}}.points += 1",
                "game.count += 1", "game.mood = \"{{input.mood}}\"", "players.{{playerId}}.pick = \"a\""})};
    if (!once_in(9)) ops.push_back("players.{{playerId}}.actionRequired = false");
    actions["act"] = {{"ops", ops}};
    if (once_in(3))
      actions["act"]["checks"] = {one_of({"input.pick in [\"a\", \"b\"]", "player.points < 2",
                                          "game.mood == \"calm\"", "game.count <= 2", "player.points > 3"})};
    if (once_in(4)) actions["wait"] = {{"ops", {"players.{{playerId}}.actionRequired = false"}}};
    return actions;
  }

  Value conditions() {
    auto list = Value::array();
    while (list.size() < 2 && once_in(2))
      list.push_back(
          one_of({"game.count >= 2", "game.count < 2", "game.count < 3", "game.mood == \"wild\"",
                  "game.mood != \"wild\"", "any points >= 2", "every points < 2", "any pick == \"b\"",
                  "all acted", "game.leader == \"player1\"", "game.count == 7"}));
    return list;
  }

  /// `asks`: one in how many times players are not asked; 0: nobody is ever asked.
  Value operations(unsigned asks) {
    auto list = Value::array();
    if (asks > 0 && !once_in(asks)) list.push_back("* actionRequired = true");
    while (list.size() < 3 && once_in(2))
      list.push_back(one_of(
          {"game.count += 1", "game.count += 1", "game.mood ~ [\"calm\", \"wild\"] [0.5, 0.5]",
           "game.mood = \"{{mood}}\"", "players.{{bestId}}.points += 1", "game.leader = \"{{bestId}}\"",
           "* pick = null", "players.player1.points += 1", "game.mood = \"wild\"", "game.count = 0"}));
    if (once_in(24))
      list.push_back(one_of({"game.gameEnded = true", "game.mood = \"sad\"", "players.eve.points = 1"}));
    return list;
  }

  std::mt19937_64 chance_;
};

} // namespace

Value made_sketch(std::uint64_t seed) {
  return SketchMaker(seed).sketch();
}

} // namespace artifactd::play
