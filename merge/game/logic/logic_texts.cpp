#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_text.hpp"
#include "merge/game/values/js_value.hpp"

#include <algorithm>
#include <cmath>

namespace artifactd::game::logic {

namespace {

/// ToIntegerOrInfinity.
double whole_number(Value const& value) {
  auto const real = number_of(value);
  return std::isnan(real) ? 0 : std::trunc(real);
}

/// How many of the `rest` units a negative end leaves, as in PHP. After a text the minus sign ends up in the
/// middle of a number, and nothing is left.
double left_before(double rest, Value const& end) {
  return end.is_number() ? std::trunc(rest + number_of(end)) : 0;
}

} // namespace

Result<Operand> concatenation(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  std::string text;
  for (auto const& one : arguments)
    if (!one->is_null() && !is_undefined(*one)) text += text_of(*one);
  return Value(std::move(text));
}

Result<Operand> substring(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  auto const text = text_of(argument(arguments, 0));
  auto const& end = argument(arguments, 2);
  auto const size = static_cast<double>(unit_count(text));
  auto const start = whole_number(argument(arguments, 1));
  auto const from = start < 0 ? std::max(size + start, 0.0) : std::min(start, size);
  auto const rest = size - from;
  auto length = rest;
  if (std::is_lt(compare(end, Value(0))))
    length = left_before(rest, end);
  else if (!is_undefined(end))
    length = whole_number(end);
  auto const to = from + std::clamp(length, 0.0, rest);
  return Value(unit_range(text, static_cast<std::size_t>(from), static_cast<std::size_t>(to)));
}

Result<Operand> contained(Evaluation& evaluation, Arguments arguments, Value const& /*unused*/) {
  auto const& part = argument(arguments, 0);
  auto const& whole = argument(arguments, 1);
  if (auto const* text = whole.get_ptr<std::string const*>()) {
    auto const sought = text_of(part);
    TRY(evaluation.charge(text->size() * sought.size() / 64)); // the worst case of a search
    return Value(!text->empty() && text->find(sought) != text->npos);
  }
  if (auto const* array = whole.get_ptr<Value::array_t const*>())
    return Value(
        std::ranges::any_of(*array, [&](auto const& element) { return strictly_equal(part, element); }));
  if (whole.is_object() && !is_undefined(*TRY(evaluation.property(whole, "indexOf"))))
    return fail(Fault::invalid, "b.indexOf is not a function");
  return Value(false);
}

} // namespace artifactd::game::logic
