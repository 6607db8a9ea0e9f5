// How long a program takes from its start to its end, against /bin/true: what every command costs before its
// work.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd::bench {

namespace {

/// Seconds until it has ended; negative if it failed. What it prints goes to /dev/null.
double run_once(std::vector<std::string> const& words) {
  std::vector<char*> arguments;
  for (auto const& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  auto const begin = Monotonic::now();
  pid_t child = -1;
  auto const started = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  if (started != 0 || ::waitpid(child, &status, 0) != child || status != 0) return -1;
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
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

BENCHMARK(version)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(help)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(roll)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(validate)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(version_of_daemon)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);

} // namespace

} // namespace artifactd::bench
