// Values of artifacts as JavaScript reads them: any JSON number, with 1e999 as Infinity.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/json/tree.hpp"

namespace artifactd::game {

/// Never fails: the node's text is valid, and no deeper than artifacts may be.
[[nodiscard]] Value value_of(JsonNode const& node);

/// Whether JSON can represent it: nothing undefined in it, and only finite numbers.
[[nodiscard]] bool is_writable(Value const& value);

/// The result of JSON.stringify: null for what JSON cannot represent.
[[nodiscard]] Value writable(Value const& value);

} // namespace artifactd::game
