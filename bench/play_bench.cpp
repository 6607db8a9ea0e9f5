// How fast games are searched and records replayed, beside copying and hashing the same states in the same
// run.
#include "agents/report/triage.hpp"
#include "bench/made_play.hpp"
#include "merge/play/record/examination.hpp"
#include "merge/play/record/record_check.hpp"
#include "merge/play/search/fault_search.hpp"
#include "merge/play/search/look.hpp"
#include "state/session/atomic_file.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstring>
#include <fcntl.h>

namespace artifactd::play {
namespace {

using bench::files_of_game;
using bench::long_log;
using bench::record_of;
using bench::two;

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

/// The floor: the rows of as many states, each copied and hashed once for every step that reaches it.
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

/// A signal's check of a game of some twenty transitions.
void look_at_a_game(benchmark::State& state, char const* name) {
  game::Game const game(files_of_game(name));
  for (auto _ : state)
    benchmark::DoNotOptimize(look(game, Simulation::certain));
}
BENCHMARK_CAPTURE(look_at_a_game, three_omens, "three-omens")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look_at_a_game, passed_verses, "passed-verses")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look_at_a_game, fog_ferry, "fog-ferry")->Unit(benchmark::kMillisecond);

/// Records with 10,000 lines in total.
struct Records {
  game::Game game{files_of_game("three-omens")};
  std::vector<Record> records;
  std::size_t lines = 0;

  Records() {
    Runtime runtime(game, two);
    Moves moves(runtime);
    for (int seed = 0; lines < 10'000; ++seed) {
      records.push_back(record_of(runtime, moves, std::to_string(seed)));
      lines += records.back().lines.size();
    }
  }
  [[nodiscard]] benchmark::Counter rate(benchmark::State const& state) const {
    return {static_cast<double>(lines) * static_cast<double>(state.iterations()),
            benchmark::Counter::kIsRate};
  }
};

/// Checked step by step.
void check_records(benchmark::State& state) {
  Records const all;
  for (auto _ : state)
    for (auto const& record : all.records)
      benchmark::DoNotOptimize(check_record(all.game, record));
  state.counters["lines/s"] = all.rate(state);
}
BENCHMARK(check_records)->Unit(benchmark::kMillisecond);

void detect_in_records(benchmark::State& state) {
  Records const all;
  for (auto _ : state)
    for (auto const& record : all.records)
      benchmark::DoNotOptimize(detect(all.game, record));
  state.counters["lines/s"] = all.rate(state);
}
BENCHMARK(detect_in_records)->Unit(benchmark::kMillisecond);

/// A log of 10,000 lines read from its file and examined as the daemon does.
void examine_a_log(benchmark::State& state) {
  auto const files = files_of_game("three-omens");
  game::Game const game(files);
  Runtime runtime(game, two);
  Moves moves(runtime);
  auto const text = long_log(record_of(runtime, moves, "1"), 10'000);
  UniqueFd const log(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!write_all(log.get(), text)) return state.SkipWithError("no room for the log");
  std::size_t issues = 0;
  for (auto _ : state) {
    Examination examination(files, two, {});
    while (examination.go_on(log.get()).value())
      ;
    issues += examination.take_issues().size();
  }
  if (issues > 0) state.SkipWithError("it is a sound play");
  state.counters["lines/s"] = benchmark::Counter(static_cast<double>(std::ranges::count(text, '\n')) *
                                                     static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
}
BENCHMARK(examine_a_log)->Unit(benchmark::kMillisecond);

/// The floor: the same text parsed as JSON, line by line.
void parse_a_log(benchmark::State& state) {
  game::Game const game(files_of_game("three-omens"));
  Runtime runtime(game, two);
  Moves moves(runtime);
  auto const text = long_log(record_of(runtime, moves, "1"), 10'000);
  for (auto _ : state) {
    std::vector<RecordLine> lines;
    benchmark::DoNotOptimize(LogReader().read(text, lines));
  }
  state.counters["lines/s"] = benchmark::Counter(static_cast<double>(std::ranges::count(text, '\n')) *
                                                     static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
}
BENCHMARK(parse_a_log)->Unit(benchmark::kMillisecond);

/// A report about a play already read, without a model.
void sort_a_report(benchmark::State& state, char const* name) {
  game::Game const game(files_of_game(name));
  Runtime runtime(game, two);
  Moves moves(runtime);
  auto const record = record_of(runtime, moves, "1");
  report::Complaint const complaint{.message = "why is it over? it is always wrong", .player = two[0]};
  for (auto _ : state)
    benchmark::DoNotOptimize(report::triage(game, record, audit(game, record), complaint, {two[0]}));
}
BENCHMARK_CAPTURE(sort_a_report, three_omens, "three-omens")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sort_a_report, passed_verses, "passed-verses")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sort_a_report, fog_ferry, "fog-ferry")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace artifactd::play
