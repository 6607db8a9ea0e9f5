// What follows from a turn by the ruleset alone, without asking anybody: the ops of the bands that were
// rolled, clocks that are full, time that passes.
#pragma once

#include "agents/turn/check.hpp"
#include "agents/turn/state_ops.hpp"

namespace artifactd::turn {

struct ClockEvent {
  std::string path;
  std::string event;
};

struct Consequences {
  StoryState after;             ///< the base where there are faults
  Json applied = Json::array(); ///< as of apply_ops
  std::vector<ClockEvent> events;
  std::vector<std::string> faults; ///< the ruleset's, never a model's
};

/// The ops of the bands in the order of the rolls; then each clock that has reached its `at` raises its event
/// once and goes back to 0.
[[nodiscard]] Consequences settle_checks(StateRules const& rules, StoryState const& base,
                                         std::span<RolledCheck const> rolls);

struct PassedTime {
  StoryState after;
  Json tool_call =
      nullptr; ///< {path, unit, by, before, after, clamped}; null where the ruleset keeps no time
  std::vector<std::string> faults; ///< the model's begin with the pointer of its request
};

inline constexpr double longest_time_request = 1'000'000;

/// Time passes by `per_turn`, or in the same direction by `request` (a number of `unit`, 0 … the longest;
/// null: none) of the ruleset step. A request where the ruleset keeps no time is a fault.
[[nodiscard]] PassedTime pass_time(StateRules const& rules, StoryState const& base, Json const& request,
                                   std::string_view pointer = "/time_request");

} // namespace artifactd::turn
