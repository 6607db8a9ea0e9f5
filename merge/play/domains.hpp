// Which values are worth trying where somebody chooses: an input of an action, or what only a model can
// compute. Where the value goes decides: all of an enum, both booleans, every player, and of numbers and
// texts those that logic compares with, their neighbours, and one that nothing is compared with.
#pragma once

#include "merge/play/runtime.hpp"

#include <vector>

namespace artifactd::play {

struct Domain {
  std::vector<ValueId> values; ///< each once; absent: the operations with the name are left out
  /// Whether whatever else could be chosen makes no other difference to the game.
  bool exhaustive = true;
};

/// One for each name of the instruction; empty for names that are not open.
[[nodiscard]] std::vector<Domain> open_domains(Runtime& runtime, PlayInstruction const& instruction);

/// One for each input of the action, as far as they depend on no state.
[[nodiscard]] std::vector<Domain> input_domains(Runtime& runtime, PlayAction const& action);

} // namespace artifactd::play
