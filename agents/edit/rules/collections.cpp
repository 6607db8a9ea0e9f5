#include "agents/edit/rules/collections.hpp"

#include "merge/game/values/value_of.hpp"

#include <string>

namespace artifactd::editor {

namespace {

using game::Value;

/// The element with the identifying member first; std::nullopt if that contradicts its key.
std::optional<Value> as_element(std::string const& key, JsonNode const& value, std::string const& member) {
  if (member == "phase" && game::is(&value, json::Type::boolean))
    return Value{{member, key}, {"requiresPlayerInput", game::value_of(value)}};
  if (!game::is(&value, json::Type::object)) return std::nullopt;
  if (value.find(member) != nullptr && game::string_at(value, member) != key) return std::nullopt;
  Value element{{member, key}};
  element.update(game::value_of(value));
  return element;
}

} // namespace

std::optional<Value> as_list(JsonNode const& map, std::string_view known_by) {
  auto list = Value::array();
  if (game::string_at(map, known_by)) {
    list.push_back(game::value_of(map));
    return list;
  }
  for (auto const& member : map.children()) {
    auto element = as_element(member.key(), member, std::string(known_by));
    if (!element) return std::nullopt;
    list.push_back(*std::move(element));
  }
  return list.empty() ? std::nullopt : std::optional(std::move(list));
}

std::optional<Value> as_map(JsonNode const& list, std::string_view known_by) {
  auto map = Value::object();
  for (auto const& each : list.children()) {
    auto const key = game::string_at(each, known_by).value_or("");
    if (key.empty() || map.contains(key)) return std::nullopt;
    map[key] = game::value_of(each);
  }
  return map.empty() ? std::nullopt : std::optional(std::move(map));
}

} // namespace artifactd::editor
