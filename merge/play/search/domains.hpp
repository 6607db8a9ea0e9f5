// The values worth trying for a choice: an input of an action, or a value that only a model can compute. They
// depend on the target of the value: all of an enum, both booleans, every player, and for numbers and texts
// those that logic compares with, their neighbours, and one that is compared with nothing.
#pragma once

#include "merge/play/runtime/runtime.hpp"

#include <vector>

namespace artifactd::play {

struct Domain {
  std::vector<ValueId> values; ///< each once; absent: the operations with the name are left out
  /// Whether no other value would make a further difference to the game.
  bool exhaustive = true;
};

/// One for each name of the instruction; empty for names that are not open.
[[nodiscard]] std::vector<Domain> open_domains(Runtime& runtime, PlayInstruction const& instruction);

/// One for each input of the action, without what depends on the state.
[[nodiscard]] std::vector<Domain> input_domains(Runtime& runtime, PlayAction const& action);

} // namespace artifactd::play
