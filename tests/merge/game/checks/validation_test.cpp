// Every check of a game over the corpus: valid games pass, and each mutation is reported in exactly the
// expected words.
#include "merge/game/checks/checks.hpp"
#include "merge/game/checks/validation.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <regex>
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

TEST(GameValidation, PointsAtThePhaseThatAFindingIsAbout) {
  std::regex const about_one("^(?:Terminal )?[Pp]hase ['\"](.*?)['\"] (?:is unreachable|has no )[^]*");
  std::size_t pointed = 0;
  for (auto const& mutation : game_mutations()) {
    auto const files = broken_files(mutation);
    for (auto const& finding : game::validate(game::Game(files))) {
      std::smatch phase;
      if (!finding.pointer || !std::regex_match(finding.message, phase, about_one)) continue;
      auto const file = std::ranges::find(files, finding.file, &game::GameFile::path);
      ASSERT_NE(file, files.end()) << finding.file;
      auto const at = nlohmann::json::parse(file->bytes)[nlohmann::json::json_pointer(*finding.pointer)];
      if (finding.pointer->ends_with("/stateTransitions")) continue; // JSON inside a string
      pointed += at == phase[1].str();
      EXPECT_TRUE(at == phase[1].str() || at.is_object()) << mutation.name << ": " << finding.message;
    }
  }
  EXPECT_GT(pointed, 50U);
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

TEST(GameValidation, NamesTheFilesThatAreMissing) {
  std::string hints;
  for (auto const& finding : game::validate(game::Game({})))
    hints += finding.hint + '\n';
  for (auto const* file : {"schema.json", "transitions.json", "instructions.json"})
    EXPECT_THAT(hints, testing::HasSubstr(std::string("There is no file ") + file));
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

/// Codes and messages about the schema only.
std::vector<std::string> said_of_schema(std::string const& schema) {
  std::vector<std::string> said;
  for (auto const& each : game::validate(game::Game({{"schema.json", "schema.json", schema}})))
    if (each.code >= "game.G16" && each.code <= "game.G19") {
      EXPECT_EQ(each.severity, Severity::warning) << each.message;
      EXPECT_TRUE(each.pointer) << each.message;
      said.push_back(each.code.substr(5) + " " + each.message);
    }
  return said;
}

TEST(GameValidation, LooksAtTheRecordsOfASchema) {
  using testing::ElementsAre;
  using testing::HasSubstr;
  auto const record = [](std::string const& name, std::string const& type, std::string const& path) {
    return nlohmann::ordered_json{{"name", name}, {"type", type}, {"path", path}}.dump();
  };
  auto const of = [](std::vector<std::string> const& records) {
    std::string list;
    for (auto const& each : records)
      list += (list.empty() ? "" : ",") + each;
    return said_of_schema("[" + list + "]");
  };
  EXPECT_THAT(of({record("round", "number", "game"), record("players.*.score", "number", "player"),
                  record("players.hand", "record", "player"), record("game.mood", "enum", "game"),
                  record("currentPhase", "string", "game"), record("score", "number", "game")}),
              IsEmpty());
  EXPECT_THAT(of({record("round", "number", "game"), record("game.round", "string", "game")}),
              ElementsAre("G16 The schema declares game.round twice: the first counts."));
  EXPECT_THAT(of({record("round", "nubmer", "game")}),
              ElementsAre(HasSubstr("G17 The schema field game.round")));
  EXPECT_THAT(of({record("round", "number", "table")}),
              ElementsAre(HasSubstr("G18 The schema field 'round'")));
  EXPECT_THAT(of({R"({"name": "round", "type": "number"})"}), ElementsAre(HasSubstr("G18 Record 0")));
  EXPECT_THAT(of({record("players.*.score", "number", "game")}), ElementsAre(HasSubstr("G19 The name")));
  EXPECT_THAT(of({record("game.round", "number", "player")}), ElementsAre(HasSubstr("G19 The name")));
}

TEST(GameValidation, LooksAtTheFieldsOfASchemaInItsOtherForms) {
  using testing::ElementsAre;
  using testing::HasSubstr;
  EXPECT_THAT(said_of_schema(R"({"properties": {"game": {"type": "object", "properties": {
                  "a": {"type": ["boolean", "null"]}, "b": {"enum": [1]}}}}})"),
              IsEmpty());
  EXPECT_THAT(said_of_schema(R"({"properties": {"game": {"properties": {"a": {"type": "enum"}}}}})"),
              ElementsAre(HasSubstr("G17 The schema field game.a has the type 'enum'")));
  EXPECT_THAT(said_of_schema(R"({"properties": {"table": {"properties": {"a": {"type": "string"}}}}})"),
              ElementsAre(HasSubstr("G18 The schema has fields under 'table'")));
  EXPECT_THAT(said_of_schema(R"({"game": {"a": {"type": "text"}}, "player": {}})"),
              ElementsAre(HasSubstr("G17 The schema field game.a")));
  EXPECT_THAT(said_of_schema(R"({"game": {}, "player": {}, "table": {"a": {"type": "string"}}})"),
              ElementsAre(HasSubstr("G18 The schema has fields under 'table'")));
}

TEST(GameValidation, MindsNothingBesideTheFieldsOfASchema) {
  EXPECT_THAT(
      said_of_schema(R"({"game": {}, "player": {}, "author": {"name": "x", "revision": 4}, "notes": {}})"),
      IsEmpty());
  EXPECT_THAT(
      said_of_schema(R"({"properties": {"game": {"properties": {}}, "version": {"type": "number"}}})"),
      IsEmpty());
}

TEST(GameValidation, FindsNothingInTheSchemasOfSoundGames) {
  for (auto const& name : game_names())
    for (auto const& each : game::validate(game::Game(game_files(name))))
      EXPECT_TRUE(each.code < "game.G16" || each.code > "game.G19") << name << ": " << each.message;
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
  std::ifstream manual(source_dir() + "/docs/game-artifacts.md");
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
