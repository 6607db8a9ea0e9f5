// JavaScript's coercions and comparisons over values (ECMA-262, section 7: type conversion; testing and
// comparison). No value is too deep for them. Objects are taken as plain ones: a member named "toString" is a
// member like all others.
#pragma once

#include "merge/game/value.hpp"

#include <compare>
#include <string>

namespace artifactd::game {

/// A number as values hold it: whole ones up to 2^53 as integers. NaN, the infinities and the negative zero,
/// which division tells from 0, stay doubles.
[[nodiscard]] Value number(double value);

/// What Number(value) gives; NaN of undefined and of objects, 0 of null, an array's is that of its text.
[[nodiscard]] double number_of(Value const& value);

/// What parseFloat(value) gives: that of its text, so NaN of null, true and "".
[[nodiscard]] double float_of(Value const& value);

/// What String(value) gives: "undefined", "null", "[object Object]"; elements with commas between, null and
/// undefined among them as nothing.
[[nodiscard]] std::string text_of(Value const& value);

/// As json-logic-js has it: JavaScript's truth but for [], which is false.
[[nodiscard]] bool truthy(Value const& value) noexcept;

/// JavaScript's own: undefined, null, false, 0, NaN and "" are false.
[[nodiscard]] bool js_truthy(Value const& value) noexcept;

/// ===. Objects and arrays equal only themselves: the very same Value.
[[nodiscard]] bool strictly_equal(Value const& a, Value const& b) noexcept;

/// ==. null and undefined equal each other and nothing else.
[[nodiscard]] bool loosely_equal(Value const& a, Value const& b);

/// What < and > go by: two texts by their UTF-16 units, everything else as numbers; unordered where one is
/// NaN.
[[nodiscard]] std::partial_ordering compare(Value const& a, Value const& b);

} // namespace artifactd::game
