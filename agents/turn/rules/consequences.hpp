// What follows from a turn by the ruleset alone, without a model: the ops of the rolled bands, full clocks,
// and the passing of time.
#pragma once

#include "agents/turn/rules/check.hpp"
#include "agents/turn/rules/state_ops.hpp"

namespace artifactd::turn {

struct ClockEvent {
  std::string path;
  std::string event;
};

struct Consequences {
  StoryState after;             ///< the base if there are faults
  Json applied = Json::array(); ///< as in apply_ops
  std::vector<ClockEvent> events;
  std::vector<std::string> faults; ///< the ruleset's, never a model's
};

/// Applies the ops of the bands in the order of the rolls; then each clock that has reached its `at` raises
/// its event once and goes back to 0.
[[nodiscard]] Consequences settle_checks(StateRules const& rules, StoryState const& base,
                                         std::span<RolledCheck const> rolls);

struct PassedTime {
  StoryState after;
  /// {path, unit, by, before, after, clamped}; null if the ruleset keeps no time
  Json tool_call = nullptr;
  std::vector<std::string> faults; ///< a model's faults begin with the pointer of its request
};

inline constexpr double longest_time_request = 1'000'000;

/// Advances time by `per_turn`, or in the same direction by the `request` of the ruleset step (a number of
/// `unit` from 0 to longest_time_request; null: no request). Without a time in the ruleset a request is a
/// fault.
[[nodiscard]] PassedTime pass_time(StateRules const& rules, StoryState const& base, Json const& request);

} // namespace artifactd::turn
