// One op on a state: the place it names, and what it does there. What a list of them may do as a whole is in
// state_ops.hpp.
#pragma once

#include "agents/turn/state_ops.hpp"

#include <expected>

namespace artifactd::turn {

/// What is wrong with an op: the member at fault, or empty for all of it, and why.
struct OpFault {
  std::string member;
  std::string message;
};
/// An entry of AppliedOps::applied.
using AppliedOp = std::expected<Json, OpFault>;

[[nodiscard]] inline std::unexpected<OpFault> op_fault(std::string_view member, std::string message) {
  return std::unexpected(OpFault{std::string(member), std::move(message)});
}

/// The member of a state an op is about. Its parent exists and is an object.
struct OpTarget {
  StatePath path;
  std::optional<DeclaredMember> declared;
  Json* parent = nullptr;
  Json* value = nullptr; ///< null: not in the state yet, but declared
};

/// The place that `op.path` names, if ops may lead there at all.
std::expected<OpTarget, OpFault> op_target(StateRules const& rules, StoryState& state, Json const& op);

/// The member of an op, null where it is missing.
[[nodiscard]] Json const* op_member(Json const& op, std::string_view name);

/// Carries out the op, which is an object. With a fault `state` is as it was.
AppliedOp apply_op(StateRules const& rules, StoryState& state, Json const& op, OpsBy by);

/// increment (+1) and decrement (-1).
AppliedOp add_number(OpTarget const& target, Json const& op, int direction, OpsBy by);
/// append and remove of `present`: somebody enters or leaves.
AppliedOp change_present(Cast const& cast, Json& state, Json const& op, bool enters);
AppliedOp adjust_relation(Cast const& cast, std::vector<Relation>& relations, Json const& op);

/// The value with each whole number written as one: 7 for 7.0, also inside of it.
[[nodiscard]] Json with_whole_numbers(Json value);

} // namespace artifactd::turn
