#include "state/tuning/score.hpp"

#include <algorithm>
#include <cmath>

namespace artifactd::tuning {

Counts count_issues(TuningState const& state) {
  Counts counts;
  for (auto const& issue : state.issues)
    if (issue.severity != Grading::none) ++counts.of.at(static_cast<std::size_t>(issue.severity));
  return counts;
}

int score_by_actions(Counts const& counts) {
  auto lost = 25 * counts[Grading::critical] + 15 * counts[Grading::high] + 5 * counts[Grading::medium] +
              counts[Grading::low];
  return lost >= 100 ? 0 : 100 - static_cast<int>(lost);
}

int score_by_specification(TuningState const& state) {
  auto passed = std::ranges::count(state.applied, Verification::pass, &AppliedFix::verification);
  auto fixes = state.applied.empty()
                   ? 100.0
                   : 100.0 * static_cast<double>(passed) / static_cast<double>(state.applied.size());
  constexpr std::array coverage = {0, 0, 10, 15, 20};
  auto made = std::ranges::count_if(state.diagnosis, [](auto const& each) { return each.has_value(); });
  auto efficiency = state.iteration_count <= 1   ? 10
                    : state.iteration_count == 2 ? 7
                    : state.iteration_count == 3 ? 4
                                                 : 0;
  return static_cast<int>(std::lround(0.4 * score_by_actions(count_issues(state)) + 0.3 * fixes +
                                      coverage.at(static_cast<std::size_t>(made)) + efficiency));
}

Gate gate_by_actions(Counts const& counts, double score) {
  if (counts[Grading::critical] == 0 && counts[Grading::high] <= 2 && score >= 60) return Gate::pass;
  return score >= 40 ? Gate::review : Gate::fail;
}

Gate gate_by_specification(Counts const& counts, double score) {
  if (counts[Grading::critical] > 0 || counts[Grading::high] > 5 || score < 60) return Gate::fail;
  return counts[Grading::high] <= 2 && score >= 80 ? Gate::pass : Gate::review;
}

std::string_view formula_word(Formula formula) noexcept {
  return formula == Formula::actions ? "actions" : "specification";
}

Formula formula_of(TuningState const& state) {
  auto by_actions = state.score == score_by_actions(count_issues(state));
  return !by_actions && state.score == score_by_specification(state) ? Formula::specification
                                                                     : Formula::actions;
}

std::string_view gate_word(Gate gate) noexcept {
  return gate_words[static_cast<std::size_t>(gate)];
}

} // namespace artifactd::tuning
