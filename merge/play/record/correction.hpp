// Manual changes of a play's state: which are allowed, and how to undo them. What the game computes itself
// (its phase, its end, its winners) is never corrected.
#pragma once

#include "merge/play/runtime/runtime.hpp"

#include <array>
#include <expected>

namespace artifactd::play {

/// Fields of the game that no correction may change.
inline constexpr std::array<std::string_view, 4> computed_fields = {"currentPhase", "gameEnded", "gameError",
                                                                    "winningPlayers"};

/// The value at a path such as "players.ada.score"; null if there is none.
[[nodiscard]] Value const* value_at(Value const& state, std::string_view path);

/// The operations, set and delete of whole fields, that turn one state into the other, except for computed
/// fields.
[[nodiscard]] Value operations_between(Value const& from, Value const& to);

/// Whether two states differ in computed fields, which no operation of a correction can set right.
[[nodiscard]] bool computed_fields_differ(Value const& a, Value const& b);

struct Correction {
  Value state;   ///< with the change made
  Value inverse; ///< operations that undo it
};

/// The result of the operations on the state of a play that has begun; or why they are refused: one fails,
/// draws or asks a model, they change a computed field, or they make the state illegal or remove its last way
/// to continue.
[[nodiscard]] std::expected<Correction, std::string> corrected(Runtime& runtime, Value const& state,
                                                               Value const& ops);

} // namespace artifactd::play
