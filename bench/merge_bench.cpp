// A durable merge against the least a durable replacement can cost: read, write a copy, fsync, rename,
// fsync(dir). Each iteration does both in turn on the same file system; `ratio` is the median of one over the
// median of the other.
#include "bench/made_session.hpp"
#include "daemon/reconcile.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace artifactd::bench {

namespace {

using Seconds = std::chrono::duration<double>;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

class Floor {
public:
  explicit Floor(std::size_t bytes) : buffer_(bytes + 1) {}

  double copy(MadeSession const& session) {
    auto from = session.graph();
    auto to = session.path() + "/copy.tmp";
    auto begin = Monotonic::now();
    UniqueFd in(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    std::size_t filled = 0;
    for (ssize_t got = 0; (got = ::read(in.get(), buffer_.data() + filled, buffer_.size() - filled)) > 0;)
      filled += static_cast<std::size_t>(got);
    UniqueFd out(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    for (std::size_t written = 0; written < filled;) {
      auto put = ::write(out.get(), buffer_.data() + written, filled - written);
      if (put <= 0) break;
      written += static_cast<std::size_t>(put);
    }
    ::fsync(out.get());
    ::rename(to.c_str(), from.c_str());
    UniqueFd directory(::open(session.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ::fsync(directory.get());
    return Seconds(Monotonic::now() - begin).count();
  }

private:
  std::vector<char> buffer_;
};

struct Kit {
  KgPolicy policy;
  BufferPool pool;
  StaleWatch watch;
  CountAttempt count;
};

/// Settles everything pending in the session; seconds from looking to the signals gone.
double settle(MadeSession const& made, Kit& kit, Hints const& hints) {
  auto begin = Monotonic::now();
  auto session = Session::open(made.path());
  auto done = reconcile(*session, hints, {kit.policy, kit.pool, kit.watch, kit.count});
  auto took = Seconds(Monotonic::now() - begin).count();
  if (!done) throw std::runtime_error(done.error().message);
  for (auto const& end : done->signals)
    if (end.end != End::merged) throw std::runtime_error(fmt::format("not merged but {}", end_word(end.end)));
  return took;
}

Hints closed(std::vector<std::string> const& agents) {
  Hints hints;
  for (auto const& agent : agents)
    hints.closed.insert({*Name::parse(agent), Kind::kg});
  return hints;
}

/// The peak of resident memory above what it was before, in multiples of `bytes`.
void reset_peak() {
  write_text("/proc/self/clear_refs", "5");
}
double peak_rss() {
  double kilobytes = 0;
  if (auto* status = std::fopen("/proc/self/status", "re")) {
    char line[256];
    while (std::fgets(line, sizeof line, status) != nullptr)
      if (std::sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
    std::fclose(status);
  }
  return kilobytes * 1024;
}

void one_agent(benchmark::State& state) {
  auto bytes = static_cast<std::size_t>(state.range(0));
  MadeSession made(make_graph(bytes));
  Floor floor(bytes + (bytes >> 3) + 200'000);
  std::vector<double> merges;
  std::vector<double> copies;
  double peak = 0;
  {
    Kit kit;
    int round = 0;
    for (auto _ : state) {
      made.drop("measured", 4, 8 * 1024, round++);
      copies.push_back(floor.copy(made));
      reset_peak();
      auto before = peak_rss();
      auto took = settle(made, kit, closed({"measured"}));
      if (round > 1) merges.push_back(took); // the first one makes the private directories
      peak = std::max(peak, peak_rss() - before);
      state.SetIterationTime(took);
    }
  }
  state.counters["floor_ms"] = median(copies) * 1e3;
  state.counters["merge_ms"] = median(merges) * 1e3;
  state.counters["ratio"] = median(merges) / median(copies);
  state.counters["peak_per_graph"] = peak / static_cast<double>(bytes);
}

void ten_agents(benchmark::State& state) {
  auto bytes = static_cast<std::size_t>(state.range(0));
  MadeSession made(make_graph(bytes));
  Kit kit;
  std::vector<std::string> agents;
  for (int i = 0; i < 10; ++i)
    agents.push_back(fmt::format("measured-{}", i));
  std::vector<double> together;
  std::vector<double> apart;
  int round = 0;
  for (auto _ : state) {
    for (auto const& agent : agents)
      made.drop(agent, 4, 8 * 1024, round);
    auto took = settle(made, kit, closed(agents));
    together.push_back(took);
    state.SetIterationTime(took);
    ++round;
    double sum = 0;
    for (auto const& agent : agents) {
      made.drop(agent, 4, 8 * 1024, round);
      sum += settle(made, kit, closed({agent}));
    }
    apart.push_back(sum);
    ++round;
  }
  state.counters["together_ms"] = median(together) * 1e3;
  state.counters["apart_ms"] = median(apart) * 1e3;
  state.counters["speedup"] = median(apart) / median(together);
}

BENCHMARK(one_agent)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Arg(100'000'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(ten_agents)->Arg(1'000'000)->Arg(10'000'000)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace

} // namespace artifactd::bench
