#include "state/tuning/actions.hpp"
#include "state/tuning/score.hpp"
#include "state/tuning/snapshot.hpp"
#include "state/tuning/words.hpp"

#include <cmath>
#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

void check_counts(TuningState const& state, Counts const& counts, Report& report) {
  auto severity = state.completed(action::report) ? Severity::error : Severity::warning;
  for (std::size_t i = 0; i < count_words.size(); ++i)
    if (state.counts.of[i] != counts.of[i])
      report.add("X01", severity, *state.at("issues_by_severity").find(count_words[i]),
                 fmt::format("the count of {} issues does not match the list", count_words[i]),
                 fmt::format("{}", counts.of[i]), "artifactctl state fix-counts counts them again.");
}

void check_unreported(TuningState const& state, Report& report) {
  if (state.score != 0)
    report.warning("X19", state.at("quality_score"), "there is a score, but no report yet", "0");
  if (state.gate != Gate::fail)
    report.warning("X19", state.at("quality_gate"), "there is a gate, but no report yet", "fail");
}

void check_formulas(TuningState const& state, Counts const& counts, Report& report) {
  auto by_actions = score_by_actions(counts);
  auto by_specification = score_by_specification(state);
  if (state.score != by_actions && state.score != by_specification)
    report.warning(
        "X18", state.at("quality_score"), "neither formula gives this score",
        fmt::format("{} (as the actions count) or {} (as specified)", by_actions, by_specification));
  auto gate = gate_by_actions(counts, state.score);
  auto other = gate_by_specification(counts, state.score);
  if (state.gate != gate && state.gate != other)
    report.warning(
        "X48", state.at("quality_gate"), "neither rule gives this gate",
        fmt::format("{} (as the actions judge) or {} (as specified)", gate_word(gate), gate_word(other)));
}

} // namespace

void check_quality(TuningState const& state, Report& report) {
  auto counts = count_issues(state);
  check_counts(state, counts, report);
  if (state.gate == Gate::pass &&
      (counts[Grading::critical] > 0 || counts[Grading::high] > 2 || state.score < 60))
    report.error("X17", state.at("quality_gate"),
                 fmt::format("the gate passes with {} critical and {} high issues and a score of {}",
                             counts[Grading::critical], counts[Grading::high], state.score),
                 "no critical issue, at most two high ones, a score from 60");
  if (!state.completed(action::report))
    check_unreported(state, report);
  else
    check_formulas(state, counts, report);
}

} // namespace artifactd::tuning
