#include "agents/model/endpoint/shape_schema.hpp"

#include "agents/model/endpoint/answer.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <span>
#include <string>
#include <string_view>

namespace artifactd::model {

namespace {

struct SchemaSubset {
  std::span<std::string_view const> keywords; ///< kept as they are
  std::span<std::string_view const> formats;
  bool all_of; ///< supported
};

constexpr std::array<std::string_view, 7> anthropic_keywords = {"type",  "enum",     "const", "default",
                                                                "title", "required", "$ref"};
constexpr std::array<std::string_view, 10> anthropic_formats = {
    "date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"};
constexpr SchemaSubset anthropic_subset{anthropic_keywords, anthropic_formats, true};

constexpr std::array<std::string_view, 14> strict_keywords = {"type",
                                                              "enum",
                                                              "const",
                                                              "title",
                                                              "required",
                                                              "$ref",
                                                              "pattern",
                                                              "minimum",
                                                              "maximum",
                                                              "exclusiveMinimum",
                                                              "exclusiveMaximum",
                                                              "multipleOf",
                                                              "minItems",
                                                              "maxItems"};
constexpr std::array<std::string_view, 9> strict_formats = {"date-time", "time", "date", "duration", "email",
                                                            "hostname",  "ipv4", "ipv6", "uuid"};
constexpr SchemaSubset strict_subset{strict_keywords, strict_formats, false};

constexpr std::array schema_members = {"items", "anyOf", "oneOf", "allOf"};
constexpr std::array schema_maps = {"properties", "$defs", "definitions"};
constexpr std::array<std::string_view, 3> unsaid_keywords = {"$schema", "$id", "$comment"};

bool among(auto const& words, auto const& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_schema_of_object(nlohmann::ordered_json const& schema) {
  auto const type = schema.find("type");
  if (type == schema.end()) return schema.contains("properties");
  return *type == "object" || (type->is_array() && among(*type, "object"));
}

class SchemaAdapter {
public:
  explicit SchemaAdapter(SchemaSubset const& subset) : subset_(subset) {}

  nlohmann::ordered_json adapted(nlohmann::ordered_json const& schema) const {
    if (!schema.is_object()) return schema;
    auto result = nlohmann::ordered_json::object();
    std::string told; // constraints the subset has no keyword for
    for (auto const& [key, value] : schema.items())
      if (!take(result, key, value, schema) && !among(unsaid_keywords, key))
        told += fmt::format("{}{}: {}", told.empty() ? "" : ", ", key, value.dump());
    if (is_schema_of_object(schema)) result["additionalProperties"] = false;
    if (!told.empty()) {
      auto const description = result.value("description", "");
      result["description"] = fmt::format("{}{}({})", description, description.empty() ? "" : " ", told);
    }
    return result;
  }

private:
  /// False if the subset does not support the keyword.
  bool take(nlohmann::ordered_json& result, std::string const& key, nlohmann::ordered_json const& value,
            nlohmann::ordered_json const& schema) const {
    if (key == "additionalProperties") return true;
    if (key == "properties" || key == "$defs" || key == "definitions") {
      result[key] = nlohmann::ordered_json::object();
      for (auto const& [name, each] : value.items())
        result[key][name] = adapted(each);
      return true;
    }
    if (key == "items" && !value.is_array()) {
      result[key] = adapted(value);
      return true;
    }
    bool const any_of = key == "anyOf" || (key == "oneOf" && !schema.contains("anyOf"));
    if (any_of || (key == "allOf" && subset_.all_of)) {
      auto& all = result[any_of ? "anyOf" : "allOf"] = nlohmann::ordered_json::array();
      for (auto const& each : value)
        all.push_back(adapted(each));
      return true;
    }
    if (!keeps(key, value)) return false;
    result[key] = value;
    return true;
  }

  bool keeps(std::string const& key, nlohmann::ordered_json const& value) const {
    if (key == "description") return value.is_string();
    if (key == "format") return value.is_string() && among(subset_.formats, value.get<std::string>());
    if (key == "minItems" && (value == 0 || value == 1)) return true;
    return among(subset_.keywords, key);
  }

  SchemaSubset const& subset_;
};

/// Whether every object, at any depth, requires all of its properties.
bool requires_all(nlohmann::ordered_json const& schema) {
  auto const& properties = member_of(schema, "properties");
  if (properties.is_object())
    for (auto const& [name, each] : properties.items())
      if (!among(member_of(schema, "required"), name)) return false;
  return !schema.is_structured() || std::ranges::all_of(schema, requires_all);
}

/// Whether the schema allows any value somewhere.
bool leaves_open(nlohmann::ordered_json const& schema) {
  if (!schema.is_object()) return schema.is_array() && std::ranges::any_of(schema, leaves_open);
  auto in_member = [&](char const* key) { return leaves_open(member_of(schema, key)); };
  auto in_map = [&](char const* key) {
    auto const& map = member_of(schema, key);
    return map.is_object() && std::ranges::any_of(map, leaves_open);
  };
  return schema.empty() || std::ranges::any_of(schema_members, in_member) ||
         std::ranges::any_of(schema_maps, in_map);
}

} // namespace

std::optional<nlohmann::ordered_json> anthropic_schema(nlohmann::ordered_json const& schema) {
  if (leaves_open(schema)) return std::nullopt;
  return SchemaAdapter(anthropic_subset).adapted(schema);
}

std::optional<nlohmann::ordered_json> strict_schema(nlohmann::ordered_json const& schema) {
  if (!requires_all(schema)) return std::nullopt;
  return SchemaAdapter(strict_subset).adapted(schema);
}

} // namespace artifactd::model
