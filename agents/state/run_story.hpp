// The history of a tuning run, from its state and the states accepted before: scores and issues over time,
// actions, fixes.
#pragma once

#include "agents/state/history.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct RunStory {
  /// After a report, or at the end of an iteration.
  struct Point {
    std::uint64_t judgement; ///< increases from one to the next
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
  Point current{}; ///< as in the state now
  std::vector<Action> actions;
  std::vector<Fix> fixes;
  std::vector<std::string> errors;
};

/// Fault::invalid for a state that would be refused.
Result<RunStory> story_of(Session const& session);
/// The same for a given state; `points` are those before it.
[[nodiscard]] RunStory story_of(tuning::TuningState const& state, std::vector<RunStory::Point> points);

/// The points of the states accepted before.
Result<std::vector<RunStory::Point>> points_before(Session const& session);
/// Adds the state's point. If the run began again or was rolled back, later points are removed.
void take_point(std::vector<RunStory::Point>& points, tuning::TuningState const& state);

/// The answer to `state report`.
[[nodiscard]] nlohmann::ordered_json to_json(RunStory const& story);

/// One self-contained page: no script, no external resources. All text is escaped.
[[nodiscard]] std::string to_html(RunStory const& story);

} // namespace artifactd
