#include "agents/turn/rules/state_op.hpp"

#include "agents/turn/limits.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "merge/graph/canonical.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

JsonType type_of_value(Json const& value) {
  if (value.is_null()) return JsonType::null;
  if (value.is_boolean()) return JsonType::boolean;
  if (value.is_string()) return JsonType::string;
  if (value.is_array()) return JsonType::array;
  if (value.is_object()) return JsonType::object;
  return value.is_number_integer() ? JsonType::integer : JsonType::number;
}

std::string type_words(DeclaredMember const& declared) {
  static constexpr std::array<std::string_view, 7> words = {
      "a list", "true or false", "a whole number", "null", "a number", "an object", "a text"};
  std::string all;
  for (auto const type : declared.types)
    all += (all.empty() ? "" : " or ") + std::string(words[static_cast<std::size_t>(type)]);
  return all;
}

/// Why the member cannot be set to the value, whose whole numbers are already integers; empty if it can.
std::string set_fault(OpTarget const& target, Json const& value) {
  if (!target.declared) return {};
  auto const& declared = *target.declared;
  if (!declared.takes(type_of_value(value)))
    return fmt::format("{} takes {}, not {}", target_name(target), type_words(declared), shown(value));
  if (!value.is_number()) return {};
  auto const number = value.get<double>();
  if (declared.too_low(number))
    return fmt::format("{} is below what {} may be, {}", shown(value), target_name(target),
                       declared.minimum.value_or(declared.exclusive_minimum.value_or(0)));
  if (declared.too_high(number))
    return fmt::format("{} is above what {} may be, {}", shown(value), target_name(target),
                       declared.maximum.value_or(declared.exclusive_maximum.value_or(0)));
  return {};
}

AppliedOp set_member(OpTarget const& target, Json const& op) {
  auto const found = op.find("value");
  if (found == op.end()) return op_fault("value", "is missing: expected the new value");
  auto value = *found;
  if (auto fault = size_fault(value, target.path.size()); !fault.empty())
    return op_fault("value", std::move(fault));
  value = with_whole_numbers(std::move(value));
  if (auto fault = set_fault(target, value); !fault.empty()) return op_fault("value", std::move(fault));
  auto entry = entry_of(target, op);
  if (target.value != nullptr) entry["before"] = *target.value;
  entry["after"] = value;
  entry["clamped"] = false;
  (*target.parent)[target.path.back()] = std::move(value);
  return entry;
}

AppliedOp append_element(OpTarget const& target, Json const& op) {
  bool const begins = target.value == nullptr; // declared, but not there yet
  bool const is_list = begins ? target.declared->takes(JsonType::array) : target.value->is_array();
  if (!is_list) return op_fault("path", fmt::format("{} is no list", target_name(target)));
  auto const* value = op_member(op, "value");
  if (value == nullptr) return op_fault("value", "is missing: expected the element to append");
  if (auto fault = size_fault(*value, target.path.size() + 1); !fault.empty())
    return op_fault("value", std::move(fault));
  auto const before = begins ? 0 : target.value->size();
  if (before >= longest_list)
    return op_fault("path",
                    fmt::format("{} has {} elements, the most there may be", target_name(target), before));
  auto entry = entry_of(target, op);
  entry["value"] = with_whole_numbers(*value);
  entry["before"] = before;
  entry["after"] = before + 1;
  auto& list = (*target.parent)[target.path.back()];
  if (begins) list = Json::array();
  list.push_back(entry["value"]);
  return entry;
}

/// A band cannot know what is there, and its roll never changes: a fault would end the turn each time.
AppliedOp nothing_to_remove(OpTarget const& target, Json const& op) {
  auto entry = entry_of(target, op);
  entry["clamped"] = false;
  return entry;
}

AppliedOp remove_element(OpTarget const& target, Json const& op, Json const& value, OpsBy by) {
  if (!target.value->is_array())
    return op_fault("path",
                    fmt::format("{} is no list: without a value its member is removed", target_name(target)));
  auto& list = *target.value;
  auto const wanted = canonical(compact(value));
  auto const at =
      std::ranges::find_if(list, [&](Json const& each) { return canonical(compact(each)) == wanted; });
  if (at == list.end() && by == OpsBy::engine) return nothing_to_remove(target, op);
  if (at == list.end())
    return op_fault("value", fmt::format("{} is not in {}", shown(value), target_name(target)));
  auto entry = entry_of(target, op);
  entry["value"] = *at;
  entry["before"] = list.size();
  entry["after"] = list.size() - 1;
  list.erase(at);
  return entry;
}

AppliedOp remove_member(OpTarget const& target, Json const& op) {
  if (target.declared && target.declared->required)
    return op_fault("path",
                    fmt::format("{} is required by the ruleset: set it instead", target_name(target)));
  auto entry = entry_of(target, op);
  entry["before"] = std::move(*target.value);
  entry["clamped"] = false;
  target.parent->erase(target.path.back());
  return entry;
}

AppliedOp change_member(OpTarget const& target, Json const& op, std::string_view word, OpsBy by) {
  if (word == "set") return set_member(target, op);
  if (word == "increment") return add_number(target, op, 1, by);
  if (word == "decrement") return add_number(target, op, -1, by);
  if (word == "append") return append_element(target, op);
  if (target.value == nullptr && by == OpsBy::engine) return nothing_to_remove(target, op);
  if (target.value == nullptr)
    return op_fault("path", fmt::format("{} is not in the state", target_name(target)));
  auto const* value = op_member(op, "value");
  return value != nullptr ? remove_element(target, op, *value, by) : remove_member(target, op);
}

} // namespace

AppliedOp apply_op(StateRules const& rules, StoryState& state, Json const& op, OpsBy by) {
  auto const& word = op.at("op").get_ref<std::string const&>();
  if (word == "adjust_relation") return adjust_relation(rules.cast, state.relations, op);
  if (auto const* path = op_member(op, "path");
      path != nullptr && (*path == "present" || *path == "/present")) {
    if (word == "append" || word == "remove")
      return change_present(rules.cast, state.state, op, word == "append");
    return op_fault("path", "present changes by append and remove alone: somebody enters or leaves");
  }
  return change_member(TRY(op_target(rules, state, op)), op, word, by);
}

} // namespace artifactd::turn
