// Diagnosing an artifact of the maximum size, broken in the most expensive ways: not closed, nested, many
// lines, many duplicate keys, many faults at the end. The floor is a plain copy of the text.
#include "state/json/diagnose.hpp"

#include <benchmark/benchmark.h>
#include <cstring>
#include <string>
#include <vector>

namespace artifactd::json {

namespace {

std::string broken_text(std::int64_t kind) {
  constexpr std::size_t size = 65'000;
  switch (kind) {
  case 0:
    return "{\"a\":\"" + std::string(size, 'x');
  case 1:
    return std::string(size, '[');
  case 2:
    return "[" + std::string(size, '\n');
  case 3: {
    std::string text = "[";
    while (text.size() < size - 300)
      text += "{\"name\": \"some text\", \"count\": 12},\n";
    for (int i = 0; i < 25; ++i)
      text += "None,\n";
    return text + "]";
  }
  default:
    std::string text = "{";
    while (text.size() < size)
      text += "\"a\":1,";
    return text + "\"a\":1}";
  }
}

void diagnose(benchmark::State& state) {
  auto text = broken_text(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(syntax_findings("x.json", text, {.depth = 64}));
}

void copy(benchmark::State& state) {
  auto text = broken_text(state.range(0));
  std::vector<char> to(text.size());
  for (auto _ : state) {
    std::memcpy(to.data(), text.data(), text.size());
    benchmark::ClobberMemory();
  }
}

BENCHMARK(diagnose)->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy)->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace artifactd::json
