// The scan against two yardsticks measured in the same run: copying the text, the minimum for any processing,
// and simdjson's DOM parser, which validates it too. Counters: times_memcpy and times_simdjson say how many
// times longer the scan takes.
#include "bench/generated_graph.hpp"
#include "state/json/scan.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstring>
#include <limits>
#include <simdjson.h>
#include <stdexcept>
#include <time.h>

namespace {

using namespace artifactd;

std::string const& graph_of(std::size_t bytes) {
  static std::size_t made_for = 0;
  static std::string graph;
  if (made_for != bytes) graph = bench::generated_graph(bytes);
  made_for = bytes;
  return graph;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The shortest CPU time of several runs: other load on the machine can only lengthen one.
template <class Work>
double shortest(std::size_t bytes, Work work) {
  double best = std::numeric_limits<double>::max();
  for (std::size_t runs = std::clamp<std::size_t>(200'000'000 / bytes, 5, 500); runs > 0; --runs) {
    double const begin = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - begin);
  }
  return best;
}

double memcpy_time(std::string const& text) {
  std::string copy(text.size(), '\0');
  return shortest(text.size(), [&] {
    std::memcpy(copy.data(), text.data(), text.size());
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
  });
}

double simdjson_time(std::string const& text) {
  simdjson::padded_string const padded(text);
  simdjson::dom::parser parser;
  return shortest(text.size(), [&] {
    if (parser.parse(padded).error() != simdjson::SUCCESS)
      throw std::runtime_error("simdjson refuses the graph");
  });
}

using Scanner = decltype(json::scan);

void run(benchmark::State& state, Scanner& scanner) {
  std::string const& graph = graph_of(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto const document = scanner(graph, {});
    if (!document) state.SkipWithError("the scan refuses the graph");
    benchmark::DoNotOptimize(document);
  }
  double const scanned = shortest(graph.size(), [&] { benchmark::DoNotOptimize(scanner(graph, {})); });
  state.SetBytesProcessed(static_cast<std::int64_t>(graph.size()) * state.iterations());
  state.counters["times_memcpy"] = scanned / memcpy_time(graph);
  state.counters["times_simdjson"] = scanned / simdjson_time(graph);
}

void scan_fastest(benchmark::State& state) {
  run(state, json::scan);
}
void scan_portable(benchmark::State& state) {
  run(state, json::scan_portable);
}

BENCHMARK(scan_fastest)->Arg(100'000)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000);
BENCHMARK(scan_portable)->Arg(100'000)->Arg(1'000'000)->Arg(10'000'000)->Arg(100'000'000);

} // namespace
