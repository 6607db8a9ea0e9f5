#include "merge/game/logic/logic_whitelist.hpp"

#include "merge/game/logic/logic_operators.hpp"
#include "merge/game/values/js_members.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <ranges>
#include <set>

namespace artifactd::game {

namespace {

constexpr std::array<std::string_view, 37> whitelist = {
    "==",      "===",          "!=",  "!==",        ">",         ">=",     "<",     "<=",  "!",      "!!",
    "and",     "or",           "if",  "+",          "-",         "*",      "/",     "%",   "max",    "min",
    "map",     "filter",       "all", "none",       "some",      "merge",  "in",    "cat", "substr", "var",
    "missing", "missing_some", "log", "allPlayers", "anyPlayer", "lookup", "length"};

bool is_player_query(Value const& value) {
  return value.is_array() && value.size() == 3 && value[0].is_string() && value[1].is_string();
}

bool is_player_query(JsonNode const& value) {
  auto is_text = [&](std::size_t index) { return value.children()[index].type() == json::Type::string; };
  return value.type() == json::Type::array && value.children().size() == 3 && is_text(0) && is_text(1);
}

bool is_like_operation(Value const& value) {
  return value.is_structured() || value.is_null();
}

bool is_like_operation(JsonNode const& value) {
  auto const type = value.type();
  return type == json::Type::object || type == json::Type::array || type == json::Type::null;
}

/// Whether a member of that name may have that value; `value` is a Value or a JsonNode.
bool is_allowed(std::string_view name, auto const& value) {
  if (tests_players(name)) return is_player_query(value);
  return !is_like_operation(value) || std::ranges::find(whitelist, name) != whitelist.end();
}

/// A stack of what is left to check, so that the order is that of the text at any depth.
struct ToCheck {
  std::string const* name; ///< null for an element
  Value const* value;
};

void add_contents(Value const& value, std::vector<ToCheck>& left) {
  if (auto const* array = value.get_ptr<Value::array_t const*>()) {
    for (auto const& element : std::views::reverse(*array))
      left.push_back({nullptr, &element});
  } else if (value.is_object()) {
    for (auto const* member : std::views::reverse(members_in_order(value)))
      left.push_back({&member->first, &member->second});
  }
}

/// The token for a disallowed member, or std::nullopt.
std::optional<std::string> refusal_of(std::string const& name, Value const& value) {
  if (is_allowed(name, value)) return std::nullopt;
  return tests_players(name) ? fmt::format("{}:must-be-array-format-[field,op,value]", name) : name;
}

} // namespace

std::span<std::string_view const> allowed_operations() noexcept {
  return whitelist;
}

std::vector<std::string> unsupported_operations(Value const& logic) {
  std::vector<std::string> tokens;
  std::set<std::string, std::less<>> told;
  std::vector<ToCheck> left = {{nullptr, &logic}};
  while (!left.empty()) {
    auto const [name, value] = left.back();
    left.pop_back();
    if (name != nullptr) {
      auto token = refusal_of(*name, *value);
      if (token && told.insert(*token).second) tokens.push_back(std::move(*token));
      if (tests_players(*name)) continue;
    }
    add_contents(*value, left);
  }
  return tokens;
}

bool is_supported(JsonNode const& logic) {
  auto const is_object = logic.type() == json::Type::object;
  return std::ranges::all_of(logic.children(), [&](JsonNode const& each) {
    if (is_object && !is_allowed(each.key(), each)) return false;
    return (is_object && tests_players(each.key())) || is_supported(each);
  });
}

std::string unsupported_operations_message(std::span<std::string const> operations) {
  return fmt::format(
      "Unsupported JsonLogic operations: {}. Only standard json-logic-js operations are allowed: {}",
      fmt::join(operations, ", "), fmt::join(whitelist, ", "));
}

} // namespace artifactd::game
