// Members of values as JavaScript accesses them. Only a value's own members count: what every object inherits
// there ("constructor", "toString") is not found.
#pragma once

#include "merge/game/values/operand.hpp"

#include <string_view>
#include <vector>

namespace artifactd::game {

/// The result of value[key], undefined if there is none: a member, an element ("0", but neither "00" nor
/// "-1"), a UTF-16 unit of a text, "length" of arrays and texts. A member or element refers into `value`,
/// which is neither null nor undefined.
[[nodiscard]] Operand property_of(Value const& value, std::string_view key);

/// The result of Object.values(value), in the same order.
[[nodiscard]] std::vector<Operand> values_of(Value const& value);

/// The members of an object in JavaScript's order: whole numbers first, ascending, the others as written.
[[nodiscard]] std::vector<Value::object_t::value_type const*> members_in_order(Value const& object);

} // namespace artifactd::game
