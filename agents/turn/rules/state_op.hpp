// One op on a state: the place it names, and its effect there. Rules for whole lists are in state_ops.hpp.
#pragma once

#include "agents/turn/rules/state_ops.hpp"

#include <expected>

namespace artifactd::turn {

/// A fault in an op: the member at fault (empty: the whole op), and why.
struct OpFault {
  std::string member;
  std::string message;
};
/// An entry of AppliedOps::applied.
using AppliedOp = std::expected<Json, OpFault>;

[[nodiscard]] inline std::unexpected<OpFault> op_fault(std::string_view member, std::string message) {
  return std::unexpected(OpFault{std::string(member), std::move(message)});
}

/// The member of a state that an op changes. Its parent exists and is an object.
struct OpTarget {
  StatePath path;
  std::optional<DeclaredMember> declared;
  Json* parent = nullptr;
  Json* value = nullptr; ///< null: declared, but not in the state yet
};

/// The place that `op.path` names, if ops may change it.
std::expected<OpTarget, OpFault> op_target(StateRules const& rules, StoryState& state, Json const& op);
/// Its path, quoted for a message.
[[nodiscard]] std::string target_name(OpTarget const& target);
/// The beginning of its entry in AppliedOps::applied.
[[nodiscard]] Json entry_of(OpTarget const& target, Json const& op);

/// The member of an op; null if missing.
[[nodiscard]] Json const* op_member(Json const& op, std::string_view name);

/// Carries out the op, which is an object. On a fault `state` is unchanged.
AppliedOp apply_op(StateRules const& rules, StoryState& state, Json const& op, OpsBy by);

/// increment (+1) and decrement (-1).
AppliedOp add_number(OpTarget const& target, Json const& op, int direction, OpsBy by);
/// append and remove for `present`: a character enters or leaves.
AppliedOp change_present(Cast const& cast, Json& state, Json const& op, bool enters);
AppliedOp adjust_relation(Cast const& cast, std::vector<Relation>& relations, Json const& op);

/// Writes each whole number in the value, at any depth, as an integer: 7 for 7.0.
[[nodiscard]] Json with_whole_numbers(Json value);

} // namespace artifactd::turn
