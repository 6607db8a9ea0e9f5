// Lock dropped → lock gone, as another process sees it: the real daemon on real directories, the time taken
// from before the lock is created until inotify tells that it has left. And what 10,000 idle sessions cost.
#include "bench/durable_copy.hpp"
#include "bench/made_session.hpp"
#include "state/clock.hpp"
#include "state/fd.hpp"
#include "state/tuning/document.hpp"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <poll.h>
#include <random>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;

class Daemon {
public:
  explicit Daemon(fs::path place) : place_(std::move(place)) {
    auto config = place_ / "artifactd.toml";
    write_text(
        config,
        fmt::format(
            "state_dir = \"{0}/state\"\nruntime_dir = \"{0}/state/run\"\n[[root]]\npath = \"{0}/root\"\n",
            place_.string()));
    auto log = (place_ / "daemon.log").string();
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::string name = ARTIFACTD_BIN;
    std::string flag = "--config";
    std::string file = config;
    char* arguments[] = {name.data(), flag.data(), file.data(), nullptr};
    if (::posix_spawn(&pid_, name.c_str(), &files, nullptr, arguments, environ) != 0) pid_ = -1;
    ::posix_spawn_file_actions_destroy(&files);
    for (int i = 0; i < 3000 && !ready(log); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10)); // its log is all that tells
  }
  ~Daemon() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  Daemon(Daemon const&) = delete;
  Daemon& operator=(Daemon const&) = delete;

  [[nodiscard]] double rss_mb() const {
    std::ifstream statm(fmt::format("/proc/{}/statm", pid_));
    double size = 0;
    double resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
  }
  [[nodiscard]] double cpu_seconds() const {
    std::ifstream stat(fmt::format("/proc/{}/stat", pid_));
    std::string word;
    double user = 0;
    double system = 0;
    for (int field = 1; field <= 13 && stat >> word; ++field) {
    }
    stat >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }

private:
  static bool ready(std::string const& log) {
    std::ifstream in(log);
    std::string line;
    while (std::getline(in, line))
      if (line.find("ready") != line.npos) return true;
    return false;
  }

  fs::path place_;
  pid_t pid_ = -1;
};

/// Directories `s0` … below <place>/root, each with a graph and an agent's artifacts.
void fill_root(fs::path const& place, int sessions, std::string const& graph) {
  for (int i = 0; i < sessions; ++i) {
    auto session = place / "root" / fmt::format("s{}", i);
    fs::create_directories(session / "artifacts" / "measured");
    if (!graph.empty()) write_text(session / "knowledge-graph.json", graph);
  }
}

/// Drops a lock and returns the seconds until it is gone; negative after 5 s.
double drop_and_wait(fs::path const& session, int round) {
  for (int i = 0; i < 4; ++i)
    write_text(session / fmt::format("artifacts/measured/{}.json", i), make_artifact(8 * 1024, i, round));
  UniqueFd events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  ::inotify_add_watch(events.get(), session.c_str(), IN_MOVED_FROM | IN_DELETE);
  auto lock = (session / "measured.kg.lock").string();
  auto begin = Monotonic::now();
  UniqueFd(::open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)).reset();
  pollfd wait{events.get(), POLLIN, 0};
  char buffer[4096];
  while (::access(lock.c_str(), F_OK) == 0) {
    if (::poll(&wait, 1, 5000) <= 0) return -1;
    while (::read(events.get(), buffer, sizeof buffer) > 0) {
    }
  }
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

void lock_to_gone(benchmark::State& state) {
  auto sessions = static_cast<int>(state.range(0));
  MadeSession place("");
  fill_root(place.path(), sessions, make_graph(100'000));
  Daemon daemon(place.path());
  std::minstd_rand random(7);
  std::vector<double> times;
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
    state.SetIterationTime(took);
    std::this_thread::sleep_for(
        std::chrono::milliseconds(5)); // idle between drops: latency, not throughput, is measured
  }
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  state.counters["p99_ms"] = quantile(times, 0.99) * 1e3;
  state.counters["rss_mb"] = daemon.rss_mb();
}

void measure_idleness(benchmark::State& state, Daemon const& daemon) {
  for (auto _ : state) {
    auto before = daemon.cpu_seconds();
    auto begin = Monotonic::now();
    std::this_thread::sleep_for(std::chrono::seconds(30)); // idleness is what is measured
    auto wall = std::chrono::duration<double>(Monotonic::now() - begin).count();
    state.counters["cpu_percent"] = 100 * (daemon.cpu_seconds() - before) / wall;
    state.counters["rss_mb"] = daemon.rss_mb();
    state.SetIterationTime(wall);
  }
}

void idle_sessions(benchmark::State& state) {
  MadeSession place("");
  fill_root(place.path(), static_cast<int>(state.range(0)), "");
  Daemon const daemon(place.path());
  measure_idleness(state, daemon);
}

/// Work directories of skill tuning, each with a state that was accepted.
void idle_states(benchmark::State& state) {
  MadeSession place("");
  auto const count = static_cast<int>(state.range(0));
  fill_root(place.path(), count, "");
  auto session = [&](int number) { return fs::path(place.path()) / "root" / fmt::format("s{}", number); };
  for (int i = 0; i < count; ++i)
    write_text(session(i) / "state.json", tuning::initial_state());
  Daemon const daemon(place.path());
  for (int i = 0; i < count; ++i)
    while (!fs::exists(session(i) / ".artifactd/states/000001-accepted.json"))
      std::this_thread::sleep_for(
          std::chrono::milliseconds(10)); // the first look at all of them is no part of it
  measure_idleness(state, daemon);
}

BENCHMARK(lock_to_gone)->Arg(2000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1000);
BENCHMARK(lock_to_gone)->Arg(10'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(500);
BENCHMARK(idle_sessions)->Arg(10'000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(idle_states)->Arg(1000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

} // namespace

} // namespace artifactd::bench
