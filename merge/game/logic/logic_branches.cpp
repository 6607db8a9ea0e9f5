#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_value.hpp"

namespace artifactd::game::logic {

Result<Operand> choose(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  while (values.size() > 1) {
    if (truthy(*TRY(evaluation.apply(values[0], data)))) return evaluation.apply(values[1], data);
    values = values.subspan(2);
  }
  if (values.empty()) return Value(nullptr);
  return evaluation.apply(values[0], data);
}

Result<Operand> all_of(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  Operand current;
  for (auto const& value : values) {
    current = TRY(evaluation.apply(value, data));
    if (!truthy(*current)) break;
  }
  return current;
}

Result<Operand> any_of(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  Operand current;
  for (auto const& value : values) {
    current = TRY(evaluation.apply(value, data));
    if (truthy(*current)) break;
  }
  return current;
}

Result<Operand> is_true(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(truthy(argument(arguments, 0)));
}

Result<Operand> is_false(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(!truthy(argument(arguments, 0)));
}

} // namespace artifactd::game::logic
