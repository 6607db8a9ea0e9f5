// How fast games are searched and records are played again, beside what copying and hashing the same states
// takes, in the same run.
#include "merge/play/fault_search.hpp"
#include "merge/play/live_play.hpp"
#include "merge/play/look.hpp"
#include "merge/play/playthrough.hpp"
#include "merge/play/record_check.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace artifactd::play {
namespace {

std::vector<std::string> const two = {"player1", "player2"};

std::vector<game::GameFile> files_of_game(std::string const& name) {
  std::vector<game::GameFile> files;
  for (auto const& entry :
       std::filesystem::directory_iterator(std::string(SOURCE_DIR) + "/tests/merge/game/games/" + name)) {
    auto const file = entry.path().filename().string();
    if (game::artifact_of(file).empty()) continue;
    std::ifstream in(entry.path());
    files.push_back({file, file, std::string(std::istreambuf_iterator<char>(in), {})});
  }
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

void search(benchmark::State& state, char const* name, std::size_t states) {
  game::Game const game(files_of_game(name));
  std::size_t found = 0;
  for (auto _ : state) {
    SearchLimits limits;
    limits.states = states;
    found += search_faults(game, two, limits).states;
  }
  state.counters["states/s"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(search, three_omens, "three-omens", 200'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, passed_verses, "passed-verses", 200'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, fog_ferry, "fog-ferry", 200'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, nine_wells, "nine-wells", 200'000)->Unit(benchmark::kMillisecond);

/// The floor: the rows of as many states, each copied and hashed once for every step that leads somewhere.
void copy_and_hash(benchmark::State& state) {
  game::Game const game(files_of_game("fog-ferry"));
  Runtime runtime(game, two);
  runtime.forget_what_nobody_reads();
  SearchLimits limits;
  limits.states = 200'000;
  StateGraph const graph(runtime, limits);
  std::vector<ValueId> copy(runtime.program().layout().size());
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (auto const& group : graph.groups())
      for (auto const node : graph.outcomes(group)) {
        auto const row = graph.row(node);
        std::memcpy(copy.data(), row.data(), row.size_bytes());
        for (auto const each : copy)
          sum = (sum ^ each) * 0xFF51AFD7ED558CCDU;
      }
    benchmark::DoNotOptimize(sum);
  }
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(graph.states()) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}
BENCHMARK(copy_and_hash)->Unit(benchmark::kMillisecond);

/// The look of a signal at a game of some twenty transitions.
void look_at_a_game(benchmark::State& state, char const* name) {
  game::Game const game(files_of_game(name));
  for (auto _ : state)
    benchmark::DoNotOptimize(look(game, Simulation::certain));
}
BENCHMARK_CAPTURE(look_at_a_game, three_omens, "three-omens")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look_at_a_game, passed_verses, "passed-verses")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look_at_a_game, fog_ferry, "fog-ferry")->Unit(benchmark::kMillisecond);

/// Records of 10,000 lines together, checked step by step.
void check_records(benchmark::State& state) {
  game::Game const game(files_of_game("three-omens"));
  Runtime runtime(game, two);
  Moves moves(runtime);
  std::vector<Record> records;
  std::size_t lines = 0;
  for (int seed = 0; lines < 10'000; ++seed) {
    Record record;
    record.meta.players = two;
    LivePlay live(runtime);
    for (auto const& step : play_through(runtime, moves, Bot::random, std::to_string(seed)).steps)
      record.lines.push_back(live.take(step, "seed"));
    record.state = live.state();
    lines += record.lines.size();
    records.push_back(std::move(record));
  }
  for (auto _ : state)
    for (auto const& record : records)
      benchmark::DoNotOptimize(check_record(game, record));
  state.counters["lines/s"] = benchmark::Counter(
      static_cast<double>(lines) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(check_records)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace artifactd::play
