#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_value.hpp"

namespace artifactd::game::logic {

namespace {

using Relation = bool(Value const&, Value const&);

bool is_less(Value const& a, Value const& b) {
  return std::is_lt(compare(a, b));
}

bool is_at_most(Value const& a, Value const& b) {
  return std::is_lteq(compare(a, b));
}

Value between(Relation* relation, Arguments arguments) {
  auto const& last = argument(arguments, 2);
  bool const holds = relation(argument(arguments, 0), argument(arguments, 1));
  return holds && (is_undefined(last) || relation(argument(arguments, 1), last));
}

} // namespace

Result<Operand> equal(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(loosely_equal(argument(arguments, 0), argument(arguments, 1)));
}

Result<Operand> identical(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(strictly_equal(argument(arguments, 0), argument(arguments, 1)));
}

Result<Operand> unequal(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(!loosely_equal(argument(arguments, 0), argument(arguments, 1)));
}

Result<Operand> not_identical(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(!strictly_equal(argument(arguments, 0), argument(arguments, 1)));
}

Result<Operand> greater(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(is_less(argument(arguments, 1), argument(arguments, 0)));
}

Result<Operand> greater_or_equal(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return Value(is_at_most(argument(arguments, 1), argument(arguments, 0)));
}

Result<Operand> less(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return between(is_less, arguments);
}

Result<Operand> less_or_equal(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return between(is_at_most, arguments);
}

} // namespace artifactd::game::logic
