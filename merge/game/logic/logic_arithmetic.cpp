#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_value.hpp"

#include <cmath>
#include <limits>

namespace artifactd::game::logic {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double first_number(Arguments arguments) {
  return number_of(argument(arguments, 0));
}

double second_number(Arguments arguments) {
  return number_of(argument(arguments, 1));
}

} // namespace

Result<Operand> sum(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  double total = 0;
  for (auto const& one : arguments)
    total += float_of(*one);
  return number(total);
}

Result<Operand> product(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  if (arguments.empty()) return fail(Fault::invalid, "Reduce of empty array with no initial value");
  auto total = std::move(arguments.front());
  for (auto const& one : arguments.subspan(1))
    total = number(float_of(*total) * float_of(*one));
  return total;
}

Result<Operand> difference(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  if (is_undefined(argument(arguments, 1))) return number(-first_number(arguments));
  return number(first_number(arguments) - second_number(arguments));
}

Result<Operand> quotient(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return number(first_number(arguments) / second_number(arguments));
}

Result<Operand> remainder(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  return number(std::fmod(first_number(arguments), second_number(arguments)));
}

Result<Operand> least(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  double found = infinite;
  for (auto const& one : arguments) {
    auto const candidate = number_of(*one);
    bool const lower = candidate < found || (candidate == found && std::signbit(candidate));
    if (lower || std::isnan(candidate)) found = candidate;
  }
  return number(found);
}

Result<Operand> greatest(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  double found = -infinite;
  for (auto const& one : arguments) {
    auto const candidate = number_of(*one);
    bool const higher = candidate > found || (candidate == found && !std::signbit(candidate));
    if (higher || std::isnan(candidate)) found = candidate;
  }
  return number(found);
}

} // namespace artifactd::game::logic
