// Stories to measure with: a small ruleset with checks and a clock, a rulebook of a usual size, and models
// that answer at once and always the same, except for a number in what is observed.
#pragma once

#include "agents/model/model.hpp"
#include "agents/turn/content/document.hpp"

#include <memory>

namespace artifactd::bench {

inline constexpr auto made_scenario = "waiting-room";

/// The player and `others` further characters.
[[nodiscard]] turn::Documents story_documents(int others);

/// The reply of the step whose shape has this name. With `dice` the ruleset step asks for a check.
[[nodiscard]] std::string story_reply(std::string_view shape, bool dice);

/// A model that gives these replies at once.
[[nodiscard]] std::unique_ptr<model::Model> ready_model(bool dice);

} // namespace artifactd::bench
