// A game and what is wrong with it, before and after changes.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"
#include "merge/play/look.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

using Changes = std::vector<Change const*>; ///< of one plan

struct Standing {
  game::Game game;
  std::vector<std::string> errors;        ///< that the checks find
  std::vector<std::string> reported = {}; ///< that somebody tells and no check finds
  /// Of a game that only playing finds fault with: what could be reached in it. Then playing judges every
  /// change, and whatever takes something of this away is an error.
  std::optional<play::Reach> reach = {};

  /// Both, the checks' first.
  [[nodiscard]] std::vector<std::string> all() const;
};

/// The errors of a game that is judged by playing if `reach` is there.
[[nodiscard]] std::vector<std::string> errors_in(game::Game const& game,
                                                 std::optional<play::Reach> const& reach);

/// `game` is what these changes made of `before`. What was only reported is no longer so where one of them
/// addresses it at its place (agents/edit/reported_place): whether it is resolved nobody can prove.
[[nodiscard]] Standing standing_after(game::Game game, Standing const& before, Changes const& changes);

} // namespace artifactd::editor
