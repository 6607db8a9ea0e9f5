// The actions of a tuning run: their names, the preconditions of each, and which comes next (seed:
// tuning-state, "State Transition Diagram"; preconditions as measured in real runs).
#pragma once

#include "state/tuning/tuning_state.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::tuning {

namespace action {
inline constexpr std::string_view init = "action-init";
inline constexpr std::string_view report = "action-generate-report";
inline constexpr std::string_view propose = "action-propose-fixes";
inline constexpr std::string_view apply = "action-apply-fix";
inline constexpr std::string_view verify = "action-verify";
inline constexpr std::string_view complete = "action-complete";
inline constexpr std::string_view abort = "action-abort";
[[nodiscard]] std::string_view diagnose(Area area) noexcept;
/// The area of a diagnosis; std::nullopt for other actions.
[[nodiscard]] std::optional<Area> diagnosed_area(std::string_view name) noexcept;
} // namespace action

enum class Known : std::uint8_t { no, newer, yes };
[[nodiscard]] Known knows_action(std::string_view name) noexcept;

/// In the order of a run.
[[nodiscard]] std::vector<std::string_view> all_actions();

/// Why the action must not begin in this state; std::nullopt if it may.
[[nodiscard]] std::optional<std::string> obstacle(TuningState const& state, std::string_view action);

/// The diagnoses still to be made in this iteration, in the order of a run; none depends on another.
[[nodiscard]] std::vector<std::string> diagnoses_due(TuningState const& state);

struct NextAction {
  std::string action; ///< empty: the run has ended, or an action is in progress
  std::string why;
  struct Other {
    std::string action;
    std::string why_not;
  };
  std::vector<Other> others;
};
/// The second iteration is diagnosed, reported and proposed again, since only what was done since then
/// counts.
[[nodiscard]] NextAction next_action(TuningState const& state);

} // namespace artifactd::tuning
