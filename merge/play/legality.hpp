// What must not be in a state of a game: a phase or a player that is not there, a value against the schema.
#pragma once

#include "merge/play/runtime.hpp"

namespace artifactd::play {

/// In words with the path, in the order of the state; empty where it is legal. Null and missing fields are.
[[nodiscard]] std::vector<std::string> illegal_in_state(Runtime& runtime, Value const& state);
/// The same of a row, which has every player.
[[nodiscard]] std::vector<std::string> illegal_in(Runtime const& runtime, std::span<ValueId const> row);

} // namespace artifactd::play
