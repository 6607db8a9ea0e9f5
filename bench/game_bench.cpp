// Every check over a game of 200 transitions, and whole repairs by the rules: of one broken in two places,
// and of one broken everywhere. The floor is one copy of its texts.
#include "agents/edit/repair.hpp"
#include "bench/made_game.hpp"
#include "merge/game/checks/validation.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <vector>

namespace artifactd::bench {

namespace {

std::size_t bytes_of(std::vector<game::GameFile> const& files) {
  std::size_t bytes = 0;
  for (auto const& file : files)
    bytes += file.bytes.size();
  return bytes;
}

void copy(benchmark::State& state) {
  auto const files = make_game(200);
  for (auto _ : state) {
    auto texts = files;
    benchmark::DoNotOptimize(texts);
  }
  state.counters["bytes"] = static_cast<double>(bytes_of(files));
}

void validate_200_transitions(benchmark::State& state) {
  auto const files = make_game(200);
  if (auto const findings = game::validate(game::Game(files)); first_error(findings) != nullptr)
    return state.SkipWithError(first_error(findings)->message.c_str()); // not the intended game
  for (auto _ : state)
    benchmark::DoNotOptimize(game::validate(game::Game(files)));
}

void repair(benchmark::State& state, std::vector<game::GameFile> const& files) {
  for (auto _ : state) {
    auto const done = editor::repair_by_rules(game::Game(files));
    if (done.errors.empty() || !done.succeeded())
      return state.SkipWithError(done.succeeded() ? "nothing was broken" : done.remaining.front().c_str());
  }
}

void repair_two_places(benchmark::State& state) {
  auto files = make_game(static_cast<int>(state.range(0)));
  damage_two_places(files);
  repair(state, files);
}

/// Alternates between an unknown field and a path that is half a name.
void repair_everywhere(benchmark::State& state) {
  auto const faults = static_cast<int>(state.range(0));
  auto files = make_game(faults);
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

} // namespace artifactd::bench
