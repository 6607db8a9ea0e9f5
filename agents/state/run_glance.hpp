// A tuning run at a glance, for screens: where it is, its scores so far, what is open and what it took.
#pragma once

#include "agents/state/run_story.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct RunGlance {
  struct Fixes {
    std::uint64_t waiting = 0; ///< proposed, not yet applied or not yet verified
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    std::uint64_t rolled_back = 0;
  };
  std::string skill;
  std::string status;
  std::string action; ///< under way, or the next one; empty: the run has ended
  std::uint64_t iteration = 0;
  std::uint64_t max_iterations = 0;
  std::vector<double> scores; ///< one for each report and each finished iteration
  RunStory::Point current{};
  Fixes fixes;
  std::uint64_t actions = 0; ///< finished
  std::int64_t seconds = 0;  ///< spent on them
  std::uint64_t errors = 0;
};

[[nodiscard]] RunGlance glance_of(RunStory const& story);

/// "setup", "diagnosis", "report", "proposal", "fixing", "verification" or "end"; "" for an unknown action.
[[nodiscard]] std::string_view phase_of(std::string_view action) noexcept;

/// For a board: where it is, scores, issues, fixes, what it took; one line each.
[[nodiscard]] std::vector<std::string> board_lines(RunGlance const& glance);

[[nodiscard]] nlohmann::ordered_json to_json(RunGlance const& glance);

} // namespace artifactd
