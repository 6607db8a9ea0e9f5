// What became of a tuning run, told from its state and the states accepted before: scores and issues as they
// went, actions, fixes.
#pragma once

#include "agents/state/history.hpp"

#include <array>
#include <string>
#include <vector>

namespace artifactd {

struct RunStory {
  /// After a report, or at the end of an iteration.
  struct Point {
    std::uint64_t judgement; ///< rises from one to the next
    std::uint64_t iteration;
    double score;
    std::string gate;
    std::array<std::uint64_t, 4> issues; ///< critical, high, medium, low
  };
  struct Action {
    std::string name;
    std::string from;
    std::string until; ///< empty: under way
    std::string result;
  };
  struct Fix {
    std::string id;
    std::string risk;
    std::string description;
    std::string verdict; ///< "proposed", "pending", "pass", "fail", "rolled_back"
    std::string diff;    ///< unified, of all its changes
  };
  std::string skill;
  std::string issue;
  std::string status;
  std::string now; ///< the action under way, or the next one
  std::uint64_t iteration = 0;
  std::uint64_t max_iterations = 0;
  std::vector<Point> points;
  Point current{}; ///< as the state has it now
  std::vector<Action> actions;
  std::vector<Fix> fixes;
  std::vector<std::string> errors;
};

/// Fault::invalid for a state that would be refused.
Result<RunStory> story_of(Session const& session);
/// The same of a state at hand; `points` are those before it.
[[nodiscard]] RunStory story_of(tuning::TuningState const& state, std::vector<RunStory::Point> points);

/// Those of the states accepted before.
Result<std::vector<RunStory::Point>> points_before(Session const& session);
/// What the state adds to them. Of a run that began again, or was rolled back, what came later goes.
void take_point(std::vector<RunStory::Point>& points, tuning::TuningState const& state);

/// One page, complete in itself: no script, nothing from elsewhere. All text is text in it.
[[nodiscard]] std::string to_html(RunStory const& story);

} // namespace artifactd
