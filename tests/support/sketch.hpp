// Games in few words, for tests: a sketch names fields, phases, actions and transitions, and writes
// operations and logic as people would. The corpus is made of sketches and changes to them (RFC 7396).
#pragma once

#include "merge/game/game.hpp"
#include "merge/game/values/value.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

using game::Value;

/// Operations:  "game.round = 1"   "game.round += 1"   "game.log << 1" (append)   "* score = 0" (of all
/// players)
///              "game.coin ~ [1, 2] [0.5, 0.5]" (rng)   "game.chest -> players.a.coins 3" (transfer)
///              "game.steps ? game.die {\"low\": 1}" (setFromMap)
/// Logic:       "game.round >= 7"   "any score >= 3"   "every score < 3"   "all acted"   "input.x in [1, 2]"
///              "?\"words\"": a precondition that no code evaluates; a name on the right is a variable
/// A transition to finished also ends the game, and marks a winner if nothing else does.
/// Returns the files schema.json, transitions.json and instructions.json.
[[nodiscard]] std::vector<game::GameFile> files_of(Value const& sketch);

/// A list of operations in those words.
[[nodiscard]] Value operations_of(Value const& list);

struct SketchCase {
  std::string name;
  Value sketch; ///< with the change applied
  std::size_t players;
  Value expect; ///< null for a valid game
};
/// Every valid and every broken game of the corpus, by name.
[[nodiscard]] std::vector<SketchCase> sound_games();
[[nodiscard]] std::vector<SketchCase> broken_games();

} // namespace artifactd::play
