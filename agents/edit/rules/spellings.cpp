#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/logic_whitelist.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// What other dialects call the operators.
constexpr auto other_operators = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"eq", "=="},    {"equals", "=="}, {"=", "=="},        {"ne", "!="},        {"neq", "!="},
     {"<>", "!="},    {"gt", ">"},      {"gte", ">="},      {"ge", ">="},        {"lt", "<"},
     {"lte", "<="},   {"le", "<="},     {"not", "!"},       {"&&", "and"},       {"||", "or"},
     {"AND", "and"},  {"OR", "or"},     {"size", "length"}, {"count", "length"}, {"includes", "in"},
     {"any", "some"}, {"every", "all"}, {"plus", "+"},      {"minus", "-"}});

bool is_player_operator(std::string_view key) {
  return key == "allPlayers" || key == "anyPlayer";
}

/// The same logic in the words of this dialect.
Value respelt(Value const& logic) {
  if (logic.is_array()) {
    auto list = Value::array();
    for (auto const& each : logic)
      list.push_back(respelt(each));
    return list;
  }
  if (!logic.is_object()) return logic;
  auto object = Value::object();
  for (auto const& [key, value] : logic.items()) {
    auto name = key;
    for (auto const& [other, meant] : other_operators)
      if (logic.size() == 1 && other == key) name = meant;
    auto const as_object = is_player_operator(name) && value.is_object() && value.contains("field") &&
                           value.contains("op") && value.contains("value");
    object[name] =
        as_object ? Value::array({value["field"], value["op"], respelt(value["value"])}) : respelt(value);
  }
  return object;
}

} // namespace

void find_foreign_operators(Evidence const& evidence, Causes& causes) {
  auto const matches =
      matching(evidence.errors, "^Schema validation failed: .*Unsupported JsonLogic operations");
  if (matches.empty()) return;
  Draft draft(evidence.game);
  for (auto const& place : places(evidence.game)) {
    if (place.precondition->logic == nullptr) continue;
    auto const logic = value_of(*place.precondition->logic);
    if (game::unsupported_operations(logic).empty()) continue;
    auto const meant = respelt(logic);
    if (game::unsupported_operations(meant).empty())
      draft.set(transition_address(*place.transition), place.pointer + "/logic", meant);
  }
  constexpr auto* description = "Write the logic with the operators there are";
  auto changes = draft.changes(description);
  if (changes.empty())
    changes.push_back({game::Artifact::transitions, Operation::patch, std::nullopt, description});
  causes.push_back({"P8",
                    "Logic is written with operators of another dialect.",
                    Confidence::high,
                    {matches.front().error},
                    std::move(changes)});
}

} // namespace artifactd::editor
