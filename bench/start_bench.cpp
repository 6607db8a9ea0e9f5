// How long a program takes from its start to its end, against /bin/true: what every command costs before its
// work. And `artifactctl merge`: what it takes beyond a start, against a durable copy of the graph, and its
// memory.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace artifactd::bench {

namespace {

// Artifacts that were written just now are read once more before anything is published.
constexpr auto older_than_a_tick = std::chrono::milliseconds(20);

/// What it prints goes to /dev/null. -1 if it cannot be started.
pid_t spawn(std::vector<std::string> const& words) {
  std::vector<char*> arguments;
  for (auto const& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  auto const started = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return started == 0 ? child : -1;
}

/// Seconds until it has ended; negative if it failed.
double run_once(std::vector<std::string> const& words) {
  auto const begin = Monotonic::now();
  auto const child = spawn(words);
  int status = -1;
  if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0) return -1;
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

/// The most memory, in MB, that it had at a time, the pages of its files included. It is stopped at its end
/// and asked: what wait4() reports includes the memory of the process that started it.
double most_memory(std::vector<std::string> const& words) {
  auto const child = spawn(words);
  int status = 0;
  if (child < 0 || ::ptrace(PTRACE_SEIZE, child, nullptr, PTRACE_O_TRACEEXIT) != 0) return -1;
  if (::waitpid(child, &status, 0) != child || status >> 8 != (SIGTRAP | PTRACE_EVENT_EXIT << 8)) return -1;
  std::ifstream about(fmt::format("/proc/{}/status", child));
  double kib = -1;
  for (std::string word; kib < 0 && about >> word;)
    if (word == "VmHWM:") about >> kib;
  ::ptrace(PTRACE_DETACH, child, nullptr, nullptr);
  ::waitpid(child, &status, 0);
  return status == 0 ? kib * 1024 / 1e6 : -1;
}

void start(benchmark::State& state, std::vector<std::string> command) {
  MadeSession const made("{}\n");
  std::ranges::replace(command, std::string("SESSION"), made.path());
  std::vector<double> floor;
  std::vector<double> took;
  for ([[maybe_unused]] auto _ : state) {
    floor.push_back(run_once({"/bin/true"}));
    took.push_back(run_once(command));
    if (floor.back() < 0 || took.back() < 0) return state.SkipWithError("it failed");
    state.SetIterationTime(took.back());
  }
  state.counters["ms"] = median(took) * 1e3;
  state.counters["best_ms"] = std::ranges::min(took) * 1e3;
  state.counters["floor_ms"] = median(floor) * 1e3;
}

void version(benchmark::State& state) {
  start(state, {ARTIFACTCTL_BIN, "--version"});
}
void help(benchmark::State& state) {
  start(state, {ARTIFACTCTL_BIN, "--help"});
}
void roll(benchmark::State& state) {
  start(state, {ARTIFACTCTL_BIN, "turn", "roll", "2d6"});
}
void validate(benchmark::State& state) {
  start(state, {ARTIFACTCTL_BIN, "validate", "SESSION"});
}
void version_of_daemon(benchmark::State& state) {
  start(state, {ARTIFACTD_BIN, "--version"});
}

/// A graph of that many bytes, which another process published, and four artifacts.
void one_shot_merge(benchmark::State& state) {
  MadeSession const made(make_graph(static_cast<std::size_t>(state.range(0))));
  std::vector<std::string> const merge = {ARTIFACTCTL_BIN, "merge", made.path()};
  int round = 0;
  auto const drop = [&] {
    made.drop("measured", 4, 8 * 1024, round++);
    std::this_thread::sleep_for(older_than_a_tick);
  };
  drop();
  if (run_once(merge) < 0) return state.SkipWithError("the first merge failed");
  std::vector<double> copied;
  std::vector<double> started;
  std::vector<double> merged;
  for ([[maybe_unused]] auto _ : state) {
    drop();
    copied.push_back(copy_durably(made.path()));
    started.push_back(run_once({ARTIFACTCTL_BIN, "--version"}));
    merged.push_back(run_once(merge));
    if (merged.back() < 0) return state.SkipWithError("it failed");
    state.SetIterationTime(merged.back());
  }
  drop();
  state.counters["memory_MB"] = most_memory(merge);
  state.counters["start_ms"] = median(started) * 1e3;
  state.counters["copy_ms"] = median(copied) * 1e3;
  state.counters["merge_ms"] = median(merged) * 1e3;
  state.counters["copy_ratio"] = (median(merged) - median(started)) / median(copied);
}

BENCHMARK(version)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(help)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(roll)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(validate)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(version_of_daemon)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(one_shot_merge)->Arg(100'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(100);
BENCHMARK(one_shot_merge)->Arg(1'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(50);
BENCHMARK(one_shot_merge)->Arg(10'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(21);
BENCHMARK(one_shot_merge)->Arg(100'000'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);

} // namespace

} // namespace artifactd::bench
