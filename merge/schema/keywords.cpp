#include "merge/schema/keywords.hpp"

#include "merge/graph/canonical.hpp"
#include "state/vocabulary/nearest.hpp"
#include "state/vocabulary/word_table.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/core.h>

namespace artifactd {

namespace {

using enum KeywordForm;
using json::Type;

constexpr auto here = Reach::same_value;
constexpr auto inside = Reach::within;
constexpr auto draft7 = Draft::draft7, draft2019 = Draft::draft2019_09, draft2020 = Draft::draft2020_12;

constexpr std::array keywords = {
    Keyword{"$dynamicRef", text, {}, inside, draft2020},
    Keyword{"$recursiveRef", text, {}, inside, draft2019, draft2019},
    Keyword{"$ref", text, {}, here, draft2019},
    Keyword{"additionalItems", schema, {}, inside, draft7, draft2019},
    Keyword{"additionalProperties", schema, &Schema::additional_properties},
    Keyword{"allOf", schemas, &Schema::all_of, here},
    Keyword{"anyOf", schemas, &Schema::any_of, here},
    Keyword{"const", value},
    Keyword{"contains", schema, &Schema::contains},
    Keyword{"dependencies", dependencies, {}, here}, // newer drafts still permit it
    Keyword{"dependentRequired", name_lists, {}, inside, draft2019},
    Keyword{"dependentSchemas", schema_map, &Schema::dependent_schemas, here, draft2019},
    Keyword{"else", schema, &Schema::else_of, here},
    Keyword{"enum", values},
    Keyword{"exclusiveMaximum", number, &Schema::exclusive_maximum},
    Keyword{"exclusiveMinimum", number, &Schema::exclusive_minimum},
    Keyword{"format", text},
    Keyword{"if", schema, &Schema::if_of, here},
    Keyword{"items", schema_or_list, {}, inside, draft7, draft2019},
    Keyword{"items", schema, {}, inside, draft2020},
    Keyword{"maxContains", count, &Schema::max_contains, inside, draft2019},
    Keyword{"maxItems", count, &Schema::max_items},
    Keyword{"maxLength", count, &Schema::max_length},
    Keyword{"maxProperties", count, &Schema::max_properties},
    Keyword{"maximum", number, &Schema::maximum},
    Keyword{"minContains", count, &Schema::min_contains, inside, draft2019},
    Keyword{"minItems", count, &Schema::min_items},
    Keyword{"minLength", count, &Schema::min_length},
    Keyword{"minProperties", count, &Schema::min_properties},
    Keyword{"minimum", number, &Schema::minimum},
    Keyword{"multipleOf", positive, &Schema::multiple_of},
    Keyword{"not", schema, &Schema::not_of, here},
    Keyword{"oneOf", schemas, &Schema::one_of, here},
    Keyword{"pattern", pattern},
    Keyword{"patternProperties", pattern_map, &Schema::pattern_properties},
    Keyword{"prefixItems", schemas, &Schema::prefix_items, inside, draft2020},
    Keyword{"properties", schema_map, &Schema::properties},
    Keyword{"propertyNames", schema, &Schema::property_names},
    Keyword{"required", names},
    Keyword{"then", schema, &Schema::then_of, here},
    Keyword{"type", types},
    Keyword{"unevaluatedItems", schema, &Schema::unevaluated_items, inside, draft2019},
    Keyword{"unevaluatedProperties", schema, &Schema::unevaluated_properties, inside, draft2019},
    Keyword{"uniqueItems", flag},
};
static_assert(std::ranges::is_sorted(keywords, {}, &Keyword::word));

/// Words of the standards that judge nothing in any draft.
constexpr std::array<std::string_view, 22> annotations = {"$anchor",
                                                          "$comment",
                                                          "$defs",
                                                          "$dynamicAnchor",
                                                          "$id",
                                                          "$recursiveAnchor",
                                                          "$ref",
                                                          "$schema",
                                                          "$vocabulary",
                                                          "contentEncoding",
                                                          "contentMediaType",
                                                          "contentSchema",
                                                          "default",
                                                          "definitions",
                                                          "deprecated",
                                                          "description",
                                                          "discriminator",
                                                          "example",
                                                          "examples",
                                                          "readOnly",
                                                          "title",
                                                          "writeOnly"};

/// Common habits that a comparison of letters would not find.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> habits = {
    {{"max", "maximum"}, {"min", "minimum"}, {"props", "properties"}, {"regex", "pattern"}}};

/// In the order of JsonType.
constexpr std::array<std::string_view, 7> type_words = {"array",  "boolean", "integer", "null",
                                                        "number", "object",  "string"};

bool is_type_word(JsonNode const& value) {
  return value.type() == Type::string && type_named(value.string());
}

bool is_text(JsonNode const& value) {
  return value.type() == Type::string;
}

bool is_count(JsonNode const& value) {
  if (value.type() != Type::number) return false;
  auto number = canonical_number(value.text());
  return !number.starts_with('-') && number.find("e-") == number.npos;
}

bool is_list_of(JsonNode const& value, bool (*each)(JsonNode const&)) {
  return value.type() == Type::array && std::ranges::all_of(value.children(), each);
}

} // namespace

Keyword const* keyword(std::string_view word, Draft draft) noexcept {
  for (auto const& each : std::ranges::equal_range(keywords, word, {}, &Keyword::word))
    if (each.first <= draft && draft <= each.last) return &each;
  return nullptr;
}

std::optional<JsonType> type_named(std::string_view word) noexcept {
  return by_word<JsonType>(type_words, word);
}

std::string remark_on(std::string_view word, Draft draft) {
  if (std::ranges::find(annotations, word) != annotations.end()) return {};
  if (auto const* other = std::ranges::lower_bound(keywords, word, {}, &Keyword::word);
      other != keywords.end() && other->word == word)
    return fmt::format("has no effect in {}: {} it", draft_word(draft),
                       other->first > draft
                           ? fmt::format("{} introduced", draft_word(other->first))
                           : fmt::format("{} was the last draft to know", draft_word(other->last)));
  auto const* habit = std::ranges::find(habits, word, &decltype(habits)::value_type::first);
  std::vector<std::string> known;
  for (auto const& each : keywords)
    known.emplace_back(each.word);
  auto meant = habit != habits.end() ? std::string(habit->second) : nearest(word, known);
  return meant.empty() ? "" : fmt::format("is not a keyword and has no effect: did you mean \"{}\"?", meant);
}

void each_subschema(JsonNode const& schema_node, Draft draft,
                    std::function<void(JsonNode const&)> const& visit) {
  if (schema_node.type() != Type::object) return;
  for (auto const& member : schema_node.children()) {
    auto const* known = keyword(member.key(), draft);
    auto const holds_schemas = member.key() == "definitions" || member.key() == "$defs";
    auto form = known != nullptr ? known->form : holds_schemas ? schema_map : value;
    switch (form) {
    case schema:
      visit(member);
      break;
    case schema_or_list:
      if (member.type() != Type::array) visit(member);
      [[fallthrough]];
    case schemas:
      if (member.type() == Type::array) std::ranges::for_each(member.children(), visit);
      break;
    case schema_map:
    case pattern_map:
    case dependencies:
      if (member.type() == Type::object) std::ranges::for_each(member.children(), visit);
      break;
    default:
      break;
    }
  }
}

double number_of(JsonNode const& number) {
  return std::strtod(std::string(number.text()).c_str(), nullptr);
}

std::string_view misshapen(KeywordForm form, JsonNode const& node) {
  auto const type = node.type();
  switch (form) {
  case schema:
    return type == Type::object || type == Type::boolean ? ""
                                                         : "has to be a schema: an object, true or false";
  case schema_or_list:
    return type == Type::object || type == Type::boolean || type == Type::array
               ? ""
               : "has to be a schema or a list of schemas";
  case schemas:
    return type == Type::array && !node.children().empty() ? "" : "has to be a list of at least one schema";
  case schema_map:
  case pattern_map:
  case dependencies:
  case name_lists:
    return type == Type::object ? "" : "has to be an object";
  case number:
    return type == Type::number ? "" : "has to be a number";
  case positive:
    return type == Type::number && !node.text().starts_with('-') && canonical_number(node.text()) != "0"
               ? ""
               : "has to be a number above 0";
  case count:
    return is_count(node) ? "" : "has to be a whole number from 0";
  case flag:
    return type == Type::boolean ? "" : "has to be true or false";
  case text:
  case pattern:
    return is_text(node) ? "" : "has to be a text";
  case names:
    return is_list_of(node, is_text) ? "" : "has to be a list of names";
  case types:
    return is_type_word(node) || (is_list_of(node, is_type_word) && !node.children().empty())
               ? ""
               : "has to be array, boolean, integer, null, number, object, string, or a list of these";
  case value:
    return "";
  case values:
    return type == Type::array && !node.children().empty() ? "" : "has to be a list of at least one value";
  }
  return "";
}

} // namespace artifactd
