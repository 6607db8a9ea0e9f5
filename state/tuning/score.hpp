// Scores and gates of a tuning run. Real runs follow one formula, the specification of the skill another;
// both are computed, and a state may follow either.
#pragma once

#include "state/tuning/tuning_state.hpp"

namespace artifactd::tuning {

/// Counts the open issues.
[[nodiscard]] Counts count_issues(TuningState const& state);

/// 100 − 25 critical − 15 high − 5 medium − 1 low, at least 0: the score the actions compute.
[[nodiscard]] int score_by_actions(Counts const& counts);

/// 0.4 of score_by_actions(), 0.3 of the share of applied fixes that passed, up to 20 for diagnoses made, up
/// to 10 for few iterations; rounded.
[[nodiscard]] int score_by_specification(TuningState const& state);

[[nodiscard]] Gate gate_by_actions(Counts const& counts, double score);
[[nodiscard]] Gate gate_by_specification(Counts const& counts, double score);

/// The formula a run uses for its score.
enum class Formula : std::uint8_t { actions, specification };
[[nodiscard]] std::string_view formula_word(Formula formula) noexcept;
/// Derived from the stated score; the actions' formula if that is undecided.
[[nodiscard]] Formula formula_of(TuningState const& state);

[[nodiscard]] std::string_view gate_word(Gate gate) noexcept;

} // namespace artifactd::tuning
