// 1,000 sessions with a signal each, settled by 32 threads, against 32 threads that only copy each graph
// durably.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "daemon/settling/reconcile.hpp"
#include "merge/kg/kg_kind.hpp"

#include <atomic>
#include <benchmark/benchmark.h>
#include <list>
#include <memory>
#include <thread>
#include <vector>

namespace artifactd::bench {

namespace {

constexpr std::size_t sessions = 1000;
constexpr int threads = 32;

using Sessions = std::vector<std::unique_ptr<MadeSession>>;

template <class Each>
double seconds_for_all(Sessions const& made, Each each) {
  std::atomic<std::size_t> next = 0;
  auto begin = Monotonic::now();
  {
    std::vector<std::jthread> crew;
    for (int i = 0; i < threads; ++i)
      crew.emplace_back([&] {
        for (auto at = next++; at < sessions; at = next++)
          each(made[at]->path());
      });
  }
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

/// Both ways over the same sessions, and how long each took.
class Rounds {
public:
  explicit Rounds(KgPolicy const& policy) : policy_(policy) {
    hints_.closed.insert({*Name::parse("measured"), kg_kind});
  }

  static Sessions new_sessions() {
    static auto const graph = make_graph(100'000);
    Sessions made;
    for (std::size_t i = 0; i < sessions; ++i)
      made.push_back(std::make_unique<MadeSession>(graph));
    return made;
  }

  /// The time of the merges.
  double run(Sessions const& made, int round) {
    for (auto const& each : made)
      each->drop("measured", 4, 8 * 1024, round);
    floors_.push_back(seconds_for_all(made, [](std::string const& path) { copy_durably(path); }));
    merges_.push_back(seconds_for_all(made, [&](std::string const& path) { merge(path); }));
    return merges_.back();
  }

  void tell(benchmark::State& state, std::ptrdiff_t first) {
    auto const copied = median({floors_.begin() + first, floors_.end()});
    auto const merged = median({merges_.begin() + first, merges_.end()});
    state.counters["floor_per_s"] = sessions / copied;
    state.counters["merges_per_s"] = sessions / merged;
    state.counters["throughput_ratio"] = copied / merged;
  }

private:
  void merge(std::string const& path) {
    StaleWatch watch;
    auto session = Session::open(path);
    auto done = settle_signals(*session, hints_, {policy_, pool_, watch, known_});
    if (!done || done->signals.size() != 1 || done->signals[0].end != End::merged) std::abort();
  }

  KgPolicy const& policy_;
  BufferPool pool_;
  KnownGraphs known_;
  Hints hints_;
  std::vector<double> floors_;
  std::vector<double> merges_;
};

/// The history is full when the measured merges begin, as in any long-lived session: the next version is
/// written over a discarded one. Argument 0: it is not full.
void thousand_sessions(benchmark::State& state) {
  KgPolicy policy;
  if (state.range(0) != 0) policy.history.generations = 3;
  Rounds rounds(policy);
  auto const made = Rounds::new_sessions();
  int round = 0;
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(rounds.run(made, round++));
  rounds.tell(state, 4); // the first round creates the private directories, the next three fill the history
}

/// The first drop of each session, which creates its private directories. The sessions are removed at the end
/// of the program, and this is measured first: for a minute or more ext4 leaves out each inode that was
/// deleted, and creating a file takes longer the more were.
void fresh_sessions(benchmark::State& state) {
  static std::list<Sessions> all;
  KgPolicy const policy;
  Rounds rounds(policy);
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(rounds.run(all.emplace_back(Rounds::new_sessions()), 0));
  rounds.tell(state, 0);
}

BENCHMARK(fresh_sessions)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK(thousand_sessions)
    ->Arg(1)
    ->Arg(0)
    ->ArgName("full")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(11);

} // namespace

} // namespace artifactd::bench
