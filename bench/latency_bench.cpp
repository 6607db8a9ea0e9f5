// Lock dropped → lock gone, as another process sees it: the real daemon on real directories, timed from
// before the lock is created until inotify reports that it is gone. And the cost of 10,000 idle sessions.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "bench/measured_daemon.hpp"
#include "state/platform/clock.hpp"
#include "state/tuning/document.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/core.h>
#include <numeric>
#include <random>
#include <thread>

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;

/// Directories `s0` … below <place>/root, each with a graph and an agent's artifacts.
void fill_root(fs::path const& place, int sessions, std::string const& graph) {
  for (int i = 0; i < sessions; ++i) {
    auto session = place / "root" / fmt::format("s{}", i);
    fs::create_directories(session / "artifacts" / "measured");
    if (!graph.empty()) write_text(session / "knowledge-graph.json", graph);
  }
}

enum class Drop { first, later };

/// In sessions in random order. The first drop in a session makes its private directories; for
/// later ones, the sessions have had two.
void lock_to_gone(benchmark::State& state, Drop drop) {
  auto const sessions = static_cast<int>(state.range(0));
  MadeSession place("");
  fill_root(place.path(), sessions, make_graph(100'000));
  MeasuredDaemon daemon(place.path());
  std::vector<int> chosen(static_cast<std::size_t>(sessions));
  std::iota(chosen.begin(), chosen.end(), 0);
  std::ranges::shuffle(chosen, std::minstd_rand(7));
  if (drop == Drop::later) chosen.resize(50);
  auto const session = [&](std::size_t i) {
    return fs::path(place.path()) / "root" / fmt::format("s{}", chosen[i % chosen.size()]);
  };
  int round = 0;
  for (std::size_t i = 0; drop == Drop::later && i < 2 * chosen.size(); ++i)
    if (drop_and_wait(session(i), round++) < 0)
      return state.SkipWithError("a lock was not settled within 5 s");
  std::vector<double> times;
  std::vector<double> copies;
  for (auto _ : state) {
    auto took = drop_and_wait(session(times.size()), round++);
    if (took < 0) {
      state.SkipWithError("a lock was not settled within 5 s");
      break;
    }
    times.push_back(took);
    copies.push_back(copy_durably(session(times.size() - 1)));
    state.SetIterationTime(took);
    std::this_thread::sleep_for(
        std::chrono::milliseconds(5)); // idle between drops: measures latency, not throughput
  }
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
  state.counters["floor_ms"] = median(copies) * 1e3;
  state.counters["ratio"] = median(times) / median(copies);
  state.counters["rss_mb"] = daemon.rss_mb();
}

void measure_idleness(benchmark::State& state, MeasuredDaemon const& daemon) {
  std::this_thread::sleep_for(std::chrono::seconds(70)); // in the first minute it audits more often
  for (auto _ : state) {
    auto before = daemon.cpu_seconds();
    auto begin = Monotonic::now();
    std::this_thread::sleep_for(std::chrono::seconds(30)); // measures idleness
    auto wall = std::chrono::duration<double>(Monotonic::now() - begin).count();
    state.counters["cpu_percent"] = 100 * (daemon.cpu_seconds() - before) / wall;
    state.counters["rss_mb"] = daemon.rss_mb();
    state.SetIterationTime(wall);
  }
}

void idle_sessions(benchmark::State& state) {
  MadeSession place("");
  fill_root(place.path(), static_cast<int>(state.range(0)), "");
  MeasuredDaemon const daemon(place.path());
  measure_idleness(state, daemon);
}

/// Work directories of skill tuning, each with an accepted state.
void idle_states(benchmark::State& state) {
  MadeSession place("");
  auto const count = static_cast<int>(state.range(0));
  fill_root(place.path(), count, "");
  auto session = [&](int number) { return fs::path(place.path()) / "root" / fmt::format("s{}", number); };
  for (int i = 0; i < count; ++i)
    write_text(session(i) / "state.json", tuning::initial_state());
  MeasuredDaemon const daemon(place.path());
  for (int i = 0; i < count; ++i)
    while (!fs::exists(session(i) / ".artifactd/states/000001-accepted.json"))
      std::this_thread::sleep_for(std::chrono::milliseconds(10)); // excludes the first look at all of them
  measure_idleness(state, daemon);
}

BENCHMARK_CAPTURE(lock_to_gone, first, Drop::first)
    ->Arg(2000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1000);
BENCHMARK_CAPTURE(lock_to_gone, later, Drop::later)
    ->Arg(2000)
    ->Arg(10'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1000);
BENCHMARK(idle_sessions)->Arg(10'000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(idle_states)->Arg(1000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

} // namespace

} // namespace artifactd::bench
