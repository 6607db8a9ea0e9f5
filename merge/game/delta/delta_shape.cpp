#include "merge/game/delta/delta_shape.hpp"

#include "merge/game/delta/delta_words.hpp"
#include "merge/game/values/value_extent.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::game {

namespace {

/// By MemberDemand.
constexpr std::array<std::string_view, 9> demand_words = {
    "any value",          "a value that is not empty", "a string", "a number or string",
    "an object",          "an object with members",    "an array", "an array with elements",
    "an array of numbers"};

bool is_truthy_member(Value const& value) {
  if (value.is_null()) return false;
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0;
  return !value.is_string() || !value.get_ref<std::string const&>().empty();
}

bool meets_demand(Value const& value, MemberDemand demand) {
  switch (demand) {
  case MemberDemand::present:
    return true;
  case MemberDemand::truthy:
    return is_truthy_member(value);
  case MemberDemand::text:
    return value.is_string();
  case MemberDemand::number_or_text:
    return value.is_number() || value.is_string();
  case MemberDemand::object:
    return value.is_object();
  case MemberDemand::filled_object:
    return value.is_object() && !value.empty();
  case MemberDemand::array:
    return value.is_array();
  case MemberDemand::filled_array:
    return value.is_array() && !value.empty();
  case MemberDemand::numbers:
    return value.is_array() && std::ranges::all_of(value, [](Value const& each) { return each.is_number(); });
  }
  return false;
}

void add_shape_errors(std::vector<std::string>& errors, std::size_t index, Value const& op) {
  if (!op.is_object()) {
    errors.push_back(fmt::format("Operation {}: not an object", index));
    return;
  }
  auto const* operation = operation_of(op);
  if (operation == nullptr) {
    auto const* name = delta_member(op, "op");
    errors.push_back(name == nullptr     ? fmt::format("Operation {}: no 'op'", index)
                     : name->is_string() ? fmt::format("Operation {}: unknown operation '{}'", index,
                                                       abridged(name->get_ref<std::string const&>()))
                                         : fmt::format("Operation {}: 'op' is no string", index));
    return;
  }
  for (auto const& member : operation->runtime_members)
    if (!meets(delta_member(op, member.name), member))
      errors.push_back(fmt::format("Operation {}: {} needs '{}' ({})", index, operation->name, member.name,
                                   demand_words[static_cast<std::size_t>(member.demand)]));
  if (is_too_deep(op))
    errors.push_back(fmt::format("Operation {}: nests deeper than {} levels", index, deepest_state));
}

} // namespace

Value const* delta_member(Value const& op, std::string_view name) {
  if (!op.is_object()) return nullptr;
  auto const member = op.find(std::string(name));
  return member == op.end() || is_undefined(*member) ? nullptr : &*member;
}

bool meets(Value const* member, DeltaMember const& demanded) {
  if (member == nullptr) return demanded.need == MemberNeed::optional;
  return meets_demand(*member, demanded.demand);
}

DeltaOperation const* operation_of(Value const& op) {
  auto const* name = delta_member(op, "op");
  return name != nullptr && name->is_string() ? delta_operation(name->get_ref<std::string const&>())
                                              : nullptr;
}

std::vector<std::string> shape_errors(std::span<Value const> ops) {
  std::vector<std::string> errors;
  for (std::size_t index = 0; index < ops.size() && errors.size() < most_delta_errors; ++index)
    add_shape_errors(errors, index, ops[index]);
  return errors;
}

} // namespace artifactd::game
