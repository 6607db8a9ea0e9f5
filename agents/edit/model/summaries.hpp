// A short description of a game for planning changes: which fields, phases and transitions exist, and what
// has instructions; not their content. Every summary is bounded, and says what it leaves out.
#pragma once

#include "merge/game/checks/schema_fields.hpp"
#include "merge/game/game.hpp"

#include <string>

namespace artifactd::editor {

inline constexpr std::size_t longest_summary = 8'000; ///< bytes

/// "game.round (number), players.score (number)"
[[nodiscard]] std::string schema_summary(game::SchemaFields const& fields);
/// "init, choose (players act), finished"
[[nodiscard]] std::string phases_summary(game::Game const& game);
/// "begin: init → choose"
[[nodiscard]] std::string transitions_summary(game::Game const& game);
/// What has instructions, and what lacks them.
[[nodiscard]] std::string coverage_summary(game::Game const& game);

} // namespace artifactd::editor
