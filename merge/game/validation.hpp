// Every check of every stage over one game, all of them whatever the others found: causes across artifacts
// show only so (seed: artifact-editor, section 5.1, option A). An edited game is judged by the same call, so
// that a plan that changes nothing never counts for a success.
#pragma once

#include "merge/game/game.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

/// In the order of the stages: transitions, structure, instructions, and what is beyond them. A message that
/// two stages share is told once.
[[nodiscard]] std::vector<Finding> validate(Game const& game);

/// The messages of those that are errors, for whoever need not know where they are.
[[nodiscard]] std::vector<std::string> error_messages(Game const& game);

} // namespace artifactd::game
