// Agents' answers that were not yet merged, on disk: after a kill, the next driver need not ask again. Anyone
// who can write the session can forge one: the state in it has to have the structure of one, and the answer
// is judged like any other.
#pragma once

#include "state/session/session.hpp"
#include "state/tuning/tuning_state.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace artifactd {

struct KeptAnswer {
  std::string base; ///< the state the agent was shown
  nlohmann::ordered_json answer;

  /// The answer to the present request for this action; std::nullopt if there is none or it cannot be read.
  static std::optional<KeptAnswer> read(Session const& session, tuning::TuningState const& state,
                                        std::string const& action);
  /// Durable.
  static Result<void> keep(Session const& session, tuning::TuningState const& state,
                           std::string const& action, KeptAnswer const& answer);
  /// If removal fails, the file still answers no later request.
  static void forget(Session const& session, std::string const& action);
  /// Removes answers to requests that are no longer present, left when a driver was killed.
  static Result<void> forget_old(Session const& session, tuning::TuningState const& state);
};

} // namespace artifactd
