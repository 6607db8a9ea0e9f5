// Has an agent do one action of a tuning run: its command runs on a copy of state and skill, is told on stdin
// what is wanted, and answers by JSON on stdout or by what it changed of the copy. Nothing it does counts
// before its answer is taken.
#pragma once

#include "agents/reinvoke.hpp"
#include "agents/state/fix_target.hpp"

#include <chrono>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// The command for actions whose names match: the operator's words.
struct ActionRule {
  std::string match = "action-*"; ///< fnmatch
  std::vector<std::string> command = {};
};

struct AgentLimits {
  Duration timeout = std::chrono::minutes(10);
  ChildLimits limits = {};
  std::size_t most_output = std::size_t{4} << 20; ///< bytes of an answer
  bool confined = true;                           ///< by Landlock to its copy, where this kernel has it
};

struct ActionAsked {
  std::string action;
  std::vector<std::string> command;
  std::string state;               ///< the text the agent is shown
  std::vector<std::string> faults; ///< of its last answer, which was refused
};

/// The answer, or why there is none, in one sentence. An Error is this machine's trouble. Blocks; of several
/// actions each may have a thread. `lock`: what is left of the command's processes is ended by its owner.
Result<std::expected<nlohmann::ordered_json, std::string>>
run_action(Session const& session, FixTarget const& target, ActionAsked const& asked,
           AgentLimits const& limits, Runner const& runner, int lock, int cancel);

} // namespace artifactd
