// Asks several steps at once. The first failure cancels the others: replies already received are kept and
// cost nothing the next time.
#pragma once

#include "agents/turn/prompts/model_step.hpp"

#include <span>

namespace artifactd::turn {

/// One answer for each question, in order, or the failure that came first.
[[nodiscard]] std::expected<std::vector<StepAnswer>, TurnFailure>
ask_all(std::span<StepQuestion const> questions, Stage const& stage);

} // namespace artifactd::turn
