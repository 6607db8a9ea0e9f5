// Drives a tuning run from action to action until it is completed, has failed, or needs a person (seed:
// tuning-state). Agents are asked for what takes judgement; whatever follows from the state artifactd does
// itself. It alone writes the state, each step judged like anybody's. Killed anywhere, the next drive goes
// on.
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

/// The operator's words.
struct DrivePolicy {
  std::vector<ActionRule> actions; ///< the longest match counts
  AgentLimits agents;
  FixPolicy fixes;
  std::string run_locks;         ///< a directory of artifactd's own
  std::size_t most_actions = 50; ///< of one run
  Risk yes_to = Risk::medium;    ///< fixes of more risk wait for a person
  bool by_itself = false;        ///< the daemon drives runs that have begun
};

/// What was done, as it is done.
struct DriveTold {
  std::string action;
  std::string what; ///< "began", "done", "refused", "failed", "waits"
  std::string words = {};
};

struct DriveWishes {
  std::optional<tuning::Beginning> beginning;        ///< of a run that is pending
  std::string until;                                 ///< ends behind this action; empty: at the end
  std::function<void(DriveTold const&)> told;        ///< from the driving thread
  std::function<bool()> ends = [] { return false; }; ///< asked between actions
  int cancel = -1;                                   ///< readable: also ends the agent that runs
};

enum class DriveEnding : std::uint8_t {
  completed,
  failed,
  person, ///< only a person can go on
  until,  ///< as was wished
  ended,  ///< by a person, between actions
};

/// "completed", "failed", "person", "until", "ended"
[[nodiscard]] std::string_view ending_word(DriveEnding ending) noexcept;

struct DriveReport {
  DriveEnding ending = DriveEnding::ended;
  std::string why;       ///< one sentence
  std::string left = {}; ///< SHA-256 of the state it left, in hexadecimal
};

/// Fault::busy while another drives it; Fault::changed when somebody else wrote the state meanwhile;
/// Fault::missing where no command is configured for what comes next.
Result<DriveReport> drive(Session const& session, DrivePolicy const& policy, DriveWishes const& wishes);

/// The command for an action, of the longest match; empty: none. Fault::invalid where two are as long.
[[nodiscard]] Result<std::vector<std::string>> command_for(DrivePolicy const& policy,
                                                           std::string const& action);

} // namespace artifactd
