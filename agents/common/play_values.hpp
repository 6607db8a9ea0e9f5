// The values in a step of a play that only a model can compute: requested from a model by name, and accepted
// only if the step can be taken with them.
#pragma once

#include "agents/model/model.hpp"
#include "merge/play/runtime/step.hpp"

#include <expected>
#include <functional>
#include <string>

namespace artifactd {

struct ValuesWanted {
  play::Runtime& runtime;
  play::Row const& row; ///< before the step
  bool begun;
  play::PlayInstruction const& instruction;
  play::Chosen chosen;                                 ///< everything else that was chosen
  std::function<play::Step(play::Chosen const&)> step; ///< takes the step with these values
};

/// The choices with a value for each open name, or why the model gave no values that fit. Blocks.
[[nodiscard]] std::expected<play::Chosen, std::string>
ask_for_values(model::Model& model, ValuesWanted const& wanted, model::CallLimits const& limits);

} // namespace artifactd
