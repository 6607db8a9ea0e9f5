// Changes of a game in the making: splices in its texts, from nodes of the texts as they are, and what they
// make of its files together.
#pragma once

#include "merge/game/game.hpp"
#include "state/json/edit.hpp"
#include "state/result.hpp"

#include <vector>

namespace artifactd::game {

struct TextChange {
  Text const* text = nullptr; ///< of the game; null: a file comes
  json::Splice splice = {};
  GameFile file = {};
};

/// The files that differ once all of them are made; one that goes has no bytes. Every byte none of them
/// touches stays. Fault::changed when two want the same bytes otherwise: then one has to be made after the
/// other.
Result<std::vector<GameFile>> changed_files(Game const& game, std::vector<TextChange> changes);

} // namespace artifactd::game
