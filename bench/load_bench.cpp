// The kinds under load, through the real daemon: eight sessions that one kind of work keeps busy, how many of
// their signals are settled in a second, and how long a merge elsewhere takes meanwhile against alone. And
// the memory that large sessions take when all of them submit at once.
#include "bench/durable_copy.hpp"
#include "bench/made_game.hpp"
#include "bench/made_plays.hpp"
#include "bench/made_session.hpp"
#include "bench/measured_daemon.hpp"
#include "state/platform/clock.hpp"

#include <atomic>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <thread>

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

constexpr int busy_sessions = 8;
constexpr int pairs = 5;
constexpr int merges = 40; // in each half of a pair

constexpr auto settings = "[play]\nconfirm = \"owner\"\n[[agent]]\nmatch = \"game\"\nprofile = \"game\"\n";

/// What keeps a session busy.
struct Load {
  std::string signal;
  void (*prepare)(fs::path const& session);
  void (*submit)(fs::path const& session, int round); ///< all but the signal
};

void prepare_rule(fs::path const& session) {
  std::string paths;
  for (int i = 0; i < 50; ++i)
    paths += fmt::format(R"({}"/data/mission_{:03}/2024-01-{:02}/readings.csv")", i == 0 ? "" : ", ", i,
                         i % 28 + 1);
  fs::create_directories(session / "rules");
  write_text(session / "rules/r.samples.json", fmt::format(R"({{"root": "/data", "paths": [{}]}})", paths));
}

void submit_rule(fs::path const& session, int round) {
  write_text(session / "rules/r.yaml",
             fmt::format("name: r\nglob: '**/mission_*/*/*.csv'\ntag: t{}\nextract:\n  mission:\n    from: "
                         "segment(-3)\n    pattern: 'mission_(\\d+)'\n    type: integer\n",
                         round));
}

void prepare_edit(fs::path const& session) {
  fs::create_directories(session / "artifacts/game");
  fs::create_directories(session / "edits");
  write_text(session / "edits/e.json", R"({"agent": "game"})");
}

/// Different inputs in each round, or the run would be recognised.
void submit_edit(fs::path const& session, int round) {
  static auto const files = [] {
    auto made = make_game(20);
    damage_two_places(made);
    return made;
  }();
  for (auto const& file : files)
    write_text(session / "artifacts/game" / file.name,
               file.bytes + std::string(static_cast<std::size_t>(round), '\n'));
}

void prepare_report(fs::path const& session) {
  MadePlays(session).begin("p", 100);
  fs::create_directories(session / "reports");
}

void submit_report(fs::path const& session, int round) {
  write_text(session / "reports/a.json",
             fmt::format(R"({{"message": "Why did game {} end?", "play": "p"}})", round));
}

void prepare_merge(fs::path const& session) {
  fs::create_directories(session / "artifacts/hot");
  write_text(session / "knowledge-graph.json", make_graph(1 << 20));
}

void submit_merge(fs::path const& session, int round) {
  for (int i = 0; i < 4; ++i)
    write_text(session / fmt::format("artifacts/hot/{}.json", i), make_artifact(8 * 1024, i, round));
}

/// Submits again as soon as the signal is gone.
class BusySession {
public:
  BusySession(fs::path session, Load const& load)
      : thread_([session = std::move(session), load, this](std::stop_token const& stop) {
          auto const signal = session / load.signal;
          while (!stop.stop_requested()) {
            load.submit(session, static_cast<int>(++round_));
            write_text(signal, "");
            while (fs::exists(signal) && !stop.stop_requested())
              std::this_thread::sleep_for(std::chrono::milliseconds(1)); // rarely enough not to disturb
            if (fs::exists(signal.string() + ".error")) return void(refused_ = true);
            if (!fs::exists(signal)) ++settled_;
          }
        }) {}

  [[nodiscard]] int settled() const { return settled_; }
  [[nodiscard]] bool refused() const { return refused_; }

private:
  static inline std::atomic<int> round_ = 0; ///< of all: each submission differs
  std::atomic<int> settled_ = 0;
  std::atomic<bool> refused_ = false;
  std::jthread thread_; ///< last: it uses the others
};

/// Medians in seconds; of the merges negative if one did not end.
struct Times {
  double merge;
  double copy; ///< the floor
};

Times merges_and_copies(fs::path const& merged, fs::path const& copied, int& round) {
  std::vector<double> merge_times;
  std::vector<double> copy_times;
  for (int i = 0; i < merges; ++i) {
    merge_times.push_back(drop_and_wait(merged, round++));
    if (merge_times.back() < 0) return {-1, 0};
    std::this_thread::sleep_for(std::chrono::milliseconds(5)); // measures latency, not throughput
    auto const begin = Monotonic::now();
    copy_durably(copied);
    copy_times.push_back(Seconds(Monotonic::now() - begin).count());
  }
  return {median(merge_times), median(copy_times)};
}

void merge_beside(benchmark::State& state, Load const& load) {
  MadeSession const place("");
  auto const root = fs::path(place.path()) / "root";
  auto const merged = root / "merged";
  fs::create_directories(merged / "artifacts/measured");
  auto const copied = fs::path(place.path()) / "copied";
  fs::create_directories(copied);
  for (auto const& each : {merged, copied})
    write_text(each / "knowledge-graph.json", make_graph(100'000));
  auto const session = [&](int number) { return root / fmt::format("s{}", number); };
  for (int i = 0; i < busy_sessions; ++i) {
    fs::create_directories(session(i));
    load.prepare(session(i));
  }
  MeasuredDaemon const daemon(place.path(), settings);
  std::vector<double> ratios;
  std::vector<double> rates;
  std::vector<double> copy_ratios;
  std::vector<double> alone_times;
  int round = 0;
  for (auto _ : state) {
    auto const alone = merges_and_copies(merged, copied, round);
    std::vector<std::unique_ptr<BusySession>> busy;
    auto const begin = Monotonic::now();
    for (int i = 0; i < busy_sessions; ++i)
      busy.push_back(std::make_unique<BusySession>(session(i), load));
    auto const meanwhile = merges_and_copies(merged, copied, round);
    auto settled = 0;
    for (auto const& each : busy) {
      if (each->refused()) return state.SkipWithError("a submission was refused");
      settled += each->settled();
    }
    auto const took = Seconds(Monotonic::now() - begin).count();
    if (alone.merge < 0 || meanwhile.merge < 0)
      return state.SkipWithError("a merge was not settled within 5 s");
    rates.push_back(settled / took);
    alone_times.push_back(alone.merge);
    ratios.push_back(meanwhile.merge / alone.merge);
    copy_ratios.push_back(meanwhile.copy / alone.copy);
    state.SetIterationTime(meanwhile.merge);
  }
  state.counters["alone_ms"] = median(alone_times) * 1e3;
  state.counters["ratio"] = median(ratios);
  state.counters["most_ratio"] = quantile(ratios, 1);
  state.counters["copy_ratio"] = median(copy_ratios);
  state.counters["settled_per_s"] = median(rates);
  state.counters["peak_mb"] = daemon.peak_mb();
}

#define BESIDE(kind, signal)                                                                                 \
  BENCHMARK_CAPTURE(merge_beside, kind##s, Load{signal, prepare_##kind, submit_##kind})                      \
      ->UseManualTime()                                                                                      \
      ->Unit(benchmark::kMillisecond)                                                                        \
      ->Iterations(pairs)
BESIDE(rule, "r.rule.lock");
BESIDE(edit, "e.edit.lock");
BESIDE(report, "a.report.lock");
BESIDE(merge, "hot.kg.lock");
#undef BESIDE

/// Eight agents in sessions of their own, each with logs of 48 MB, submit at once. Argument: the setting
/// `memory`, in MiB.
void large_sessions(benchmark::State& state) {
  MadeSession const place("");
  auto const root = fs::path(place.path()) / "root";
  std::string log;
  for (int i = 0; log.size() < (16 << 20) - 1000; ++i)
    log += fmt::format(R"({{"finding_{}": "{}"}})", i % 1000, std::string(400, 'x')) + "\n";
  auto const signal = [&](int number) { return root / fmt::format("s{}/a.kg.lock", number); };
  for (int i = 0; i < busy_sessions; ++i) {
    auto const artifacts = root / fmt::format("s{}/artifacts/a", i);
    fs::create_directories(artifacts);
    for (auto const* name : {"a.ndjson", "b.ndjson", "c.ndjson"})
      write_text(artifacts / name, log);
  }
  MeasuredDaemon const daemon(place.path(), "", fmt::format("memory = \"{}MiB\"\n", state.range(0)));
  for (auto _ : state) {
    auto const begin = Monotonic::now();
    for (int i = 0; i < busy_sessions; ++i)
      write_text(signal(i), "");
    auto pending = busy_sessions;
    while (pending > 0 && Monotonic::now() - begin < std::chrono::minutes(5)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      pending = 0;
      for (int i = 0; i < busy_sessions; ++i)
        pending += fs::exists(signal(i)) ? 1 : 0;
    }
    if (pending > 0) return state.SkipWithError("a signal was not settled");
    state.SetIterationTime(Seconds(Monotonic::now() - begin).count());
  }
  state.counters["peak_mb"] = daemon.peak_mb();
}
BENCHMARK(large_sessions)
    ->Arg(64)
    ->Arg(512)
    ->Arg(1 << 20)
    ->ArgName("memory")
    ->UseManualTime()
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

} // namespace

} // namespace artifactd::bench
