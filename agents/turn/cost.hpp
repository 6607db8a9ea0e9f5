// What the next turn of a story would take, from the prompts as they would be sent now: nobody is asked.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/store/snapshot.hpp"

namespace artifactd::turn {

/// Of one step. A token is reckoned for every three bytes.
struct StepCost {
  std::string step;
  std::string model_key;
  model::Usage least; ///< each call once, replies of a sentence or two; without dice
  model::Usage
      most; ///< dice are rolled, every reply is repaired and asked for again, and as long as it may be
};

/// `text`: what the player would say. Fault::invalid where the ruleset does not hold.
Result<std::vector<StepCost>> cost_of_turn(Snapshot const& position, std::string const& text);

} // namespace artifactd::turn
