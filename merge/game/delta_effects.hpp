// What each operation does to the state, one operation and one path at a time.
#pragma once

#include "merge/game/delta_operations.hpp"
#include "merge/game/state_delta.hpp"

#include <optional>

namespace artifactd::game {

/// A batch under way.
struct DeltaRun {
  Value& state;
  DeltaOptions const& options;
  std::size_t room = largest_batch; ///< what may still be written
};

/// Applies `op`, whose shape is sound, at `path`: the one it names, with aliases resolved (empty for an
/// operation without). Gives why it failed, if it did: nothing is changed then, but setForAllPlayers may have
/// reached some.
std::optional<std::string> apply_operation(DeltaRun& run, DeltaOp kind, Value const& op,
                                           std::string const& path);

/// By what a random number picks the first of several cumulative probabilities.
enum class CumulativeBound : std::uint8_t {
  above,     ///< the number: as the router does
  not_below, ///< the number: as an rng that is applied does
};
/// The choice a random number picks; the last one, when rounding leaves it none. `choices` is not empty.
[[nodiscard]] Value const& picked_choice(Value const& choices, Value const& probabilities, double random,
                                         CumulativeBound bound);

} // namespace artifactd::game
