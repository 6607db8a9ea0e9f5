// A JSON value for computing: the operand of logic and the target of deltas. A number is what JavaScript
// would hold, a double, but stored as an integer if it is whole, so that 3 is never printed as 3.0.
// JavaScript's `undefined` is a separate value here, since operators distinguish it from null; it never gets
// into a document.
#pragma once

#include <nlohmann/json.hpp>

namespace artifactd::game {

using Value = nlohmann::ordered_json;

[[nodiscard]] inline Value undefined() {
  return Value(Value::value_t::discarded);
}
[[nodiscard]] inline bool is_undefined(Value const& value) noexcept {
  return value.is_discarded();
}

} // namespace artifactd::game
