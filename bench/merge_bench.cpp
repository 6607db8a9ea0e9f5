// One merge, from looking at the session to the signal gone, against a bare durable copy of the graph
// (durable_copy) on the same file system in the same run. `ratio` and `durable_ratio` are quotients of
// medians; durable ends when the graph is on disk, the rest is retiring the signal and keeping history.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <stdexcept>
#include <vector>

namespace artifactd::bench {

namespace {

using Seconds = std::chrono::duration<double>;

struct Kit {
  KgPolicy policy;
  BufferPool pool;
  StaleWatch watch;
  std::unique_ptr<KnownGraphs> known = std::make_unique<KnownGraphs>();
};

struct Took {
  double whole;   ///< until reconcile returns
  double durable; ///< until the graph is published
};

/// Settles everything pending in the session.
Took settle(MadeSession const& made, Kit& kit, Hints const& hints) {
  auto begin = Monotonic::now();
  auto session = Session::open(made.path());
  auto done = settle_signals(*session, hints, {kit.policy, kit.pool, kit.watch, *kit.known});
  Took took{Seconds(Monotonic::now() - begin).count(), 0};
  if (!done) throw std::runtime_error(done.error().message);
  for (auto const& end : done->signals) {
    if (end.end != End::merged) throw std::runtime_error(fmt::format("not merged but {}", end_word(end.end)));
    for (auto const& step : end.steps)
      if (step.what == Step::published) took.durable = Seconds(step.at - begin).count();
  }
  return took;
}

Hints closed(std::vector<std::string> const& agents) {
  Hints hints;
  for (auto const& agent : agents)
    hints.closed.insert({*Name::parse(agent), kg_kind});
  return hints;
}

void reset_peak() {
  write_text("/proc/self/clear_refs", "5");
}

double peak_rss() {
  double kilobytes = 0;
  if (auto* status = std::fopen("/proc/self/status", "re")) {
    char line[256];
    while (std::fgets(line, sizeof line, status) != nullptr)
      if (std::sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
    std::fclose(status);
  }
  return kilobytes * 1024;
}

enum class Graph { known, foreign };

/// A foreign graph was not published by this process, as at a session's first merge: it is scanned.
void one_agent(benchmark::State& state, Graph graph) {
  auto bytes = static_cast<std::size_t>(state.range(0));
  MadeSession made(make_graph(bytes));
  std::vector<double> merges;
  std::vector<double> durable;
  std::vector<double> copies;
  double peak = 0;
  Kit kit;
  int round = 0;
  for (auto _ : state) {
    made.drop("measured", 4, 8 * 1024, round++);
    if (graph == Graph::foreign) kit.known = std::make_unique<KnownGraphs>();
    reset_peak();
    auto before = peak_rss();
    auto took = settle(made, kit, closed({"measured"}));
    peak = std::max(peak, peak_rss() - before);
    if (round > 1) { // the first one creates the private directories
      merges.push_back(took.whole);
      durable.push_back(took.durable);
    }
    copies.push_back(copy_durably(made.path()));
    state.SetIterationTime(took.whole);
  }
  state.counters["floor_ms"] = median(copies) * 1e3;
  state.counters["whole_ms"] = median(merges) * 1e3;
  state.counters["durable_ms"] = median(durable) * 1e3;
  state.counters["ratio"] = median(merges) / median(copies);
  state.counters["durable_ratio"] = median(durable) / median(copies);
  state.counters["peak_per_graph"] = peak / static_cast<double>(bytes);
}

/// What one assertion over the graph adds to a merge, alternating with merges without.
void one_assertion(benchmark::State& state) {
  auto bytes = static_cast<std::size_t>(state.range(0));
  MadeSession made(make_graph(bytes));
  Kit kit;
  auto asserting = [](Name const&) {
    AgentRules rules;
    rules.checks.assertions.push_back({"has(\"measured\")", "it is there", Assertion::Over::graph});
    return rules;
  };
  std::vector<double> without;
  std::vector<double> with;
  int round = 0;
  for (auto _ : state) {
    kit.policy.rules = nullptr;
    made.drop("measured", 4, 8 * 1024, round++);
    auto plain = settle(made, kit, closed({"measured"})).whole;
    kit.policy.rules = asserting;
    made.drop("measured", 4, 8 * 1024, round++);
    auto asserted = settle(made, kit, closed({"measured"})).whole;
    if (round > 2) { // the first ones create the private directories and start artifactd-jq
      without.push_back(plain);
      with.push_back(asserted);
    }
    state.SetIterationTime(asserted);
  }
  state.counters["without_ms"] = median(without) * 1e3;
  state.counters["with_ms"] = median(with) * 1e3;
  state.counters["more_ms"] = (median(with) - median(without)) * 1e3;
}

void ten_agents(benchmark::State& state) {
  auto bytes = static_cast<std::size_t>(state.range(0));
  MadeSession made(make_graph(bytes));
  Kit kit;
  std::vector<std::string> agents;
  for (int i = 0; i < 10; ++i)
    agents.push_back(fmt::format("measured-{}", i));
  std::vector<double> together;
  std::vector<double> apart;
  int round = 0;
  for (auto _ : state) {
    for (auto const& agent : agents)
      made.drop(agent, 4, 8 * 1024, round);
    auto took = settle(made, kit, closed(agents)).whole;
    together.push_back(took);
    state.SetIterationTime(took);
    ++round;
    double sum = 0;
    for (auto const& agent : agents) {
      made.drop(agent, 4, 8 * 1024, round);
      sum += settle(made, kit, closed({agent})).whole;
    }
    apart.push_back(sum);
    ++round;
  }
  state.counters["together_ms"] = median(together) * 1e3;
  state.counters["apart_ms"] = median(apart) * 1e3;
  state.counters["speedup"] = median(apart) / median(together);
}

BENCHMARK(one_assertion)->Arg(100'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(200);
BENCHMARK_CAPTURE(one_agent, known, Graph::known)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(400);
BENCHMARK_CAPTURE(one_agent, known, Graph::known)
    ->Arg(1'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(200);
BENCHMARK_CAPTURE(one_agent, known, Graph::known)
    ->Arg(10'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(40);
BENCHMARK_CAPTURE(one_agent, known, Graph::known)
    ->Arg(100'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(9);
BENCHMARK_CAPTURE(one_agent, foreign, Graph::foreign)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(400);
BENCHMARK_CAPTURE(one_agent, foreign, Graph::foreign)
    ->Arg(1'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(200);
BENCHMARK_CAPTURE(one_agent, foreign, Graph::foreign)
    ->Arg(10'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(40);
BENCHMARK_CAPTURE(one_agent, foreign, Graph::foreign)
    ->Arg(100'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(9);
BENCHMARK(ten_agents)->Arg(1'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(20);
BENCHMARK(ten_agents)->Arg(10'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(9);

} // namespace

} // namespace artifactd::bench
