// The effect of each operation on the state, one operation and one path at a time.
#pragma once

#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/delta/state_delta.hpp"

#include <optional>

namespace artifactd::game {

/// A batch in progress.
struct DeltaRun {
  Value& state;
  DeltaOptions const& options;
  std::size_t room = largest_batch; ///< what may still be written
};

/// Applies `op`, whose shape is valid, at `path`: the path it names, with aliases resolved (empty for an
/// operation without one). Returns the reason if it failed: then nothing is changed, except that
/// setForAllPlayers may have changed some players.
std::optional<std::string> apply_operation(DeltaRun& run, DeltaOp kind, Value const& op,
                                           std::string const& path);

/// How a random number selects the first of several cumulative probabilities.
enum class CumulativeBound : std::uint8_t {
  above,     ///< above the number: as the router does
  not_below, ///< not below the number: as an applied rng does
};
/// The choice selected by a random number; the last one if rounding leaves none. `choices` is not empty.
[[nodiscard]] Value const& picked_choice(Value const& choices, Value const& probabilities, double random,
                                         CumulativeBound bound);

} // namespace artifactd::game
