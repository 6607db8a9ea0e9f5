// A JSON value at work: what logic computes with and what deltas change. A number is what JavaScript would
// hold, a double, kept whole where it is whole, so that 3 is never printed as 3.0. JavaScript's `undefined`
// is a value of its own here, since operators tell it from null; it never gets into a document.
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
