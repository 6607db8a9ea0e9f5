// A game and its errors, before and after changes.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"
#include "merge/play/search/look.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

using Changes = std::vector<Change const*>; ///< in one plan

struct Standing {
  game::Game game;
  std::vector<std::string> errors;        ///< found by the checks
  std::vector<std::string> reported = {}; ///< reported, but found by no check
  /// Set if only playing finds faults in the game: what could be reached in it. Then every change is judged
  /// by playing, and losing any of this is an error.
  std::optional<play::Reach> reach = {};
  play::Simulation simulation = play::Simulation::off; ///< `certain`: faults that only playing finds count
  bool playable = false;                               ///< played() found nothing

  /// Both lists, the checks' errors first.
  [[nodiscard]] std::vector<std::string> all() const;
};

/// The standing with what playing finds, if that counts and the checks find nothing. What is then said in an
/// error is no longer one that was only reported.
[[nodiscard]] Standing played(Standing standing);

/// The errors of a game that `before` was changed into. It is played if `before` was; if errors of the checks
/// hid from `before` what playing finds, that is no doing of the changes.
[[nodiscard]] std::vector<std::string> errors_in(game::Game const& game, Standing const& before);

/// The same, with what was hidden.
[[nodiscard]] std::vector<std::string> every_error_in(game::Game const& game, Standing const& before);

/// `game` is `before` after these changes. An error that was only reported counts as gone if a change
/// addresses it at its place (agents/edit/reported_place): whether it is resolved cannot be proved.
[[nodiscard]] Standing standing_after(game::Game game, Standing const& before, Changes const& changes);

} // namespace artifactd::editor
