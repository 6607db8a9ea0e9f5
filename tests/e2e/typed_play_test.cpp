// A person, or a program in their place, plays a game: moves, questions to the referee, and the record that
// they leave.
#include "tests/e2e/site.hpp"
#include "tests/support/game_corpus.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

/// three-omens, in which a referee says who has won a round.
class TypedPlay : public testing::Test {
protected:
  TypedPlay() {
    fs::create_directories(site.path() / "game");
    for (auto const& file : game_files("three-omens"))
      std::ofstream(site.path() / "game" / file.name) << file.bytes;
  }
  std::string game() const { return (site.path() / "game").string(); }
  /// Plays it with lines typed by a person.
  Ended typed(std::string const& lines, std::string const& option = "--seed=1") const {
    std::ofstream(site.path() / "typed") << lines;
    auto const* const command = R"(exec "$0" --config "$1" game play "$2" --record "$3" "$5" <"$4")";
    return run({{"sh", "-c", command, site.program("artifactctl"), site.config().string(), game(),
                 (site.path() / "records").string(), (site.path() / "typed").string(), option}});
  }
  fs::path record() const { return fs::directory_iterator(site.path() / "records")->path(); }
  Ended checked() const { return site.artifactctl({"play", "check", record().string()}); }

  Site site;
};

TEST_F(TypedPlay, APersonPlaysUndoesAndQuits) {
  auto const done =
      typed("pick_omen omen=stone\n2\n7\nplayer1\n/undo\npick_omen omen=bough\n\n/state\n/quit\n");
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("player1 is asked in phase 'choose'"));
  EXPECT_THAT(done.out, HasSubstr("Pick ember, tide or bough."));
  EXPECT_THAT(done.out, HasSubstr("player1 does pick_omen {\"omen\":\"tide\"}"));
  EXPECT_THAT(done.out, HasSubstr("not possible: set game.roundWinner: 7 where the schema wants a string"));
  EXPECT_THAT(done.out, HasSubstr("back to before the last action"));
  EXPECT_THAT(done.out, HasSubstr("player1 does pick_omen {\"omen\":\"bough\"}"));
  EXPECT_EQ(site.artifactctl({"game", "replay", record().string()}).exit, 0);
}

/// A typo and a command are no values: they leave no trace in the log, and the game is as sound as before.
TEST_F(TypedPlay, ARefereeIsAskedAgainUntilTheAnswerFits) {
  auto const done = typed("2\n7\n/sate\n/state\n/undo\n2\nplayer1\n/quit\n");
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("not possible: set game.roundWinner: 7 where the schema wants a string"));
  EXPECT_THAT(done.out, HasSubstr("not possible: there is no such command: /state, /undo, /quit"));
  EXPECT_THAT(done.out, HasSubstr("\"omen\": \"tide\""));
  EXPECT_THAT(done.out, HasSubstr("back to before the last action"));
  EXPECT_THAT(done.out, HasSubstr("roundWinnerId = \"player1\""));
  std::ifstream log(record() / "log.ndjson");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(log), {}), Not(HasSubstr("\"kind\":\"error\"")));
  EXPECT_EQ(checked().exit, 0) << checked().out;
}

TEST_F(TypedPlay, JsonThatIsNestedTooDeeplyIsNoMove) {
  auto const deep = std::string(200'000, '[') + std::string(200'000, ']');
  auto const done = typed(R"({"actionId": "pick_omen", "input": {"omen": )" + deep +
                          "}}\npick_omen omen=" + deep + "\n/quit\n");
  EXPECT_EQ(done.exit, 0) << done.err.substr(0, 1000);
}

TEST_F(TypedPlay, AMoveThatIsImpossibleIsAskedForAgain) {
  auto const done = typed(R"({"actionId": "pick_omen", "playerId": "player2", "input": {"omen": "stone"}}
fly
2
player1
/quit
)");
  EXPECT_EQ(done.exit, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("not possible: Pick ember, tide or bough."));
  EXPECT_THAT(done.out, HasSubstr("not possible: there is no such action"));
  EXPECT_EQ(checked().exit, 0);
}

TEST_F(TypedPlay, APlayThatIsLeftAtAQuestionIsNotChangedBySomebody) {
  EXPECT_EQ(typed("2\n/quit\n").exit, 0);
  EXPECT_EQ(checked().exit, 0) << checked().out;
  auto const state = Json::parse(std::ifstream(record() / "state.json"));
  EXPECT_EQ(state["players"]["player1"]["omen"], "tide") << "the turn so far is in it";
}

/// A program must never wait for a line that the game does not print.
TEST_F(TypedPlay, AProgramIsToldEachTimeWhatItsLineIsFor) {
  auto const done = typed(R"({"actionId": "pick_omen", "input": {"omen": "stone"}}
{"actionId": "fly"}
{"actionId": "pick_omen", "input": {"omen": "tide"}}
7
"player1"
/state
/quit
)",
                          "--json");
  EXPECT_EQ(done.exit, 0) << done.err;
  std::vector<std::string> asked;
  std::vector<std::string> refused;
  Json question;
  Json state;
  std::istringstream lines(done.out);
  for (std::string line; std::getline(lines, line);) {
    auto const json = Json::parse(line, nullptr, false);
    ASSERT_TRUE(json.is_object()) << line;
    if (json.contains("asks")) asked.push_back(json["asks"].get<std::string>());
    if (json.contains("refused")) refused.push_back(json["refused"].get<std::string>());
    if (json.contains("value")) question = json;
    if (json.contains("state")) state = json["state"];
  }
  EXPECT_THAT(asked, testing::ElementsAre("player1", "player1", "player1", "referee", "referee", "player1",
                                          "player1"));
  EXPECT_THAT(refused,
              testing::ElementsAre("Pick ember, tide or bough.", HasSubstr("there is no such action"),
                                   HasSubstr("7 where the schema wants a string")));
  EXPECT_EQ(question["value"], "roundWinnerId");
  EXPECT_EQ(question["phase"], "choose");
  EXPECT_TRUE(question["guidance"].is_array());
  EXPECT_TRUE(state["players"].contains("player1"));
}

TEST_F(TypedPlay, APlayThatWasLeftIsGoneOnWith) {
  EXPECT_EQ(typed("1\n/quit\n").exit, 0);
  auto const before = fs::file_size(record() / "log.ndjson");
  auto const done = site.artifactctl({"game", "play", record().string(), "--seat", "none"});
  EXPECT_EQ(done.exit, 0) << done.out << done.err;
  EXPECT_GT(fs::file_size(record() / "log.ndjson"), before);
  auto const again = site.json({"game", "replay", record().string()});
  EXPECT_EQ(again["departures"], nlohmann::json::array());
  EXPECT_EQ(again["over"], true);
  fs::remove_all(record() / "artifacts");
  EXPECT_NE(site.artifactctl({"game", "play", record().string(), "--seat", "none"}).exit, 0);
}

} // namespace
} // namespace artifactd::test
