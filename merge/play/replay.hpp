// Steps taken once more, with everything that was chosen in them: whether they still lead where they led.
#pragma once

#include "merge/play/moves.hpp"
#include "merge/play/step.hpp"

#include <optional>
#include <vector>

namespace artifactd::play {

struct Replayed {
  Row row;                        ///< behind the last step that could be taken
  std::size_t taken = 0;          ///< steps
  std::optional<PlayFault> fault; ///< of the step that could not be taken
  bool begun = false;             ///< the row is that of a game that has begun
};

/// From the beginning of a game; or from a state of one that has begun.
[[nodiscard]] Replayed replay(Runtime& runtime, std::vector<Step> const& steps, Row const* from = nullptr);

/// Whether the fault is where the steps lead: the game waits for nobody who can act, nothing can happen, an
/// operation fails. Of a fault that is a trap, only that the game is still on; the search alone tells more.
[[nodiscard]] bool shows(FaultType type, Runtime& runtime, Replayed const& replayed, std::size_t steps);

} // namespace artifactd::play
