// Changes of a play's state by hand: what they may be, and what takes them back. What the game computes
// itself (its phase, its end, its winners) is never corrected.
#pragma once

#include "merge/play/runtime.hpp"

#include <array>
#include <expected>

namespace artifactd::play {

/// Fields of the game that no correction touches.
inline constexpr std::array<std::string_view, 4> computed_fields = {"currentPhase", "gameEnded", "gameError",
                                                                    "winningPlayers"};

/// The value at a path such as "players.ada.score"; null if there is none.
[[nodiscard]] Value const* value_at(Value const& state, std::string_view path);

/// The operations, set and delete of whole fields, that make one state of the other, but for computed fields.
[[nodiscard]] Value operations_between(Value const& from, Value const& to);

struct Correction {
  Value state;   ///< with the change made
  Value inverse; ///< operations that take it back
};

/// What the operations make of the state of a play that has begun; or why they may not be applied: one fails,
/// draws or asks a model, they touch a computed field, they leave the state illegal, or with no way on that
/// it had.
[[nodiscard]] std::expected<Correction, std::string> corrected(Runtime& runtime, Value const& state,
                                                               Value const& ops);

} // namespace artifactd::play
