// Judging a tuning state as a step from its predecessor: a typical one (about 50 KB) and a large one (about
// 1 MB, 500 issues). The floor is one copy of the text.
#include "state/tuning/document.hpp"
#include "state/tuning/judge.hpp"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace artifactd::tuning {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto begun = "2026-03-11T08:41:07.000Z";

Json made_issue(int number, std::size_t bytes) {
  return {
      {"id", fmt::format("ISS-{:03}", number)},
      {"type", "context_explosion"},
      {"severity", "low"},
      {"priority", 1 + number},
      {"location", {{"file", "phases/01-collect.md"}, {"line_start", 1 + number}, {"line_end", 9 + number}}},
      {"description", std::string(bytes / 2, 'd')},
      {"evidence", {std::string(bytes / 8, 'e'), std::string(bytes / 8, 'f')}},
      {"root_cause", std::string(bytes / 8, 'r')},
      {"impact", "slow"},
      {"suggested_fix", "less"},
      {"related_issues", Json::array()}};
}

Json made_fix(int number) {
  return {{"id", fmt::format("FIX-{}", number)},
          {"issue_ids", {fmt::format("ISS-{:03}", number)}},
          {"strategy", "custom"},
          {"description", "say less"},
          {"rationale", "it is too much"},
          {"changes",
           {{{"file", "phases/01-collect.md"}, {"action", "modify"}, {"diff", "@@ -1 +1 @@\n-a\n+b\n"}}}},
          {"risk", "low"},
          {"estimated_impact", "some"},
          {"verification_steps", Json::array()}};
}

std::string made_state(int issues, std::size_t bytes) {
  auto state = Json::parse(initial_state());
  state["status"] = "running";
  state["started_at"] = state["updated_at"] = begun;
  state["target_skill"]["name"] = "notes";
  state["target_skill"]["path"] = "skills/notes";
  state["target_skill"]["execution_mode"] = "sequential";
  state["work_dir"] = "work";
  state["backup_dir"] = "work/backups";
  for (auto const* action :
       {"action-init", "action-diagnose-context", "action-generate-report", "action-propose-fixes"}) {
    state["completed_actions"].push_back(action);
    state["action_history"].push_back({{"action", action},
                                       {"started_at", begun},
                                       {"completed_at", begun},
                                       {"result", "success"},
                                       {"output_files", Json::array()}});
  }
  for (int i = 0; i < issues; ++i) {
    state["issues"].push_back(made_issue(i, bytes / static_cast<std::size_t>(issues) - 420));
    if (i % 10 == 0) state["proposed_fixes"].push_back(made_fix(i));
  }
  state["issues_by_severity"]["low"] = issues;
  state["quality_score"] = 100 - std::min(issues, 100);
  state["quality_gate"] = issues > 60 ? "fail" : issues > 40 ? "review" : "pass";
  return state.dump(2) + "\n";
}

void judge_step(benchmark::State& state) {
  auto text = made_state(static_cast<int>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  auto accepted = judge("state.json", text);
  if (accepted.refused() || !accepted.state) std::abort();
  for (auto _ : state)
    benchmark::DoNotOptimize(judge("state.json", text, &*accepted.state).refused());
  state.counters["bytes"] = static_cast<double>(text.size());
}

void copy(benchmark::State& state) {
  auto text = made_state(static_cast<int>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  std::vector<char> to(text.size());
  for (auto _ : state) {
    std::memcpy(to.data(), text.data(), text.size());
    benchmark::DoNotOptimize(to.data());
  }
}

BENCHMARK(judge_step)->Args({30, 50'000})->Args({500, 1'000'000})->Unit(benchmark::kMillisecond);
BENCHMARK(copy)->Args({30, 50'000})->Args({500, 1'000'000})->Unit(benchmark::kMillisecond);

} // namespace

} // namespace artifactd::tuning
