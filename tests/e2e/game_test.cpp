// Games by hand and through a signal: judged, tried, and repaired as far as the rules allow.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/game_corpus.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class GameCommand : public testing::Test {
protected:
  Ended game(std::vector<std::string> words) const {
    words.insert(words.begin(), "game");
    return site_.artifactctl(words);
  }
  /// Writes these files into a directory; returns it.
  std::string directory(std::vector<game::GameFile> const& files) const {
    auto const made = site_.path() / "game";
    fs::create_directories(made);
    for (auto const& file : files)
      std::ofstream(made / file.name) << file.bytes;
    return made.string();
  }
  static std::vector<game::GameFile> broken(std::string const& name) {
    for (auto const& mutation : game_mutations())
      if (mutation.name == name) return broken_files(mutation);
    return {};
  }

  Site site_;
};

TEST_F(GameCommand, ChecksADirectory) {
  auto sound = game({"check", directory(game_files("three-omens"))});
  EXPECT_EQ(sound.exit, 0);
  EXPECT_THAT(sound.out, HasSubstr("valid (0 errors"));
  auto bad = game({"check", directory(broken("value-missing"))});
  EXPECT_EQ(bad.exit, 1);
  EXPECT_THAT(bad.out, HasSubstr("stateDelta[0] op 'set' missing 'value' field [game.I05]"));
  EXPECT_EQ(site_.json({"game", "check", (site_.path() / "game").string()})["valid"], false);
  EXPECT_EQ(game({"check", site_.path().string()}).exit, 3);
}

TEST_F(GameCommand, OptionsThatFitNoGameAreUsageErrors) {
  auto const sound = directory(game_files("three-omens"));
  for (auto const& [option, value] :
       {std::pair("--players", "0"), {"--bots", "stupid"}, {"--seat", "nobody"}}) {
    auto const told = game({"play", sound, option, value});
    EXPECT_EQ(told.exit, 2) << option;
    EXPECT_THAT(told.err, HasSubstr(std::string(option) + " " + value));
  }
}

TEST_F(GameCommand, EvaluatesLogic) {
  EXPECT_EQ(game({"eval", R"({"<": [{"var": "a"}, 3]})", R"({"a": 2})"}).out, "true\n");
  EXPECT_EQ(game({"eval", R"({"var": "playersCount"})", R"({"players": {"a": {}, "b": {}}})", "--state"}).out,
            "2\n");
  auto unknown = game({"eval", R"({"foo": [1]})"});
  EXPECT_EQ(unknown.exit, 1);
  EXPECT_THAT(unknown.err, HasSubstr("foo"));
  EXPECT_EQ(game({"eval", "{"}).exit, 1);
  EXPECT_EQ(game({"eval", "{\"length\": \"" + std::string(3000, 'x') + "\"}"}).out, "3000\n");
  EXPECT_EQ(game({"eval", R"({">": [1e999, 1e308]})"}).out, "true\n");
  EXPECT_EQ(site_.json({"game", "eval", R"({"merge": [{"lookup": [[], 5]}, 1e999]})"})["result"].dump(),
            "[null,null]");
  EXPECT_EQ(game({"eval", "/nowhere/logic.json"}).exit, 3);
  auto const told = site_.json({"game", "eval", R"({"lookup": [[], 5]})"});
  EXPECT_TRUE(told["result"].is_null());
  EXPECT_EQ(told["holds"], false);
}

TEST_F(GameCommand, AppliesDeltas) {
  auto const operations =
      R"([{"op": "set", "path": "game.x", "value": 1}, {"op": "increment", "path": "game.x", "value": 2}])";
  EXPECT_EQ(site_.json({"game", "apply", operations, R"({"game": {}})"})["state"]["game"]["x"], 3);
  auto failed = game({"apply", R"({"op": "increment", "path": "game.y", "value": 1})", R"({"game": {}})"});
  EXPECT_EQ(failed.exit, 1);
  EXPECT_THAT(failed.err, HasSubstr("Path game.y is not a number"));
  auto const named =
      site_.json({"game", "apply", R"({"op": "set", "path": "players.player2.won", "value": true})",
                  R"({"players": {"ann": {}, "ben": {}}})", "--player", "ann", "--player", "ben"});
  EXPECT_EQ(named["state"]["players"]["ben"]["won"], true);
}

TEST_F(GameCommand, FillsInTheTemplatesOfAnInstruction) {
  auto const instruction =
      R"({"id": "score",
          "stateDelta": [{"op": "increment", "path": "players.{{playerId}}.score", "value": "{{points}}"}]})";
  auto const scored = site_.json({"game", "apply", instruction, R"({"players": {"ann": {"score": 1}}})",
                                  "--with", R"({"playerId": "ann", "points": 4})"});
  EXPECT_EQ(scored["state"]["players"]["ann"]["score"], 5);
  EXPECT_EQ(game({"apply", instruction, R"({"players": {"ann": {"score": 1}}})"}).exit, 1);
}

TEST_F(GameCommand, PrintsARepairAsADiff) {
  auto const files = broken("value-missing");
  auto const repair = game({"repair", directory(files)});
  EXPECT_EQ(repair.exit, 0);
  EXPECT_THAT(repair.out, HasSubstr("+++ b/instructions.json"));
  auto const told = site_.json({"game", "repair", (site_.path() / "game").string()});
  EXPECT_EQ(told["repaired"], true);
  EXPECT_EQ(told["plans"][0]["changes"][0]["fragmentAddress"], "instructions.transitions.crown_seer");
  for (auto const& file : files) { // it only reports
    std::ifstream in(site_.path() / "game" / file.name);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), file.bytes);
  }
}

TEST_F(GameCommand, GamesAreMergedByFileAndRefusedWhole) {
  site_.configure("[[agent]]\nmatch = \"story\"\nprofile = \"game\"\n");
  auto session = site_.session("s");
  for (auto const& file : broken("value-missing"))
    session.artifact("story", file.name, file.bytes);
  RunningDaemon daemon(site_);
  session.drop("story");
  ASSERT_TRUE(eventually([&] { return session.refused("story"); }));
  EXPECT_THAT(session.text("story.retry-instructions.json"), HasSubstr("missing 'value' field"));
  for (auto const& file : game_files("three-omens"))
    session.artifact("story", file.name, file.bytes);
  fs::rename(session / "story.kg.lock.error", session / "story.kg.lock");
  ASSERT_TRUE(eventually([&] { return session.merged("story"); }));
  auto const graph = session.graph();
  EXPECT_TRUE(graph["story"]["transitions"]["transitions"].is_array());
  EXPECT_TRUE(graph["story"]["instructions"]["transitions"].is_object());
  EXPECT_TRUE(graph["story"]["schema"]["game"].is_object());
}

} // namespace
} // namespace artifactd::test
