// Values of artifacts as JavaScript reads them: any number JSON can write, 1e999 being Infinity.
#pragma once

#include "merge/game/value.hpp"
#include "state/json/tree.hpp"

namespace artifactd::game {

/// Never fails: the text of the node is sound, and no deeper than artifacts may be.
[[nodiscard]] Value value_of(JsonNode const& node);

/// Whether JSON can write it: nothing undefined in it, and no number that is not finite.
[[nodiscard]] bool is_writable(Value const& value);

/// What JSON.stringify makes of it: null for what JSON cannot write.
[[nodiscard]] Value writable(Value const& value);

} // namespace artifactd::game
