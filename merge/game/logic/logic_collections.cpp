#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_value.hpp"

namespace artifactd::game::logic {

namespace {

Value const& logic_at(std::span<Value const> values, std::size_t index) {
  static Value const absent = undefined();
  return index < values.size() ? values[index] : absent;
}

Result<bool> is_met(Evaluation& evaluation, Value const& logic, Value const& element) {
  TRY(evaluation.charge(1));
  return truthy(*TRY(evaluation.apply(logic, element)));
}

/// Whether some element meets the logic (`met`), or fails it (not `met`); false if it is not a list.
Result<bool> some_element(Evaluation& evaluation, Value const& list, Value const& logic, bool met) {
  if (!list.is_array()) return false;
  for (auto const& element : list)
    if (TRY(is_met(evaluation, logic, element)) == met) return true;
  return false;
}

} // namespace

Result<Operand> filter(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  Value::array_t kept;
  if (list->is_array())
    for (auto const& element : *list)
      if (TRY(is_met(evaluation, logic_at(values, 1), element)))
        kept.push_back(TRY(evaluation.own(Operand::standing(element))));
  return Value(std::move(kept));
}

Result<Operand> map(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  Value::array_t mapped;
  if (list->is_array())
    for (auto const& element : *list)
      mapped.push_back(TRY(evaluation.own(TRY(evaluation.apply(logic_at(values, 1), element)))));
  return Value(std::move(mapped));
}

Result<Operand> reduce(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  auto const& initial = logic_at(values, 2);
  Value first =
      is_undefined(initial) ? Value(nullptr) : TRY(evaluation.own(TRY(evaluation.apply(initial, data))));
  if (!list->is_array()) return first;
  auto scope = Value::object();
  scope["current"] = nullptr;
  scope["accumulator"] = std::move(first);
  auto& current = scope["current"];
  auto& accumulator = scope["accumulator"];
  for (auto const& element : *list) {
    current = TRY(evaluation.own(Operand::standing(element)));
    accumulator = TRY(evaluation.own(TRY(evaluation.apply(logic_at(values, 1), scope))));
  }
  return std::move(accumulator);
}

Result<Operand> every(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  if (!list->is_array() || list->empty()) return Value(false);
  return Value(!TRY(some_element(evaluation, *list, logic_at(values, 1), false)));
}

Result<Operand> none(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  return Value(!TRY(some_element(evaluation, *list, logic_at(values, 1), true)));
}

Result<Operand> some(Evaluation& evaluation, std::span<Value const> values, Value const& data) {
  auto const list = TRY(evaluation.apply(logic_at(values, 0), data));
  return Value(TRY(some_element(evaluation, *list, logic_at(values, 1), true)));
}

Result<Operand> merge(Evaluation& evaluation, Arguments arguments, Value const& /*unused*/) {
  Value::array_t merged;
  for (auto& one : arguments) {
    if (auto const* elements = one->get_ptr<Value::array_t const*>())
      for (auto const& element : *elements)
        merged.push_back(TRY(evaluation.own(Operand::standing(element))));
    else
      merged.push_back(TRY(evaluation.own(std::move(one))));
  }
  return Value(std::move(merged));
}

} // namespace artifactd::game::logic
