// Answers of agents that were not taken in yet, on disk: a driver that is killed asks nobody again for what
// it has. Whoever can write the session can write one; it is judged like any answer.
#pragma once

#include "state/session.hpp"
#include "state/tuning/tuning_state.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace artifactd {

struct KeptAnswer {
  std::string base; ///< the state the agent was shown
  nlohmann::ordered_json answer;

  /// The answer to the present request for this action; nothing if there is none, or it cannot be read.
  static std::optional<KeptAnswer> read(Session const& session, tuning::TuningState const& state,
                                        std::string const& action);
  /// Durable.
  static Result<void> keep(Session const& session, tuning::TuningState const& state,
                           std::string const& action, KeptAnswer const& answer);
  /// One that stays all the same is no answer to any later request.
  static void forget(Session const& session, std::string const& action);
  /// Forgets those that answer no present request: a driver was killed before it did.
  static Result<void> forget_old(Session const& session, tuning::TuningState const& state);
};

} // namespace artifactd
