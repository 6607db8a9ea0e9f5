// The answers to `game check` and `game eval`: what is wrong with a game, and what a piece of its logic
// gives.
#pragma once

#include "merge/game/game.hpp"
#include "merge/game/values/value.hpp"
#include "state/platform/result.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// What does not parse, and what the checks find.
[[nodiscard]] std::vector<Finding> game_findings(game::Game const& game);

struct GameCheck {
  std::vector<Finding> findings;

  [[nodiscard]] bool is_valid() const noexcept { return !has_error(findings); }
};

/// The same and, if none of it is an error, what playing it shows. Fault::busy if that takes too long.
[[nodiscard]] Result<GameCheck> check_game(game::Game const& game);

[[nodiscard]] game::Value to_json(GameCheck const& check);

struct LogicAnswer {
  Result<game::Value> result;           ///< may be undefined
  bool holds;                           ///< as a precondition
  std::vector<std::string> unsupported; ///< the operations that a precondition may not use
};

[[nodiscard]] LogicAnswer evaluate_logic(game::Value const& logic, game::Value const& data);

[[nodiscard]] game::Value to_json(LogicAnswer const& answer);

} // namespace artifactd
