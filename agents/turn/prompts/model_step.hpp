// One step of a turn with a model: prepares its prompt, asks within its contract, records the calls as
// events.
#pragma once

#include "agents/model/step.hpp"
#include "agents/turn/play.hpp"
#include "agents/turn/prompts/prompt.hpp"

namespace artifactd::turn {

struct StepQuestion {
  Prompt prompt;
  model::Contract contract;
  std::string call;         ///< checks, outcome, reflection or narration
  std::string character_id; ///< of a reflection
  std::string model_key;
};

struct StepAnswer {
  Json value;
  std::vector<EventRecord> events; ///< one per call: `model_output`, or `error` for one without a reply
};

[[nodiscard]] std::expected<StepAnswer, TurnFailure> ask(StepQuestion const& question, Stage const& stage);

} // namespace artifactd::turn
