// One evaluation of logic in progress: its bounds, and its services to operators. Its results refer to the
// logic or the data passed to it, or are new values; they never refer to an argument of an operator.
#pragma once

#include "merge/game/values/operand.hpp"
#include "state/platform/result.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace artifactd::game {

/// The depth of nested operations, and of a value that is copied: logic that takes its data for logic may
/// never end.
inline constexpr std::size_t deepest_logic = 256;
/// Values read or made, and a step for every eight bytes of text. Preconditions take some dozens; the limit
/// stops logic that doubles with every element of a list.
inline constexpr std::size_t longest_logic = 1'000'000;

class Evaluation {
public:
  /// The value of the logic. Every error is final: Fault::invalid if json-logic-js throws, Fault::too_large
  /// beyond a bound.
  Result<Operand> apply(Value const& logic, Value const& data);

  /// The same for {operation: values}.
  Result<Operand> perform(std::string_view operation, std::span<Value const> values, Value const& data);

  /// The operand's own value; a copy if it refers to another.
  Result<Value> own(Operand operand);

  /// value[key], as in property_of(); `value` may be null or undefined, which is an error as in JavaScript.
  Result<Operand> property(Value const& value, std::string_view key);

  Result<void> charge(std::size_t steps);

private:
  Result<Operand> elements(Value const& array, Value const& data);
  Result<Operand> operation(std::string_view name, std::span<Value const> values, Value const& data);
  Result<void> descend();

  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
};

/// The input of an operator: evaluated arguments, or the logic of each, to evaluate only what it needs.
using Arguments = std::span<Operand>;
using EagerOperator = Result<Operand>(Evaluation&, Arguments, Value const& data);
using LazyOperator = Result<Operand>(Evaluation&, std::span<Value const> values, Value const& data);

/// Undefined if there is none.
[[nodiscard]] Value const& argument(Arguments arguments, std::size_t index);

/// The arguments of an operator: a list, or a single argument without brackets.
[[nodiscard]] std::span<Value const> values_behind(Value const& value) noexcept;

} // namespace artifactd::game
