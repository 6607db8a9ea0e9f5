// Every check of a game, over the corpus: sound games pass, and each mutation is told in the very words.
#include "merge/game/checks.hpp"
#include "merge/game/validation.hpp"
#include "tests/support/game_corpus.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <set>

namespace artifactd::test {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Not;

TEST(GameValidation, PassesSoundGames) {
  ASSERT_GE(game_names().size(), 4);
  for (auto const& name : game_names())
    EXPECT_THAT(error_messages(game::validate(game::Game(game_files(name)))), IsEmpty()) << name;
}

TEST(GameValidation, TellsEachMutationInItsWords) {
  auto const mutations = game_mutations();
  ASSERT_GE(mutations.size(), 80);
  for (auto const& mutation : mutations)
    EXPECT_THAT(error_messages(game::validate(game::Game(broken_files(mutation)))),
                ElementsAreArray(mutation.errors))
        << mutation.pattern << ": " << mutation.name;
}

TEST(GameValidation, TellsTheErrorsAloneAsWell) {
  for (auto const& mutation : game_mutations())
    EXPECT_THAT(game::error_messages(game::Game(broken_files(mutation))), ElementsAreArray(mutation.errors))
        << mutation.pattern << ": " << mutation.name;
}

TEST(GameValidation, NamesThePlaceOfWhatItFinds) {
  for (auto const& mutation : game_mutations())
    for (auto const& finding : game::validate(game::Game(broken_files(mutation)))) {
      EXPECT_TRUE(finding.code.starts_with("game.")) << finding.code;
      EXPECT_EQ(finding.pointer.has_value(), finding.line && finding.column && !finding.file.empty())
          << finding.message;
    }
}

TEST(GameValidation, TakesFinishedForAnEndThoughTheGameBeginsAgainFromThere) {
  GameMutation const rematch{.pattern = "",
                             .name = "rematch",
                             .game = "three-omens",
                             .errors = {},
                             .repaired = {},
                             .edits = nlohmann::ordered_json::parse(R"([{"file": "transitions.json",
                             "pointer": "/transitions/-", "op": "add",
                             "value": {"id": "again", "fromPhase": "finished", "toPhase": "init",
                                       "checkedFields": [], "preconditions": []}}])")};
  EXPECT_THAT(error_messages(game::validate(game::Game(broken_files(rematch)))),
              Not(testing::Contains(testing::HasSubstr("has no path to any terminal phase"))));
}

TEST(GameValidation, SaysThatThereIsNothing) {
  auto const messages = error_messages(game::validate(game::Game({})));
  EXPECT_THAT(messages, testing::Contains("Execution output is missing"));
  EXPECT_THAT(messages, testing::Contains("Failed to parse stateTransitions as JSON"));
  EXPECT_THAT(messages, testing::Contains("Failed to parse stateSchema as JSON"));
  EXPECT_THAT(messages, testing::Contains("No instructions in artifact"));
}

TEST(GameValidation, SurvivesFilesOfAnyShape) {
  for (auto const* text :
       {"", "{", "null", "[]", "{}", "3", "\"\"", "\"{\"", R"({"phases":3,"transitions":{}})",
        R"({"phases":["init"],"transitions":[{"preconditions":[{"logic":{">":[1e999,1]}}]}]})",
        R"({"phases":[3],"transitions":[3,null,{}]})", R"({"transitions":"[]"})",
        R"({"playerPhases":[],"transitions":{"a":null,"b":3}})",
        R"({"transitions":{"a":{"stateDelta":[null,3,{},{"op":3},{"op":"rng","choices":[]}]}}})",
        R"({"playerPhases":{"p":{"playerActions":[null,{"validation":{"checks":[3]}}]}}})"})
    for (auto const* name :
         {"schema.json", "transitions.json", "instructions.json", "narratives.json", "dataSources.json",
          "instructions.transitions.a.json", "instructions.playerPhases.p.json"})
      for (auto const& game_name : game_names()) {
        auto files = game_files(game_name);
        std::erase_if(files, [&](game::GameFile const& each) { return each.name == name; });
        files.push_back({name, name, text});
        EXPECT_NO_FATAL_FAILURE((void)game::validate(game::Game(files))) << name << ": " << text;
      }
}

std::vector<std::string> errors_with_sources(std::string const& id, std::string const& sources) {
  auto const delta =
      R"({"id": "a", "stateDelta": [{"op": "setFromDataSource", "path": "game.x", "paramValues": {},
                         "dataSourceId": ")" +
      id + "\"}]}";
  std::vector<game::GameFile> files{
      {"instructions.transitions.a.json", "instructions.transitions.a.json", delta}};
  if (!sources.empty()) files.push_back({"dataSources.json", "dataSources.json", sources});
  auto errors = game::error_messages(game::Game(files));
  std::erase_if(errors, [](std::string const& each) { return !each.contains("dataSourceId"); });
  return errors;
}

TEST(GameValidation, KnowsTheDataSourcesItIsTold) {
  auto const* sources = R"(["weather", {"id": "tides", "url": "https://tides.example"}, 3])";
  EXPECT_THAT(errors_with_sources("wether", sources),
              testing::ElementsAre(
                  "Transition 'a': stateDelta[0] op 'setFromDataSource' references unknown dataSourceId "
                  "'wether'. Valid IDs: weather, tides"));
  EXPECT_THAT(errors_with_sources("tides", sources), IsEmpty());
  EXPECT_THAT(errors_with_sources("{{source}}", sources), IsEmpty());
  EXPECT_THAT(errors_with_sources("wether", ""), IsEmpty());
  EXPECT_THAT(errors_with_sources("wether", "[]"), testing::SizeIs(1));
}

std::vector<std::string> errors_with_logic(char const* schema, std::string const& logic) {
  auto const transitions =
      R"({"phases": ["init", "finished"], "transitions": [{"id": "a", "fromPhase": "init",
      "toPhase": "finished", "preconditions": [{"id": "p", "deterministic": true, "explain": "", "logic": )" +
      logic + "}]}]}";
  return game::error_messages(game::Game(
      {{"schema.json", "schema.json", schema}, {"transitions.json", "transitions.json", transitions}}));
}

TEST(GameValidation, KnowsNoFieldWhereTheSchemaIsNone) {
  for (auto const* schema : {"null", "5", "{}", "[]", R"({"stateSchema": null})"})
    EXPECT_THAT(errors_with_logic(schema, R"({">": [{"var": "game.round"}, 3]})"),
                testing::Contains("Transition a precondition references unknown field: game.round"))
        << schema;
}

TEST(GameValidation, LooksIntoWhatPlayersAreComparedBy) {
  auto const unknown = testing::Contains(testing::HasSubstr("there is no operation '='"));
  EXPECT_THAT(errors_with_logic("[]", R"({"allPlayers": ["actionRequired", "=", false]})"), unknown);
  EXPECT_THAT(errors_with_logic("[]", R"({"!": [{"anyPlayer": ["actionRequired", "=", false]}]})"), unknown);
  EXPECT_THAT(errors_with_logic("[]", R"({"allPlayers": ["actionRequired", "==", "="]})"),
              testing::Not(testing::Contains(testing::HasSubstr("there is no operation"))));
}

TEST(GameValidation, LooksForEveryPlayersVarsInLists) {
  EXPECT_THAT(errors_with_logic("[]", R"({">": [{"var": ["players[*].actionRequired", 1]}, 0]})"),
              testing::Contains(testing::HasSubstr("is null whatever the players have")));
}

TEST(GameChecks, AreThoseOfTheManual) {
  std::ifstream manual(SOURCE_DIR "/docs/game-artifacts.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(manual, line);)
    if (line.starts_with("| `game.")) rows.push_back(line);
  std::vector<std::string> expected;
  for (auto const& check : game::checks())
    expected.push_back("| `" + std::string(check.code) + "` | " + std::string(severity_word(check.severity)) +
                       " | " + std::string(check.looks_for) + " |");
  EXPECT_THAT(rows, ElementsAreArray(expected));
}

} // namespace
} // namespace artifactd::test
