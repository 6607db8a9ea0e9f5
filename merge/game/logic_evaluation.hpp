// One evaluation of logic under way: what keeps it within bounds, and what operators ask of it. What it gives
// stands in the logic or the data it was asked about, or was made; it never stands in an argument of an
// operator.
#pragma once

#include "merge/game/operand.hpp"
#include "state/result.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace artifactd::game {

/// The operations within operations, and the levels of a value that is copied: logic that takes its data for
/// logic can go on for ever.
inline constexpr std::size_t deepest_logic = 256;
/// Values looked at or made, and a step for every eight bytes of text. Preconditions take some dozens; the
/// limit ends what doubles with every element of a list.
inline constexpr std::size_t longest_logic = 1'000'000;

class Evaluation {
public:
  /// What the logic is worth. Every error is final: Fault::invalid where json-logic-js throws,
  /// Fault::too_large beyond a bound.
  Result<Operand> apply(Value const& logic, Value const& data);

  /// The same for {operation: values}.
  Result<Operand> perform(std::string_view operation, std::span<Value const> values, Value const& data);

  /// The operand's own value; a copy where it stands elsewhere.
  Result<Value> own(Operand operand);

  /// value[key], as property_of() has it; `value` may be null or undefined, which is an error as in
  /// JavaScript.
  Result<Operand> property(Value const& value, std::string_view key);

  Result<void> charge(std::size_t steps);

private:
  Result<Operand> elements(Value const& array, Value const& data);
  Result<Operand> operation(std::string_view name, std::span<Value const> values, Value const& data);
  Result<void> descend();

  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
};

/// What an operator gets: evaluated arguments, or, to evaluate what it needs, the logic of each.
using Arguments = std::span<Operand>;
using EagerOperator = Result<Operand>(Evaluation&, Arguments, Value const& data);
using LazyOperator = Result<Operand>(Evaluation&, std::span<Value const> values, Value const& data);

/// Undefined where there is none.
[[nodiscard]] Value const& argument(Arguments arguments, std::size_t index);

/// What stands behind an operator: a list, or a single argument without brackets.
[[nodiscard]] std::span<Value const> values_behind(Value const& value) noexcept;

} // namespace artifactd::game
