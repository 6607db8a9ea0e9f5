// The operations that preconditions may use, checked without evaluating anything, as the pipeline checks them
// when it reads transitions. Not the same as what evaluates: reduce and ?: do, but are not allowed.
#pragma once

#include "merge/game/value.hpp"
#include "state/json/tree.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// In the order the message lists them.
[[nodiscard]] std::span<std::string_view const> allowed_operations() noexcept;

/// What is not allowed, in order of first appearance and once each. Every member of every object is looked
/// at; one that is no operation's name counts if it holds a list, an object or null, since others look like
/// data. What stands behind allPlayers and anyPlayer is not looked into, but has to be a list of three that
/// begins with two texts: otherwise `allPlayers:must-be-array-format-[field,op,value]` is reported.
[[nodiscard]] std::vector<std::string> unsupported_operations(Value const& logic);

/// Whether that finds nothing. No value is made of the logic.
[[nodiscard]] bool is_supported(JsonNode const& logic);

/// "Unsupported JsonLogic operations: a, b. Only standard json-logic-js operations are allowed: …"
[[nodiscard]] std::string unsupported_operations_message(std::span<std::string const> operations);

} // namespace artifactd::game
