// A game and what is wrong with it, before and after changes.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

using Changes = std::vector<Change const*>; ///< of one plan

struct Standing {
  game::Game game;
  std::vector<std::string> errors;        ///< that the checks find
  std::vector<std::string> reported = {}; ///< that somebody tells and no check finds

  /// Both, the checks' first.
  [[nodiscard]] std::vector<std::string> all() const;
};

/// `game` is what these changes made of `before`. What was only reported is no longer so where one of them
/// addresses it at its place (agents/edit/reported_place): whether it is resolved nobody can prove.
[[nodiscard]] Standing standing_after(game::Game game, Standing const& before, Changes const& changes);

} // namespace artifactd::editor
