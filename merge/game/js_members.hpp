// Members of values as JavaScript reaches them. Only a value's own ones count: what every object inherits
// there
// ("constructor", "toString") is not found.
#pragma once

#include "merge/game/operand.hpp"

#include <string_view>
#include <vector>

namespace artifactd::game {

/// What value[key] gives, undefined where there is nothing: a member, an element ("0", but neither "00" nor
/// "-1"), a UTF-16 unit of a text, "length" of arrays and texts. It stands where it stands in `value`, which
/// is neither null nor undefined.
[[nodiscard]] Operand property_of(Value const& value, std::string_view key);

/// What Object.values(value) gives, and in that order.
[[nodiscard]] std::vector<Operand> values_of(Value const& value);

/// The members of an object in JavaScript's order: whole numbers first and ascending, the others as written.
[[nodiscard]] std::vector<Value::object_t::value_type const*> members_in_order(Value const& object);

} // namespace artifactd::game
