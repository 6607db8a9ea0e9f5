// Games and records that no sane host writes: large, deep, with look-alike names, with clocks that go
// backwards.
#include "merge/play/record/examination.hpp"
#include "merge/play/record/record_check.hpp"
#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/look.hpp"
#include "merge/play/search/playthrough.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/told_play.hpp"

#include <chrono>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using testing::IsEmpty;

namespace {

Value sketch_of(std::string const& name) {
  return Value::parse(
      std::ifstream(test::source_dir() + "/tests/merge/play/corpus/" + name + ".json"))["sketch"];
}

std::vector<std::string> usual(std::size_t count) {
  return usual_players(count);
}

TEST(StrangePlays, TenThousandPhasesAreSearched) {
  auto sketch = sketch_of("race");
  std::string before = "init";
  auto phases = Value::array({"init"});
  auto transitions = Value::object();
  for (int i = 0; i < 10'000; ++i) {
    auto const phase = fmt::format("phase{}", i);
    phases.push_back(phase);
    transitions[i == 0 ? "initialize_game" : fmt::format("t{}", i)] =
        Value::array({before, phase, Value::array(), Value::array()});
    before = phase;
  }
  phases.push_back("finished");
  transitions["last"] = Value::array({before, "finished", Value::array(), Value::array()});
  sketch["phases"] = phases;
  sketch["asks"] = Value::array();
  sketch["actions"] = Value::object();
  sketch["transitions"] = transitions;
  game::Game const game(files_of(sketch));
  auto const outcome = search_faults(game, usual(2), {});
  EXPECT_TRUE(outcome.complete);
  for (auto const& fault : outcome.faults)
    EXPECT_FALSE(fault.certain) << to_json(fault).dump();
}

TEST(StrangePlays, SixtyFourPlayersPlayToTheEndOfTheLimit) {
  game::Game const game(files_of(sketch_of("race")));
  Runtime runtime(game, usual(most_players));
  Moves moves(runtime);
  auto const through = play_through(runtime, moves, Bot::random, "1");
  EXPECT_FALSE(through.steps.empty());
  SearchLimits limits;
  limits.states = 2'000;
  EXPECT_TRUE(search_faults(game, usual(most_players), limits).complete);
  limits.symmetry = false;
  EXPECT_FALSE(search_faults(game, usual(most_players), limits).complete);
}

TEST(StrangePlays, PreconditionsMayBeDeep) {
  auto sketch = sketch_of("race");
  auto files = files_of(sketch);
  auto& transitions = std::ranges::find(files, "transitions.json", &game::GameFile::name)->bytes;
  auto json = Value::parse(transitions);
  Value logic = true;
  for (int i = 0; i < 200; ++i)
    logic = Value{{"and", Value::array({logic, true})}};
  for (auto& each : json["transitions"])
    if (!each["preconditions"].empty()) each["preconditions"][0]["logic"] = logic;
  transitions = json.dump();
  game::Game const game(files);
  EXPECT_NO_THROW(static_cast<void>(look(game, Simulation::certain)));
}

TEST(StrangePlays, DrawsWithAMillionChoicesAreNotAllTried) {
  auto sketch = sketch_of("race");
  sketch["transitions"]["home"][2] = Value::array({"game.die == 7"});
  auto files = files_of(sketch);
  auto& instructions = std::ranges::find(files, "instructions.json", &game::GameFile::name)->bytes;
  auto json = Value::parse(instructions);
  auto choices = Value::array();
  auto probabilities = Value::array();
  for (int i = 0; i < 1'000'000; ++i) {
    choices.push_back(i);
    probabilities.push_back(1e-6);
  }
  bool replaced = false;
  std::function<void(Value&)> const replace = [&](Value& value) {
    if (value.is_object() && value.contains("choices")) {
      value["choices"] = choices;
      value["probabilities"] = probabilities;
      replaced = true;
    }
    if (value.is_structured())
      for (auto& each : value)
        if (!replaced) replace(each);
  };
  replace(json);
  ASSERT_TRUE(replaced);
  instructions = json.dump();
  game::Game const game(files);
  SearchLimits limits;
  limits.states = 5'000;
  auto const outcome = search_faults(game, usual(2), limits);
  EXPECT_FALSE(outcome.complete) << "it does not claim what it has not seen";
}

TEST(StrangePlays, NamesThatDifferByCaseOrFormAreOthers) {
  auto told = Value::parse(
      R"({"game": "race", "players": ["Ada", "ada", "\u00e1d", "a\u0301d"], "script": ["Ada throw", "ada throw"]})");
  auto const play = told_play(told);
  game::Game const game(play.files);
  EXPECT_THAT(check_record(game, play.record).departures, IsEmpty());
  EXPECT_EQ(play.record.state["players"].size(), 4U);
}

TEST(StrangePlays, ClocksThatGoBackChangeNothing) {
  auto play = told_play(Value::parse(R"({"game": "race", "script": ["ada throw", "ben throw"]})"));
  for (auto& line : play.record.lines)
    line.at = fmt::format("20{:02}-01-01T00:00:00Z", 60 - static_cast<int>(line.step));
  play.record.lines.back().at = "yesterday";
  game::Game const game(play.files);
  EXPECT_THAT(check_record(game, play.record).departures, IsEmpty());
  EXPECT_THAT(detect(game, play.record), IsEmpty());
}

TEST(StrangePlays, NumbersBeyondThoseOfJavaScriptAreReadAsItReadsThem) {
  auto play = told_play(Value::parse(
      R"({"game": "race", "script": ["ada throw", {"corrected": ["players.ada.place = 9007199254740993"]}]})"));
  game::Game const game(play.files);
  RecordWalk walk(game, play.record.meta.players);
  for (auto const& line : play.record.lines)
    EXPECT_TRUE(walk.take(line).agrees);
  auto const line = record_line_from(Value::parse(
      R"({"step": 1, "kind": "correction", "ops": [{"op": "set", "path": "game.x", "value": 1e300}]})"));
  ASSERT_TRUE(line);
}

TEST(StrangePlays, AStepOfAnotherGameIsRefused) {
  auto const other = told_play(
      Value::parse(R"({"game": "duel", "draws": {"game.blow": 1}, "script": ["ada strike", "ben rest"]})"));
  game::Game const game(told_play(Value::parse(R"({"game": "race", "script": []})")).files);
  EXPECT_FALSE(check_record(game, other.record).departures.empty());
  EXPECT_NO_THROW(static_cast<void>(detect(game, other.record)));
}

} // namespace
