// How long a program takes from its start to its end, against /bin/true: what every command costs before its
// work.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

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

void start(benchmark::State& state, std::vector<std::string> const& words) {
  MadeSession const made("{}\n");
  auto command = words;
  for (auto& word : command)
    if (word == "SESSION") word = made.path();
  std::vector<double> floor;
  std::vector<double> took;
  for (auto _ : state) {
    floor.push_back(run_once({"/bin/true"}));
    took.push_back(run_once(command));
    if (floor.back() < 0 || took.back() < 0) return state.SkipWithError("it failed");
    state.SetIterationTime(took.back());
  }
  state.counters["ms"] = median(took) * 1e3;
  state.counters["floor_ms"] = median(floor) * 1e3;
}

void each(char const* name, std::vector<std::string> words) {
  benchmark::RegisterBenchmark(name, start, std::move(words))
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(300);
}

[[maybe_unused]] bool const registered = [] {
  each("start/version", {ARTIFACTCTL_BIN, "--version"});
  each("start/help", {ARTIFACTCTL_BIN, "--help"});
  each("start/roll", {ARTIFACTCTL_BIN, "turn", "roll", "2d6"});
  each("start/validate", {ARTIFACTCTL_BIN, "validate", "SESSION"});
  each("start/artifactd_version", {ARTIFACTD_BIN, "--version"});
  return true;
}();

} // namespace

} // namespace artifactd::bench
