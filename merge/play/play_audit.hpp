// What can be told of a play without understanding it: whether its state is what its log comes to, whether
// every step is what the rules make of it, what went wrong, and what is bound to go wrong.
#pragma once

#include "merge/play/detection.hpp"
#include "merge/play/fault_search.hpp"

#include <optional>

namespace artifactd::play {

/// How a state that is not what the rules make of it is put right.
struct StateRepair {
  std::uint64_t step = 0;     ///< that went wrong; 0: state.json was changed
  std::string what = {};      ///< went wrong, in words
  Value ops = Value::array(); ///< that put right what is still wrong (merge/play/correction)
  std::uint64_t restart = 0;  ///< instead of them: go on from before this step; 0: the operations do it
};

struct PlayAudit {
  std::string broken = {};                 ///< why the log cannot be relied on; empty: it can
  std::optional<StateRepair> touched = {}; ///< state.json is not what the log comes to
  std::optional<StateRepair> strayed = {}; ///< the first step that the rules do not lead to
  std::vector<DetectedIssue> issues = {};
  /// Certain faults that are reached, or that can be forced before everybody has acted once more, nearest
  /// first. Only looked for where there is nothing else.
  std::vector<FoundFault> ahead = {};
  Value state = {}; ///< that the log comes to
  std::string digest = {};
};

inline constexpr std::size_t most_states_ahead = 20'000;

/// Of a record whose players are from 1 to `most_players`.
[[nodiscard]] PlayAudit audit(game::Game const& game, Record const& record);

} // namespace artifactd::play
