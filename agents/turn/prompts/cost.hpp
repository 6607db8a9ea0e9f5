// Estimates the cost of a story's next turn from the prompts as they would be sent now. No model is called.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/store/snapshot.hpp"

namespace artifactd::turn {

/// The estimate for one step, at three bytes per token.
struct StepCost {
  std::string step;
  std::string model_key;
  model::Usage least; ///< each call once, short replies, no dice
  /// Dice are rolled, every reply has the maximum length and is repaired and retried.
  model::Usage most;
};

/// `text`: what the player would say. Fault::invalid if the ruleset is invalid.
Result<std::vector<StepCost>> cost_of_turn(Snapshot const& position, std::string const& text);

} // namespace artifactd::turn
