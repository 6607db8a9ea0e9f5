// What only a model can compute in a step of a play: asked of a model by name, and taken only if the step can
// be taken with it.
#pragma once

#include "agents/model/model.hpp"
#include "merge/play/step.hpp"

#include <expected>
#include <functional>
#include <string>

namespace artifactd {

struct ValuesWanted {
  play::Runtime& runtime;
  play::Row const& row; ///< before the step
  bool begun;
  play::PlayInstruction const& instruction;
  play::Chosen chosen;                                 ///< with everything else
  std::function<play::Step(play::Chosen const&)> step; ///< that is taken with these values
};

/// The choices with a value for each open name, or why the model gave none that fit. Blocks.
[[nodiscard]] std::expected<play::Chosen, std::string>
ask_for_values(model::Model& model, ValuesWanted const& wanted, model::CallLimits const& limits);

} // namespace artifactd
