// Replays steps with all the choices made in them: whether they still lead to the same state.
#pragma once

#include "merge/play/runtime/moves.hpp"
#include "merge/play/runtime/step.hpp"

#include <optional>
#include <vector>

namespace artifactd::play {

struct Replayed {
  Row row;                        ///< after the last step that could be taken
  std::size_t taken = 0;          ///< steps
  std::optional<PlayFault> fault; ///< of the step that could not be taken
  bool begun = false;             ///< the row belongs to a game that has begun
};

/// From the beginning of a game, or from a state of one that has begun.
[[nodiscard]] Replayed replay(Runtime& runtime, std::vector<Step> const& steps, Row const* from = nullptr);

/// Whether the steps lead to the fault: the game waits for nobody who can act, nothing can happen, an
/// operation fails. For a fault that is a trap, only that the game is still on; just the search can show
/// more.
[[nodiscard]] bool shows(FaultType type, Runtime& runtime, Replayed const& replayed, std::size_t steps);

} // namespace artifactd::play
