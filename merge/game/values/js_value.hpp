// JavaScript's coercions and comparisons over values (ECMA-262, section 7: type conversion; testing and
// comparison). They work at any depth. Objects are treated as plain ones: a member named "toString" is an
// ordinary member.
#pragma once

#include "merge/game/values/value.hpp"

#include <compare>
#include <string>

namespace artifactd::game {

/// A number as values store it: whole ones up to 2^53 as integers. NaN, the infinities and negative zero,
/// which division distinguishes from 0, stay doubles.
[[nodiscard]] Value number(double value);

/// The result of Number(value); NaN for undefined and objects, 0 for null, that of its text for an array.
[[nodiscard]] double number_of(Value const& value);

/// The result of parseFloat(value), applied to its text: NaN for null, true and "".
[[nodiscard]] double float_of(Value const& value);

/// The result of String(value): "undefined", "null", "[object Object]"; the elements of an array joined by
/// commas, null and undefined as empty.
[[nodiscard]] std::string text_of(Value const& value);

/// As in json-logic-js: JavaScript's truth, except that [] is false.
[[nodiscard]] bool truthy(Value const& value) noexcept;

/// As in JavaScript: undefined, null, false, 0, NaN and "" are false.
[[nodiscard]] bool js_truthy(Value const& value) noexcept;

/// ===. Objects and arrays equal only themselves: the same Value.
[[nodiscard]] bool strictly_equal(Value const& a, Value const& b) noexcept;

/// ==. null and undefined equal each other and nothing else.
[[nodiscard]] bool loosely_equal(Value const& a, Value const& b);

/// The order of < and >: two texts by their UTF-16 units, everything else as numbers; unordered if one is
/// NaN.
[[nodiscard]] std::partial_ordering compare(Value const& a, Value const& b);

} // namespace artifactd::game
