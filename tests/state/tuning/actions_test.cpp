#include "state/tuning/actions.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/judge.hpp"
#include "state/tuning/score.hpp"
#include "tests/support/tuning_run.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::tuning {
namespace {

TuningState state_of(std::string text) {
  return *judge("state.json", std::move(text)).state;
}

TuningState changed(int index, std::string const& merge) {
  auto state = nlohmann::ordered_json::parse(test::snapshot(index));
  state.merge_patch(nlohmann::ordered_json::parse(merge));
  return state_of(state.dump());
}

std::string next(TuningState const& state) {
  return next_action(state).action;
}

/// The action that the real run began in this state, taken from its next snapshot.
TEST(NextAction, IsWhatARealRunDoesNext) {
  int compared = 0;
  for (int i = 0; i < 39; ++i) {
    auto state = state_of(test::snapshot(i));
    auto after = state_of(test::snapshot(i + 1));
    if (state.current_action || after.history.size() != state.history.size() + 1) continue;
    EXPECT_EQ(next(state), after.history.back().action.text) << i << ": " << next_action(state).why;
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

TEST(NextAction, BeginsWithInit) {
  auto state = state_of(initial_state());
  EXPECT_EQ(next(state), "action-init");
  EXPECT_EQ(next_action(state).others.size(), 10U);
  EXPECT_EQ(next_action(state).others[0].why_not, "the run has not begun");
}

TEST(NextAction, EndsWithTheRun) {
  EXPECT_EQ(next(changed(39, "{}")), "");
  EXPECT_EQ(next(changed(20, R"({"status": "failed"})")), "");
}

/// The run after its first verification, with the diagnoses of the first iteration restored.
std::string second_iteration(std::vector<std::string> const& done) {
  auto state = nlohmann::ordered_json::parse(test::snapshot(20));
  state["diagnosis"] = nlohmann::ordered_json::parse(test::snapshot(19))["diagnosis"];
  for (auto const& action : done)
    state["completed_actions"].push_back(action);
  return state.dump();
}

TEST(NextAction, DiagnosesEverythingAgainInTheSecondIteration) {
  EXPECT_EQ(next(state_of(second_iteration({}))), "action-diagnose-context");
  EXPECT_EQ(next(state_of(second_iteration({"action-diagnose-context"}))), "action-diagnose-memory");
  EXPECT_EQ(next(state_of(second_iteration({"action-diagnose-context", "action-diagnose-memory",
                                            "action-diagnose-dataflow", "action-diagnose-agent"}))),
            "action-generate-report");
}

TEST(NextAction, DiagnosesNothingAgainWhereTheVerificationPassed) {
  EXPECT_EQ(next(changed(20, R"({"quality_gate": "pass"})")), "action-complete");
}

TEST(NextAction, AbortsAtTheLimitOfErrors) {
  EXPECT_EQ(next(changed(20, R"({"error_count": 3, "max_errors": 3})")), "action-abort");
}

TEST(NextAction, CompletesWhenTheIterationsAreUsed) {
  EXPECT_EQ(next(changed(20, R"({"max_iterations": 1})")), "action-complete");
}

TEST(NextAction, MayAlwaysBegin) {
  for (int i = 0; i < 40; ++i) {
    auto state = state_of(test::snapshot(i));
    auto chosen = next(state);
    if (!chosen.empty()) {
      EXPECT_EQ(obstacle(state, chosen), std::nullopt) << i << " " << chosen;
    }
  }
}

TEST(Score, FollowsBothFormulas) {
  Counts counts;
  counts.of = {1, 2, 3, 4};
  EXPECT_EQ(score_by_actions(counts), 100 - 25 - 30 - 15 - 4);
  counts.of = {4, 0, 0, 1};
  EXPECT_EQ(score_by_actions(counts), 0);
  // No issue, no fix, no diagnosis, no iteration: 40 + 30 + 0 + 10.
  EXPECT_EQ(score_by_specification(state_of(initial_state())), 80);
}

TEST(Score, GatesDisagreeWhereTheFactsSaySo) {
  Counts counts;
  counts.of = {1, 0, 0, 0};
  EXPECT_EQ(gate_by_actions(counts, 75), Gate::review);
  EXPECT_EQ(gate_by_specification(counts, 75), Gate::fail);
  counts.of = {0, 2, 0, 0};
  EXPECT_EQ(gate_by_actions(counts, 70), Gate::pass);
  EXPECT_EQ(gate_by_specification(counts, 70), Gate::review);
  EXPECT_EQ(gate_by_specification(counts, 80), Gate::pass);
  counts.of = {0, 3, 0, 0};
  EXPECT_EQ(gate_by_actions(counts, 39), Gate::fail);
  EXPECT_EQ(gate_by_specification(counts, 90), Gate::review);
  counts.of = {0, 6, 0, 0};
  EXPECT_EQ(gate_by_specification(counts, 90), Gate::fail);
}

} // namespace
} // namespace artifactd::tuning
