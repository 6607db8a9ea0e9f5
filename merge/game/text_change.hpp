// Pending changes of a game: splices in its texts, given by nodes of the present texts, and the files that
// result from them.
#pragma once

#include "merge/game/game.hpp"
#include "state/json/edit.hpp"
#include "state/platform/result.hpp"

#include <vector>

namespace artifactd::game {

struct TextChange {
  Text const* text = nullptr; ///< of the game; null: adds a file
  json::Splice splice = {};
  GameFile file = {};
};

/// The files that differ once all of the changes are made; a removed one has no bytes. Every untouched byte
/// stays. Fault::changed if two change the same bytes differently: then one has to be made after the other.
Result<std::vector<GameFile>> changed_files(Game const& game, std::vector<TextChange> changes);

} // namespace artifactd::game
