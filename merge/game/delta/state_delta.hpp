// State deltas: the changes a game instruction makes to the state of a game, applied as the game's run time
// applies them, with its failures in its words. Surprising behaviour:
//   - one operation of the wrong shape rejects the whole batch, and nothing is applied;
//   - an operation that fails when applied does not stop later ones, but the batch has no success;
//   - `set game.currentPhase` is silently dropped: phases are the router's; merge may change it;
//   - transfer moves `value`, or everything without one; `amount`, required in artifacts, is ignored;
//   - templates in paths and values are not filled in here;
//   - setForAllPlayers means the players of the mapping, which it creates; without one, those of the state.
// Unlike there, growth is bounded: an operation beyond the bounds fails (see
// merge/game/delta/delta_path.hpp).
#pragma once

#include "merge/game/delta/delta_shape.hpp"
#include "merge/game/delta/player_aliases.hpp"
#include "merge/game/values/value.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace artifactd::game {

/// What the operations of a batch may write together, in bytes of memory: 64 MiB.
inline constexpr std::size_t largest_batch = std::size_t{64} << 20;

struct DeltaOptions {
  PlayerMapping mapping = {};          ///< empty: paths are used literally
  std::function<double()> random = {}; ///< in [0, 1); only used for rng
};

struct DeltaOutcome {
  Value state; ///< as given, if rejected
  bool success;
  bool rejected; ///< nothing was applied: an operation's shape, or a state that is no object or too deep
  std::vector<std::string> errors; ///< only the first `most_delta_errors`
};

/// {version, success, rejected, errors, state}
[[nodiscard]] Value to_json(DeltaOutcome const& outcome);

/// Applies the operations one after the other.
[[nodiscard]] DeltaOutcome apply_delta(Value state, std::span<Value const> ops, DeltaOptions const& options);

/// Whether code can apply it without a language model: no "{{" in path and value, and increment and transfer
/// have a number as value. setFromMap always counts as deterministic, templates or not; setFromDataSource
/// never, nor an operation that lacks its path.
[[nodiscard]] bool is_deterministic(Value const& op);

} // namespace artifactd::game
