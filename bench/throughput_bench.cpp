// 1,000 sessions with a signal each, settled by 32 threads, against 32 threads that only copy each graph
// durably.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"

#include <atomic>
#include <benchmark/benchmark.h>
#include <memory>
#include <thread>
#include <vector>

namespace artifactd::bench {

namespace {

constexpr int sessions = 1000;
constexpr int threads = 32;

template <class Each>
double seconds_for_all(Each each) {
  std::atomic<int> next = 0;
  auto begin = Monotonic::now();
  {
    std::vector<std::jthread> crew;
    for (int i = 0; i < threads; ++i)
      crew.emplace_back([&] {
        for (int at = next++; at < sessions; at = next++)
          each(at);
      });
  }
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

/// The history is full when the measured merges begin, as in any long-lived session: the next version is
/// written over a discarded one. Argument 0: it is not full.
void thousand_sessions(benchmark::State& state) {
  auto graph = make_graph(100'000);
  std::vector<std::unique_ptr<MadeSession>> made;
  for (int i = 0; i < sessions; ++i)
    made.push_back(std::make_unique<MadeSession>(graph));
  KgPolicy policy;
  auto full = state.range(0) != 0;
  if (full) policy.history.generations = 3;
  BufferPool pool;
  KnownGraphs known;
  Hints hints;
  hints.closed.insert({*Name::parse("measured"), kg_kind});
  std::vector<double> floors;
  std::vector<double> merges;
  int round = 0;
  for (auto _ : state) {
    for (auto const& each : made)
      each->drop("measured", 4, 8 * 1024, round);
    auto copied = seconds_for_all([&](int at) { copy_durably(made[static_cast<std::size_t>(at)]->path()); });
    if (round > 3) floors.push_back(copied);
    auto took = seconds_for_all([&](int at) {
      StaleWatch watch;
      auto session = Session::open(made[static_cast<std::size_t>(at)]->path());
      auto done = settle_signals(*session, hints, {policy, pool, watch, known});
      if (!done || done->signals.size() != 1 || done->signals[0].end != End::merged) std::abort();
    });
    // The first round creates the private directories, the next three fill the history.
    if (round++ > 3) merges.push_back(took);
    state.SetIterationTime(took);
  }
  state.counters["floor_per_s"] = sessions / median(floors);
  state.counters["merges_per_s"] = sessions / median(merges);
  state.counters["throughput_ratio"] = median(floors) / median(merges);
}

BENCHMARK(thousand_sessions)
    ->Arg(1)
    ->Arg(0)
    ->ArgName("full")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(11);

} // namespace

} // namespace artifactd::bench
