// Runs an agent's command for one action of a tuning run, in a copy of state and skill. The command reads the
// request on stdin and answers with JSON on stdout, or by editing its copy of the state. Nothing counts until
// the answer is accepted.
#pragma once

#include "agents/common/reinvoke.hpp"
#include "agents/state/fix_target.hpp"

#include <chrono>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// The operator's command for actions whose names match.
struct ActionRule {
  std::string match = "action-*"; ///< fnmatch
  std::vector<std::string> command = {};
};

struct AgentLimits {
  Duration timeout = std::chrono::minutes(10);
  ChildLimits limits = {};
  std::size_t most_output = std::size_t{4} << 20; ///< bytes of an answer
  bool confined = true;                           ///< by Landlock to its copy, if this kernel supports it
};

struct ActionAsked {
  std::string action;
  std::vector<std::string> command;
  std::string state;               ///< the text the agent is shown
  std::vector<std::string> faults; ///< in its last answer, which was refused
};

/// The answer, or one sentence saying why there is none. An Error means that this machine is in trouble.
/// Blocks; several actions may run on separate threads. Every process of the command inherits `lock`, so that
/// its owner can end any that remain.
Result<std::expected<nlohmann::ordered_json, std::string>>
run_action(Session const& session, FixTarget const& target, ActionAsked const& asked,
           AgentLimits const& limits, Runner const& runner, int lock, int cancel);

} // namespace artifactd
