// A thousand rules and ten thousand paths: the cost of judging one rule on all paths (match, extract,
// preview), and of finding the winner of all rules, each per path and rule. The floors, in the same run: the
// same globs by fnmatch(3), which does not support `**`, and one memcmp per rule and path.
#include "agents/rule/draft/drafted_rule.hpp"
#include "agents/rule/judgement.hpp"
#include "agents/rule/winner.hpp"

#include <benchmark/benchmark.h>
#include <cstring>
#include <fmt/core.h>
#include <fnmatch.h>
#include <nlohmann/json.hpp>

namespace artifactd::extraction {

namespace {

constexpr int rule_count = 1000;
constexpr int path_count = 10'000;

std::string rule_text(int number) {
  return fmt::format(
      "name: rule_{0}\nglob: \"**/mission_{0:03}/\?\?\?\?-\?\?-\?\?/*.{{csv,tsv}}\"\nextract:\n"
      "  mission:\n    from: segment(-3)\n    pattern: 'mission_([0-9]+)'\n"
      "    normalize: strip_leading_zeros\n    type: integer\n"
      "  day:\n    from: segment(-2)\n    type: date\npriority: {1}\n",
      number, number % 7);
}

Samples const& paths() {
  static Samples const samples = [] {
    nlohmann::json all = nlohmann::json::array();
    for (int i = 0; i < path_count; ++i)
      all.push_back(fmt::format("/data/archive/mission_{:03}/2024-{:02}-{:02}/readings_{}.csv",
                                i % rule_count, 1 + i % 12, 1 + i % 28, i));
    return read_samples("s.json", nlohmann::json{{"paths", all}}.dump());
  }();
  return samples;
}

std::vector<Rule> const& rules() {
  static std::vector<Rule> const all = [] {
    std::vector<Rule> made;
    for (int i = 0; i < rule_count; ++i)
      made.push_back(*judge_rule({"r.yaml", rule_text(i)}, Form::yaml, paths()).rule);
    return made;
  }();
  return all;
}

void per_path(benchmark::State& state, std::size_t looked_at) {
  state.counters["per_path"] =
      benchmark::Counter(static_cast<double>(looked_at),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// One rule from its text to its preview, over all paths.
void preview(benchmark::State& state) {
  auto const text = rule_text(7);
  for (auto _ : state)
    benchmark::DoNotOptimize(judge_rule({"r.yaml", text}, Form::yaml, paths()));
  per_path(state, path_count);
}

/// All rules on all paths.
void match(benchmark::State& state) {
  auto const& all = rules();
  for (auto _ : state)
    for (auto const& rule : all)
      for (auto const& path : paths().paths)
        benchmark::DoNotOptimize(rule.glob.matches(path.parts));
  per_path(state, std::size_t{rule_count} * path_count);
}

/// The winner of a thousand rules, for each of a hundred paths.
void choose(benchmark::State& state) {
  auto const& all = rules();
  for (auto _ : state)
    for (std::size_t i = 0; i < 100; ++i)
      benchmark::DoNotOptimize(winner(all, paths().paths[i * 97]));
  per_path(state, 100);
}

/// From 50,000 paths to a rule: their shapes, its glob and its fields.
void draft(benchmark::State& state) {
  std::vector<SamplePath> all;
  for (int i = 0; i < 50'000; ++i)
    all.push_back(*sample_path(
        fmt::format("/archive/box_{:03}/folder_{:02}/page_{:03}.tif", i / 500, i / 50 % 10, i % 50), ""));
  for (auto _ : state)
    benchmark::DoNotOptimize(draft_of(all, shapes_of(all).front()));
}

/// The floor: the C library's matcher, with the folders spelled out.
void floor_fnmatch(benchmark::State& state) {
  std::vector<std::string> globs;
  for (int i = 0; i < rule_count; ++i)
    globs.push_back(fmt::format("*/*/mission_{:03}/\?\?\?\?-\?\?-\?\?/*.csv", i));
  for (auto _ : state)
    for (auto const& glob : globs)
      for (auto const& path : paths().paths)
        benchmark::DoNotOptimize(fnmatch(glob.c_str(), path.parts.c_str(), FNM_PATHNAME));
  per_path(state, std::size_t{rule_count} * path_count);
}

void floor_memcmp(benchmark::State& state) {
  auto const& all = rules();
  for (auto _ : state)
    for (auto const& rule : all)
      for (auto const& path : paths().paths)
        benchmark::DoNotOptimize(std::memcmp(rule.glob.text().data(), path.parts.data(), 16));
  per_path(state, std::size_t{rule_count} * path_count);
}

BENCHMARK(preview)->Unit(benchmark::kMillisecond);
BENCHMARK(match)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(choose)->Unit(benchmark::kMillisecond);
BENCHMARK(draft)->Unit(benchmark::kMillisecond);
BENCHMARK(floor_fnmatch)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(floor_memcmp)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

} // namespace artifactd::extraction
