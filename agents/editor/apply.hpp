// Carries out the structured edits of a plan on a game in memory, and judges whether that helped.
#pragma once

#include "agents/editor/change_plan.hpp"
#include "merge/game/game.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

/// The game with that one fragment as the change wants it; everything else keeps its bytes. Fault::changed
/// when what stands there is not what the change expects, Fault::missing when the fragment is not there.
Result<game::Game> apply(game::Game const& game, Change const& change);

/// Of `game`: the messages of the errors every check finds.
[[nodiscard]] std::vector<std::string> errors_of(game::Game const& game);

/// The regression guard: fewer errors, and none that was not there before.
[[nodiscard]] bool is_better(std::span<std::string const> before, std::span<std::string const> after);

struct Edited {
  game::Game game;
  std::vector<std::string> errors;      ///< that remain
  std::vector<std::size_t> kept;        ///< causes whose changes helped
  std::vector<std::string> undone = {}; ///< of the others, why
};

/// Goes through the causes of the plan in order, each with all its changes or none: kept where is_better says
/// so. Changes without edits are passed over, with their cause.
[[nodiscard]] Edited carry_out(game::Game game, std::vector<std::string> errors, ChangePlan const& plan);

} // namespace artifactd::editor
