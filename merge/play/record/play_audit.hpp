// What can be found out about a play without understanding it: whether its state matches its log, whether
// every step follows the rules, what went wrong, and what is bound to go wrong.
#pragma once

#include "merge/play/record/detection.hpp"
#include "merge/play/search/fault_search.hpp"

#include <optional>

namespace artifactd::play {

/// How to repair a state that does not follow from the rules.
struct StateRepair {
  std::uint64_t step = 0; ///< that went wrong; 0: state.json was changed
  std::string what = {};  ///< what went wrong, in words
  /// Operations that repair what is still wrong (merge/play/record/correction).
  Value ops = Value::array();
  std::uint64_t restart = 0; ///< instead of `ops`: go on from before this step; 0: use `ops`
};

struct PlayAudit {
  /// Why the log cannot be relied on: its digests do not match its content, and no restart took that back.
  /// Empty if it can.
  std::string broken = {};
  std::optional<StateRepair> touched = {}; ///< state.json does not match the log
  /// The first step that does not follow from the rules, while that makes a difference.
  std::optional<StateRepair> strayed = {};
  std::uint64_t departed = 0; ///< the first such step, whether it makes a difference or not; 0: none
  std::vector<DetectedIssue> issues = {};
  /// Certain faults that are reached, or that can be forced before everybody has acted once more, nearest
  /// first. Only searched for if nothing else was found.
  std::vector<FoundFault> ahead = {};
  Value state = {}; ///< the final state of the log
  std::string digest = {};
};

inline constexpr std::size_t most_states_ahead = 20'000;

/// For a record with 1 to `most_players` players.
[[nodiscard]] PlayAudit audit(game::Game const& game, Record const& record);

} // namespace artifactd::play
