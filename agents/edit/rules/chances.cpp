#include "agents/edit/rules/chances.hpp"

#include "merge/game/values/value_of.hpp"

#include <re2/re2.h>
#include <string>

namespace artifactd::editor {

namespace {

std::optional<double> chance_in(JsonNode const& node) {
  std::optional<double> chance;
  if (game::is(&node, json::Type::number)) chance = game::value_of(node).get<double>();
  if (game::is(&node, json::Type::string)) {
    static re2::RE2 const written(R"(\s*(\d+(?:\.\d+)?|\.\d+)\s*(%?)\s*)");
    std::string percent;
    double number = 0;
    if (re2::RE2::FullMatch(node.string(), written, &number, &percent))
      chance = percent.empty() ? number : number / 100;
  }
  return chance && *chance >= 0 && *chance <= 1 ? chance : std::nullopt;
}

/// Every member must be a choice, and every choice a member.
std::optional<std::vector<JsonNode const*>> by_choice(JsonNode const& map, JsonNode const* choices) {
  std::vector<JsonNode const*> values;
  if (!game::is(choices, json::Type::array) || choices->children().size() != map.children().size())
    return std::nullopt;
  for (auto const& choice : choices->children()) {
    auto const* value = game::is(&choice, json::Type::string) ? map.find(choice.string()) : nullptr;
    if (value == nullptr) return std::nullopt;
    values.push_back(value);
  }
  return values;
}

} // namespace

std::optional<std::vector<double>> chances_in(JsonNode const* probabilities, JsonNode const* choices) {
  std::vector<JsonNode const*> nodes;
  if (game::is(probabilities, json::Type::object)) {
    auto values = by_choice(*probabilities, choices);
    if (!values) return std::nullopt;
    nodes = *std::move(values);
  } else if (game::is(probabilities, json::Type::array)) {
    for (auto const& each : probabilities->children())
      nodes.push_back(&each);
  }
  std::vector<double> chances;
  for (auto const* node : nodes) {
    auto const chance = chance_in(*node);
    if (!chance) return std::nullopt;
    chances.push_back(*chance);
  }
  return chances;
}

} // namespace artifactd::editor
