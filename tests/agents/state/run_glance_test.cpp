// A run's summary, taken from each state of a real run.
#include "agents/state/run_glance.hpp"
#include "state/tuning/judge.hpp"
#include "tests/support/tuning_run.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

tuning::TuningState state_at(std::size_t index) {
  auto judged = tuning::judge("state.json", test::snapshot(index));
  return *std::move(judged.state);
}

TEST(RunGlance, FollowsARunFromItsFirstStateToItsLast) {
  std::vector<RunStory::Point> points;
  std::uint64_t actions = 0;
  for (std::size_t i = 0; i < test::snapshots().size(); ++i) {
    auto const state = state_at(i);
    take_point(points, state);
    auto const glance = glance_of(story_of(state, points));
    EXPECT_GE(glance.actions, actions) << i;
    actions = glance.actions;
    EXPECT_EQ(glance.scores.size(), points.size()) << i;
    EXPECT_EQ(board_lines(glance).size(), 5U);
  }
  EXPECT_GT(points.size(), 1U);
  EXPECT_GT(actions, 5U);
}

TEST(RunGlance, ARunThatBeganAgainHasNoScoresOfTheOneBefore) {
  std::vector<RunStory::Point> points;
  take_point(points, state_at(test::snapshots().size() - 1));
  EXPECT_EQ(points.size(), 1U);
  take_point(points, state_at(0));
  EXPECT_TRUE(points.empty());
}

TEST(RunGlance, SaysWhereTheRunIsAndWhatItTook) {
  RunGlance glance{
      .skill = "notes",
      .status = "running",
      .action = "action-verify",
      .iteration = 1,
      .max_iterations = 5,
      .scores = {20, 62.5},
      .current = {.judgement = 2, .iteration = 1, .score = 62.5, .gate = "review", .issues = {0, 2, 1, 0}},
      .fixes = {.waiting = 1, .passed = 2, .failed = 0, .rolled_back = 3},
      .actions = 12,
      .seconds = 150,
      .errors = 1};
  EXPECT_THAT(board_lines(glance),
              ElementsAre("run      iteration 1 of 5, verification: action-verify",
                          "scores   20 → 62.5, gate review", "issues   0 critical, 2 high, 1 medium, 0 low",
                          "fixes    2 passed, 0 failed, 3 rolled back, 1 waiting",
                          "cost     12 actions in 2 min, 1 error"));
  glance.action = "";
  glance.status = "completed";
  EXPECT_THAT(board_lines(glance).front(), HasSubstr("iteration 1 of 5, completed"));
  glance.scores.assign(30, 7);
  EXPECT_THAT(board_lines(glance)[1], HasSubstr("… 7 → 7"));
  EXPECT_EQ(to_json(glance)["fixes"]["rolled_back"], 3);
}

TEST(RunGlance, KnowsThePhaseOfEachAction) {
  EXPECT_EQ(phase_of("action-init"), "setup");
  EXPECT_EQ(phase_of("action-diagnose-memory"), "diagnosis");
  EXPECT_EQ(phase_of("action-apply-fix"), "fixing");
  EXPECT_EQ(phase_of("action-of-theirs"), "");
}

} // namespace
} // namespace artifactd
