// The cost of plays that nobody plays, and the cost to everybody else of a host that plays fast: the real
// daemon, its memory and its watches, and a merge in another session timed as its agent sees it.
#include "bench/durable_copy.hpp"
#include "bench/made_plays.hpp"
#include "bench/made_session.hpp"
#include "bench/measured_daemon.hpp"
#include "state/platform/clock.hpp"

#include <atomic>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <thread>

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;
constexpr auto settings = "[play]\nconfirm = \"owner\"\n";

bool is_logged(fs::path const& place, std::string_view event) {
  std::ifstream in(place / "daemon.log");
  for (std::string line; std::getline(in, line);)
    if (line.contains(event)) return true;
  return false;
}

/// Plays whose logs have not changed for more than an hour: seen once, then neither watched nor looked at.
void idle_plays(benchmark::State& state) {
  MadeSession place("");
  auto const session = fs::path(place.path()) / "root/s0";
  fs::create_directories(session / "play");
  auto const count = state.range(0);
  {
    MadePlays const plays(session);
    for (int i = 0; i < count; ++i)
      fs::last_write_time(plays.begin(fmt::format("p{}", i), 1),
                          fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
  MeasuredDaemon const daemon(place.path(), settings);
  // The first look at all of them is over once the daemon rests.
  for (auto before = -1.0; daemon.cpu_seconds() - before > 0.02;) {
    before = daemon.cpu_seconds();
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  for (auto _ : state) {
    auto const before = daemon.cpu_seconds();
    auto const begin = Monotonic::now();
    std::this_thread::sleep_for(std::chrono::seconds(10)); // measures idleness
    auto const wall = std::chrono::duration<double>(Monotonic::now() - begin).count();
    state.counters["cpu_percent"] = 100 * (daemon.cpu_seconds() - before) / wall;
    state.counters["rss_mb"] = daemon.rss_mb();
    state.counters["watches"] = daemon.watches();
    state.SetIterationTime(wall);
  }
}
BENCHMARK(idle_plays)->Arg(1)->Arg(10'000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

/// Appends to a log the rest of `text`, at so many lines per second.
class Host {
public:
  Host(fs::path log, std::string text, int lines_per_second)
      : log_(std::move(log)), text_(std::move(text)),
        thread_([this, lines_per_second](std::stop_token const& stop) {
          std::ofstream out(log_, std::ios::app);
          auto next = Monotonic::now();
          for (std::size_t at = 0; !stop.stop_requested() && at < text_.size(); next += tick) {
            for (int i = 0; i < lines_per_second / 100 && at < text_.size(); ++i) {
              auto const end = text_.find('\n', at) + 1;
              out.write(text_.data() + at, static_cast<std::streamsize>(end - at));
              at = end;
            }
            out.flush();
            std::this_thread::sleep_until(next); // keeps the wanted rate
          }
        }) {}
  void stop() {
    thread_.request_stop();
    thread_.join();
  }

private:
  static constexpr auto tick = std::chrono::milliseconds(10);
  fs::path log_;
  std::string text_;
  std::jthread thread_;
};

/// Seconds until a line that does not fit the one before it is reported.
double seconds_until_told(fs::path const& place, fs::path const& log, play::Record const& record) {
  auto line = record.lines[1];
  line.step = 1;
  auto const begin = Monotonic::now();
  std::ofstream(log, std::ios::app) << to_json(line).dump() << '\n';
  while (!is_logged(place, "play issue") && Monotonic::now() - begin < std::chrono::seconds(30))
    std::this_thread::sleep_for(std::chrono::milliseconds(2)); // visible only in its log
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

/// A merge while a host in another session appends this many lines per second; 0: the floor.
void merge_beside_a_host(benchmark::State& state) {
  MadeSession place("");
  auto const root = fs::path(place.path()) / "root";
  auto const merged = root / "merged";
  fs::create_directories(merged / "artifacts/measured");
  write_text(merged / "knowledge-graph.json", make_graph(100'000));
  fs::create_directories(root / "played/play");
  MadePlays const plays(root / "played");
  auto const log = plays.begin("p", 1);
  auto const rate = static_cast<int>(state.range(0));
  auto text = long_log(plays.record(), 600'000);
  text.erase(0, fs::file_size(log));
  MeasuredDaemon const daemon(place.path(), settings);
  std::optional<Host> host;
  if (rate > 0) host.emplace(log, std::move(text), rate);
  std::vector<double> times;
  int round = 0;
  for (auto _ : state) {
    auto const took = drop_and_wait(merged, round++);
    if (took < 0) {
      state.SkipWithError("a lock was not settled within 5 s");
      break;
    }
    times.push_back(took);
    state.SetIterationTime(took);
    std::this_thread::sleep_for(std::chrono::milliseconds(10)); // measures latency, not throughput
  }
  state.counters["p50_ms"] = quantile(times, 0.5) * 1e3;
  if (!host) return;
  if (is_logged(place.path(), "play issue")) state.SkipWithError("it is a sound play");
  host->stop();
  state.counters["told_after_s"] = seconds_until_told(place.path(), log, plays.record());
}
BENCHMARK(merge_beside_a_host)
    ->Arg(0)
    ->Arg(10'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(500);

} // namespace

} // namespace artifactd::bench
