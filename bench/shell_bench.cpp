// The same merge as written in shell with jq: validate each file, merge them, merge the result into the
// graph, check it, move it into place under a mkdir mutex. It does no fsync, which favours the shell. Both
// end when the signal is gone.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fmt/core.h>
#include <unistd.h>
#include <vector>

namespace artifactd::bench {

namespace {

constexpr char const* script = R"sh(
cd "$1" || exit 1
for file in artifacts/measured/*.json; do jq empty "$file" || exit 1; done
mkdir .kg-merge.lock || exit 1
merged=$(jq -s 'reduce .[] as $item ({}; . * $item)' artifacts/measured/*.json)
jq --arg agent measured --argjson artifacts "$merged" '. + {($agent): $artifacts}' \
  knowledge-graph.json >knowledge-graph.json.tmp &&
  jq empty knowledge-graph.json.tmp && mv knowledge-graph.json.tmp knowledge-graph.json
rmdir .kg-merge.lock
rm measured.kg.lock
)sh";

double seconds_since(Moment begin) {
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

void shell_and_jq(benchmark::State& state) {
  MadeSession made(make_graph(static_cast<std::size_t>(state.range(0))));
  auto path = made.path() + "/merge.sh";
  write_text(path, script);
  auto command = fmt::format("sh {} {}", path, made.path());
  KgPolicy policy;
  BufferPool pool;
  KnownGraphs known;
  StaleWatch watch;
  Hints hints;
  hints.closed.insert({*Name::parse("measured"), kg_kind});
  std::vector<double> shell;
  std::vector<double> ours;
  int round = 0;
  for (auto _ : state) {
    made.drop("measured", 4, 8 * 1024, round++);
    auto begin = Monotonic::now();
    if (std::system(command.c_str()) != 0) state.SkipWithError("the shell script failed; is jq installed?");
    shell.push_back(seconds_since(begin));
    made.drop("measured", 4, 8 * 1024, round++);
    ::sync(); // flushes what the script left unwritten, outside the measurement
    begin = Monotonic::now();
    auto session = Session::open(made.path());
    auto done = settle_signals(*session, hints, {policy, pool, watch, known});
    if (!done || done->signals.size() != 1 || done->signals[0].end != End::merged)
      return state.SkipWithError("not merged");
    ours.push_back(std::chrono::duration<double>(done->signals[0].steps.back().at - begin).count());
    state.SetIterationTime(ours.back());
  }
  state.counters["shell_ms"] = median(shell) * 1e3;
  state.counters["ours_ms"] = median(ours) * 1e3;
  state.counters["speedup"] = median(shell) / median(ours);
}

BENCHMARK(shell_and_jq)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(15);
BENCHMARK(shell_and_jq)->Arg(10'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);
BENCHMARK(shell_and_jq)->Arg(100'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);

} // namespace

} // namespace artifactd::bench
