// Every check of every stage over one game, whatever the others found: only that shows causes across
// artifacts (seed: artifact-editor, section 5.1, option A). An edited game is judged by the same call, so
// that a plan that changes nothing never counts as a success.
#pragma once

#include "merge/game/game.hpp"

#include <string>
#include <vector>

namespace artifactd::game {

/// In the order of the stages: transitions, structure, instructions, and our own checks. A message shared by
/// two stages is reported once.
[[nodiscard]] std::vector<Finding> validate(Game const& game);

/// The messages of those that are errors, for callers that do not need their positions.
[[nodiscard]] std::vector<std::string> error_messages(Game const& game);

} // namespace artifactd::game
