// The operations that preconditions may use, checked without evaluating anything, as the pipeline checks them
// when it reads transitions. Not the same as the operators that can be evaluated: reduce and ?: can, but are
// not allowed.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/json/tree.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// In the order of the message.
[[nodiscard]] std::span<std::string_view const> allowed_operations() noexcept;

/// The disallowed operations, in order of first appearance and once each. Checks every member of every
/// object; one that is not an operation's name counts if it holds a list, an object or null, since others
/// look like data. The operand of allPlayers and anyPlayer is not searched, but must be a list of three that
/// begins with two texts: otherwise `allPlayers:must-be-array-format-[field,op,value]` is reported.
[[nodiscard]] std::vector<std::string> unsupported_operations(Value const& logic);

/// Whether unsupported_operations() would find nothing; builds no value from the logic.
[[nodiscard]] bool is_supported(JsonNode const& logic);

/// "Unsupported JsonLogic operations: a, b. Only standard json-logic-js operations are allowed: …"
[[nodiscard]] std::string unsupported_operations_message(std::span<std::string const> operations);

} // namespace artifactd::game
