#include "merge/play/runtime/field_type.hpp"

#include "merge/game/values/js_value.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::play {

namespace {

using game::Value;

/// "enum:[a, b]".
std::vector<std::string> listed_outcomes(std::string_view constraints) {
  constexpr std::string_view before = "enum:";
  auto const begin = constraints.find(before);
  if (begin == constraints.npos) return {};
  auto list = constraints.substr(begin + before.size());
  auto const open = list.find('[');
  auto const close = list.find(']');
  if (open == list.npos || close == list.npos || close < open) return {};
  list = list.substr(open + 1, close - open - 1);
  std::vector<std::string> outcomes;
  while (!list.empty()) {
    auto const comma = std::min(list.find(','), list.size());
    auto each = list.substr(0, comma);
    constexpr std::string_view around = " \t\"'";
    auto const first = each.find_first_not_of(around);
    if (first != each.npos)
      outcomes.emplace_back(each.substr(first, each.find_last_not_of(around) - first + 1));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return outcomes;
}

std::vector<std::string> texts_in(JsonNode const* list) {
  std::vector<std::string> texts;
  if (!game::is(list, json::Type::array)) return texts;
  for (auto const& each : list->children())
    if (game::is(&each, json::Type::string))
      texts.push_back(each.string());
    else if (!game::is(&each, json::Type::null))
      texts.emplace_back(each.text());
  return texts;
}

/// The other type in ["boolean", "null"]; empty if there are several.
std::string only_type(JsonNode const& field) {
  auto const* types = field.find("type");
  if (game::is(types, json::Type::string)) return types->string();
  auto names = texts_in(types);
  std::erase(names, "null");
  return names.size() == 1 ? names[0] : "";
}

bool fits(FieldType const& type, Value const& value) {
  if (type.name == "string") return value.is_string();
  if (type.is_number()) return value.is_number();
  if (type.is_boolean()) return value.is_boolean();
  if (type.name == "array") return value.is_array();
  if (type.name == "object" || type.name == "record") return value.is_object();
  if (type.name != "enum" || type.outcomes.empty()) return true;
  return !value.is_structured() &&
         std::ranges::find(type.outcomes, game::text_of(value)) != type.outcomes.end();
}

} // namespace

std::optional<std::string> FieldType::refusal(Value const& value) const {
  if (value.is_null() || game::is_undefined(value) || fits(*this, value)) return std::nullopt;
  if (name == "enum") return fmt::format("one of {}", fmt::join(outcomes, ", "));
  return fmt::format("{} {}", std::string_view("aeio").contains(name.front()) ? "an" : "a", name);
}

FieldType type_of(game::Field const& field) {
  FieldType type{field.type};
  if (!game::is(field.part.node, json::Type::object)) return type;
  auto const& node = *field.part.node;
  if (type.name.empty()) type.name = only_type(node);
  type.outcomes = listed_outcomes(game::string_at(node, "constraints").value_or(""));
  for (auto const* name : {"enum", "values"})
    if (type.outcomes.empty()) type.outcomes = texts_in(node.find(name));
  if (!type.outcomes.empty() && type.name == "string") type.name = "enum";
  return type;
}

std::optional<FieldType> base_type(std::string_view path) {
  auto const fields = game::base_fields();
  auto const found = std::ranges::find(fields, path, &game::BaseField::path);
  if (found == fields.end()) return std::nullopt;
  return FieldType{std::string(found->type)};
}

} // namespace artifactd::play
