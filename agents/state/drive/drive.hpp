// Drives a tuning run from action to action until it is completed, has failed, or needs a person (seed:
// tuning-state). Agents are asked where judgement is needed; artifactd itself does what follows from the
// state. Only artifactd writes the state, and each step is judged like any other writer's. If it is killed at
// any point, the next drive continues.
#pragma once

#include "agents/state/drive/action_run.hpp"
#include "agents/state/fix_risk.hpp"
#include "agents/state/fixing.hpp"
#include "state/tuning/action_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// Set by the operator.
struct DrivePolicy {
  std::vector<ActionRule> actions; ///< the longest match counts
  AgentLimits agents;
  FixPolicy fixes;
  std::string run_locks;         ///< artifactd's own directory
  std::size_t most_actions = 50; ///< of one run
  Risk yes_to = Risk::medium;    ///< fixes with a higher risk wait for a person
  bool by_itself = false;        ///< the daemon drives runs that have begun
};

/// Progress, reported as it happens.
struct DriveTold {
  std::string action;
  std::string what; ///< "began", "done", "refused", "failed", "waits"
  std::string words = {};
};
/// One line of `state run --json`.
[[nodiscard]] nlohmann::ordered_json to_json(DriveTold const& told);

/// Options that a person gave, ready to be typed again: quoted for the shell, each after a space.
struct TypedOptions {
  std::string target = {}; ///< where the skill is: for every command about its fixes
  std::string others = {}; ///< of `state run` alone
};

struct DriveWishes {
  std::optional<tuning::Beginning> beginning;        ///< for a run that is pending
  std::string until;                                 ///< stop after this action; empty: at the end
  std::function<void(DriveTold const&)> told;        ///< called on the driving thread
  std::function<bool()> ends = [] { return false; }; ///< polled between actions
  int cancel = -1;                                   ///< when readable: also ends the running agent
  TypedOptions typed = {};                           ///< for the commands in messages
};

enum class DriveEnding : std::uint8_t {
  completed,
  failed,
  person, ///< only a person can continue
  until,  ///< at the requested action
  ended,  ///< by a person, between actions
};

/// "completed", "failed", "person", "until", "ended"
[[nodiscard]] std::string_view ending_word(DriveEnding ending) noexcept;

struct DriveReport {
  DriveEnding ending = DriveEnding::ended;
  std::string why;       ///< one sentence
  std::string left = {}; ///< SHA-256 of the final state, in hexadecimal
};
/// The last line of `state run --json`.
[[nodiscard]] nlohmann::ordered_json to_json(DriveReport const& report);

/// Fault::busy while another driver runs; Fault::changed if somebody else wrote the state meanwhile;
/// Fault::exists if the run has begun with another skill than `wishes` names;
/// Fault::missing if no command is configured for the next action.
Result<DriveReport> drive(Session const& session, DrivePolicy const& policy, DriveWishes const& wishes);

/// The command for an action, by the longest match; empty if there is none. Fault::invalid if two matches are
/// equally long.
[[nodiscard]] Result<std::vector<std::string>> command_for(DrivePolicy const& policy,
                                                           std::string const& action);

} // namespace artifactd
