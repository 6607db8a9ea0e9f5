#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/rules/state_op.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr double largest_kept = 9007199254740992.0; // 2^53

struct Reach {
  double lowest = -largest_kept;
  double highest = largest_kept;
};

/// The values an op can reach; an exclusive bound is not among them unless the number must be whole.
Reach reach_of(std::optional<DeclaredMember> const& declared) {
  Reach bounds;
  if (!declared) return bounds;
  if (declared->minimum) bounds.lowest = std::max(bounds.lowest, *declared->minimum);
  if (declared->maximum) bounds.highest = std::min(bounds.highest, *declared->maximum);
  if (!declared->whole()) return bounds;
  bounds = {std::ceil(bounds.lowest), std::floor(bounds.highest)};
  if (declared->exclusive_minimum)
    bounds.lowest = std::max(bounds.lowest, std::floor(*declared->exclusive_minimum) + 1);
  if (declared->exclusive_maximum)
    bounds.highest = std::min(bounds.highest, std::ceil(*declared->exclusive_maximum) - 1);
  return bounds;
}

bool is_beyond_exclusive(DeclaredMember const& declared, double number) {
  return (declared.exclusive_minimum && number <= *declared.exclusive_minimum) ||
         (declared.exclusive_maximum && number >= *declared.exclusive_maximum);
}

/// The amount to be added.
std::expected<double, OpFault> amount_of(OpTarget const& target, Json const& op) {
  auto const* value = op_member(op, "value");
  if (value == nullptr) return op_fault("value", "is missing: expected a number above 0");
  if (!value->is_number())
    return op_fault("value", fmt::format("expected a number, found {}", shown(*value)));
  auto const amount = value->get<double>();
  if (!(amount > 0))
    return op_fault("value",
                    fmt::format("{} is not above 0: increment adds, decrement takes away", shown(*value)));
  if (amount > largest_kept) return op_fault("value", fmt::format("{} is beyond 2^53", shown(*value)));
  if (target.declared && target.declared->whole() && std::trunc(amount) != amount)
    return op_fault("value", fmt::format("{} is not whole, but {} is", shown(*value), target_name(target)));
  return amount;
}

std::expected<double, OpFault> number_before(OpTarget const& target, Reach const& bounds, OpsBy by) {
  if (target.value != nullptr && target.value->is_number()) return target.value->get<double>();
  if (target.value != nullptr)
    return op_fault("path", fmt::format("{} is {}, not a number", target_name(target), shown(*target.value)));
  if (by == OpsBy::engine) return std::clamp(0.0, bounds.lowest, bounds.highest);
  return op_fault("path", fmt::format("{} has no value yet: set it first", target_name(target)));
}

} // namespace

AppliedOp add_number(OpTarget const& target, Json const& op, int direction, OpsBy by) {
  auto const amount = TRY(amount_of(target, op));
  auto const bounds = reach_of(target.declared);
  if (bounds.lowest > bounds.highest) return op_fault("path", "the ruleset's bounds leave no value to it");
  auto const sum = TRY(number_before(target, bounds, by)) + direction * amount;
  auto const after = std::clamp(sum, bounds.lowest, bounds.highest);
  if (target.declared && is_beyond_exclusive(*target.declared, after))
    return op_fault("value",
                    fmt::format("{} would reach {}, which its bounds exclude", target_name(target), after));
  auto entry = entry_of(target, op);
  if (target.value != nullptr) entry["before"] = *target.value;
  auto written = with_whole_numbers(after);
  entry["after"] = written;
  entry["clamped"] = after != sum;
  (*target.parent)[target.path.back()] = std::move(written);
  return entry;
}

Json with_whole_numbers(Json value) {
  if (value.is_number_float()) {
    if (auto const whole = whole_number(value)) return *whole;
  } else if (value.is_structured()) {
    for (auto& each : value)
      each = with_whole_numbers(std::move(each));
  }
  return value;
}

} // namespace artifactd::turn
