// Every check over a game of 200 transitions, and whole repairs by the rules: of one that is broken in two
// places, and of one that is broken everywhere. The floor is one copy of its texts.
#include "agents/editor/repair.hpp"
#include "merge/game/validation.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace artifactd::game {

namespace {

using Document = nlohmann::ordered_json;

constexpr int most_phases = 20; // ways from init to the end are looked for up to that length

std::string phase_name(int number) {
  return number == 0 ? "init" : number == most_phases ? "finished" : fmt::format("phase_{}", number);
}

/// From each phase to the next, as many beside each other as it takes.
Document made_transition(int number) {
  auto const phase = number % most_phases;
  return {{"id", fmt::format("step_{}", number)},
          {"fromPhase", phase_name(phase)},
          {"toPhase", phase_name(phase + 1)},
          {"checkedFields", {"game.round"}},
          {"preconditions",
           phase == 0 ? Document::array()
                      : Document::array({{{"id", fmt::format("round_{}", number)},
                                          {"logic",
                                           {{"and",
                                             {{{">=", {{{"var", "game.round"}}, 0}}},
                                              {{"allPlayers", {"actionRequired", "==", false}}}}}}},
                                          {"deterministic", true},
                                          {"explain", "The round has begun and nobody has to act."}}})},
          {"humanSummary", "One more step."}};
}

Document made_instruction(int number) {
  auto delta = Document::array({{{"op", "set"}, {"path", "game.round"}, {"value", number}},
                                {{"op", "setForAllPlayers"}, {"field", "actionRequired"}, {"value", false}},
                                {{"op", "increment"}, {"path", "players.{{playerId}}.score"}, {"value", 1}}});
  if (number % most_phases + 1 == most_phases) {
    delta.push_back({{"op", "set"}, {"path", "game.gameEnded"}, {"value", true}});
    delta.push_back({{"op", "set"}, {"path", "players.{{winnerId}}.isGameWinner"}, {"value", true}});
  }
  auto const id = fmt::format("step_{}", number);
  return {{"id", id},
          {"transitionName", "Step"},
          {"mechanicsGuidance", "Move on, and tell the players so in a sentence or two."},
          {"stateDelta", delta},
          {"messages", {{"public", {{"template", "Round {{game.round}} begins."}}}}}};
}

std::vector<GameFile> made_game(int count) {
  auto const schema = Document::parse(R"([{"name": "round", "type": "number", "path": "game"},
                                          {"name": "score", "type": "number", "path": "player"}])");
  Document transitions{{"phases", Document::array()},
                       {"phaseMetadata", Document::array()},
                       {"transitions", Document::array()}};
  Document instructions{{"playerPhases", Document::object()}, {"transitions", Document::object()}};
  for (int i = 0; i < count; ++i) {
    transitions["transitions"].push_back(made_transition(i));
    instructions["transitions"][fmt::format("step_{}", i)] = made_instruction(i);
  }
  for (int i = 0; i <= most_phases; ++i)
    transitions["phases"].push_back(phase_name(i));
  for (auto const& phase : transitions["phases"])
    transitions["phaseMetadata"].push_back({{"phase", phase}, {"requiresPlayerInput", false}});
  return {{"schema.json", "schema.json", schema.dump(2)},
          {"transitions.json", "transitions.json", transitions.dump(2)},
          {"instructions.json", "instructions.json", instructions.dump(2)}};
}

std::size_t bytes_of(std::vector<GameFile> const& files) {
  std::size_t bytes = 0;
  for (auto const& file : files)
    bytes += file.bytes.size();
  return bytes;
}

void copy(benchmark::State& state) {
  auto const files = made_game(200);
  for (auto _ : state) {
    auto texts = files;
    benchmark::DoNotOptimize(texts);
  }
  state.counters["bytes"] = static_cast<double>(bytes_of(files));
}

void validate_200_transitions(benchmark::State& state) {
  auto const files = made_game(200);
  if (auto const findings = validate(Game(files)); first_error(findings) != nullptr)
    return state.SkipWithError(
        first_error(findings)->message.c_str()); // the game is not the one that is meant
  for (auto _ : state)
    benchmark::DoNotOptimize(validate(Game(files)));
}

/// Puts `broken` in place of the first `sound` behind `begin`.
void damage(std::string& text, std::size_t begin, std::string_view sound, std::string_view broken) {
  text.replace(text.find(sound, begin), sound.size(), broken);
}

constexpr std::string_view read_field = "\"var\": \"game.round\"";
constexpr std::string_view written_path = "players.{{playerId}}.score";
constexpr std::string_view mixed_path = "players.p{{playerId}}.score";

void repair(benchmark::State& state, std::vector<GameFile> const& files) {
  for (auto _ : state) {
    auto const done = editor::repair_by_rules(Game(files));
    if (done.errors.empty() || !done.succeeded())
      return state.SkipWithError(done.succeeded() ? "nothing was broken" : done.remaining.front().c_str());
  }
}

void repair_two_places(benchmark::State& state) {
  auto files = made_game(static_cast<int>(state.range(0)));
  damage(files[1].bytes, 0, read_field, "\"var\": \"game.tally\"");
  damage(files[2].bytes, files[2].bytes.size() / 2, written_path, mixed_path);
  repair(state, files);
}

/// Every second fault an unknown field of its own, every other one a path that is half a name.
void repair_everywhere(benchmark::State& state) {
  auto const faults = static_cast<int>(state.range(0));
  auto files = made_game(faults);
  std::size_t read = 0;
  std::size_t written = 0;
  for (int i = 0; i < faults / 2; ++i) {
    damage(files[1].bytes, read, read_field, fmt::format("\"var\": \"game.tally{}\"", i));
    damage(files[2].bytes, written, written_path, mixed_path);
    read = files[1].bytes.find("game.tally", read) + 1;
    written = files[2].bytes.find(mixed_path, written) + 1;
  }
  repair(state, files);
}

BENCHMARK(copy)->Unit(benchmark::kMillisecond);
BENCHMARK(validate_200_transitions)->Unit(benchmark::kMillisecond);
BENCHMARK(repair_two_places)->Arg(20)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(repair_everywhere)->Arg(300)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace artifactd::game
