// Several steps asked at once. The first that fails cancels the others: what they were replied is kept, and
// costs nothing the next time.
#pragma once

#include "agents/turn/model_step.hpp"

#include <span>

namespace artifactd::turn {

/// One answer for each question, in their order; or the failure that came first.
[[nodiscard]] std::expected<std::vector<StepAnswer>, TurnFailure>
ask_all(std::span<StepQuestion const> questions, Stage const& stage);

} // namespace artifactd::turn
