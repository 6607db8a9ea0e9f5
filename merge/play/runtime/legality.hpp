// What makes a state of a game illegal: an unknown phase or player, or a value that violates the schema.
#pragma once

#include "merge/play/runtime/runtime.hpp"

namespace artifactd::play {

/// In words with the path, in the order of the state; empty if it is legal. Null and missing fields are
/// legal.
[[nodiscard]] std::vector<std::string> illegal_in_state(Runtime& runtime, Value const& state);
/// The same for a row, which has every player.
[[nodiscard]] std::vector<std::string> illegal_in(Runtime const& runtime, std::span<ValueId const> row);

} // namespace artifactd::play
