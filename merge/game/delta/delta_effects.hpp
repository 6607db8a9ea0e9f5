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

} // namespace artifactd::game
