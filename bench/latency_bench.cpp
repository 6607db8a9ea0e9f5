// Lock dropped → lock gone, as another process sees it: the real daemon on real directories, timed from
// before the lock is created until inotify reports that it is gone. And the cost of 10,000 idle sessions.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "bench/measured_daemon.hpp"
#include "state/platform/clock.hpp"
#include "state/tuning/document.hpp"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/core.h>
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

void lock_to_gone(benchmark::State& state) {
  auto sessions = static_cast<int>(state.range(0));
  MadeSession place("");
  fill_root(place.path(), sessions, make_graph(100'000));
  MeasuredDaemon daemon(place.path());
  std::minstd_rand random(7);
  std::vector<double> times;
  std::vector<double> copies;
  int round = 0;
  for (auto _ : state) {
    auto session =
        fs::path(place.path()) / "root" / fmt::format("s{}", random() % static_cast<unsigned>(sessions));
    auto took = drop_and_wait(session, round++);
    if (took < 0) {
      state.SkipWithError("a lock was not settled within 5 s");
      break;
    }
    times.push_back(took);
    copies.push_back(copy_durably(session));
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

BENCHMARK(lock_to_gone)->Arg(2000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1000);
BENCHMARK(lock_to_gone)->Arg(10'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(500);
BENCHMARK(idle_sessions)->Arg(10'000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(idle_states)->Arg(1000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

} // namespace

} // namespace artifactd::bench
