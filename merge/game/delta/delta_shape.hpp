// Whether operations have the shape the run time expects before it applies any of them.
#pragma once

#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/values/value.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::game {

/// Failures of a batch beyond this number are not reported.
inline constexpr std::size_t most_delta_errors = 1'000;

/// Null if the operation is no object or has no such member; undefined counts as none.
[[nodiscard]] Value const* delta_member(Value const& op, std::string_view name);

/// `member` may be null: absent.
[[nodiscard]] bool meets(Value const* member, DeltaMember const& demanded);

/// The operation named by `op`; null if it is no object or names none.
[[nodiscard]] DeltaOperation const* operation_of(Value const& op);

/// What is wrong with each operation, "Operation 2: set needs 'path' (a string)", counted from 0. Extra
/// members are fine. Empty: they may be applied. At most `most_delta_errors`, plus those of one operation.
[[nodiscard]] std::vector<std::string> shape_errors(std::span<Value const> ops);

} // namespace artifactd::game
