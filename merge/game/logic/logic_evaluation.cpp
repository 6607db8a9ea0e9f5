#include "merge/game/logic/logic_evaluation.hpp"

#include "merge/game/logic/logic_operators.hpp"
#include "merge/game/values/js_members.hpp"
#include "merge/game/values/js_value.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace artifactd::game {

namespace {

bool is_operation(Value const& value) noexcept {
  return value.is_object() && value.size() == 1;
}

std::unexpected<Error> too_deep() {
  return fail(Fault::too_large, fmt::format("JsonLogic is nested deeper than {} levels", deepest_logic));
}

std::size_t text_steps(Value const& value) noexcept {
  auto const* text = value.get_ptr<std::string const*>();
  return text == nullptr ? 0 : text->size() / 8;
}

enum class Within : std::uint8_t { arrays, everything };

/// Charges for the value and its content, as far as `within` reaches.
Result<void> charge_for(Evaluation& evaluation, Value const& value, Within within,
                        std::size_t room = deepest_logic) {
  if (auto const* array = value.get_ptr<Value::array_t const*>()) {
    if (room == 0) return too_deep();
    for (auto const& element : *array)
      TRY(charge_for(evaluation, element, within, room - 1));
  } else if (auto const* object = value.get_ptr<Value::object_t const*>();
             object && within == Within::everything) {
    if (room == 0) return too_deep();
    for (auto const& [key, member] : *object) {
      TRY(evaluation.charge(key.size() / 8));
      TRY(charge_for(evaluation, member, within, room - 1));
    }
  }
  return evaluation.charge(1 + text_steps(value));
}

std::unexpected<Error> unrecognized(std::string_view operation) {
  auto text = fmt::format("Unrecognized operation {}", operation);
  auto const dot = operation.find('.');
  if (dot != operation.npos && dot > 0) {
    auto const first = operation.substr(0, dot);
    auto const* known = find_operator(first);
    auto const until = known != nullptr && known->eager != nullptr ? operation.find('.', dot + 1) : dot;
    text += fmt::format(" (failed at {})", operation.substr(0, until));
  }
  return fail(Fault::invalid, std::move(text));
}

} // namespace

Result<void> Evaluation::charge(std::size_t steps) {
  if (steps > longest_logic - steps_)
    return fail(Fault::too_large, fmt::format("JsonLogic takes more than {} steps", longest_logic));
  steps_ += steps;
  return {};
}

Result<void> Evaluation::descend() {
  if (depth_ == deepest_logic) return too_deep();
  ++depth_;
  return charge(1);
}

Result<Operand> Evaluation::apply(Value const& logic, Value const& data) {
  if (logic.is_array()) {
    TRY(descend());
    auto result = elements(logic, data);
    --depth_;
    return result;
  }
  if (!is_operation(logic)) return Operand::standing(logic);
  auto const& [name, values] = logic.get_ptr<Value::object_t const*>()->front();
  return perform(name, values_behind(values), data);
}

Result<Operand> Evaluation::perform(std::string_view name, std::span<Value const> values, Value const& data) {
  TRY(descend());
  auto result = operation(name, values, data);
  --depth_;
  return result;
}

/// An array without logic or other arrays may be a reference: nothing can tell that it is the same array.
Result<Operand> Evaluation::elements(Value const& array, Value const& data) {
  auto const& logics = *array.get_ptr<Value::array_t const*>();
  TRY(charge(logics.size()));
  if (std::ranges::none_of(logics, [](auto const& logic) { return logic.is_array() || is_operation(logic); }))
    return Operand::standing(array);
  Value::array_t results;
  results.reserve(logics.size());
  for (auto const& logic : logics)
    results.push_back(TRY(own(TRY(apply(logic, data)))));
  return Value(std::move(results));
}

Result<Operand> Evaluation::operation(std::string_view name, std::span<Value const> values,
                                      Value const& data) {
  auto const* known = find_operator(name);
  if (known != nullptr && known->lazy != nullptr) return known->lazy(*this, values, data);
  std::vector<Operand> arguments;
  arguments.reserve(values.size());
  for (auto const& value : values) {
    arguments.push_back(TRY(apply(value, data)));
    TRY(charge_for(*this, *arguments.back(), Within::arrays));
  }
  if (known == nullptr) return unrecognized(name);
  return known->eager(*this, arguments, data);
}

Result<Value> Evaluation::own(Operand operand) {
  if (operand.is_standing()) TRY(charge_for(*this, *operand, Within::everything));
  return std::move(operand).take();
}

Result<Operand> Evaluation::property(Value const& value, std::string_view key) {
  if (value.is_null() || is_undefined(value))
    return fail(Fault::invalid,
                fmt::format("Cannot read properties of {} (reading '{}')", text_of(value), key));
  TRY(charge(1 + (value.is_object() ? value.size() / 8 : text_steps(value))));
  return property_of(value, key);
}

Value const& argument(Arguments arguments, std::size_t index) {
  static Value const missing = undefined();
  return index < arguments.size() ? *arguments[index] : missing;
}

std::span<Value const> values_behind(Value const& value) noexcept {
  if (auto const* array = value.get_ptr<Value::array_t const*>()) return *array;
  return {&value, 1};
}

} // namespace artifactd::game
