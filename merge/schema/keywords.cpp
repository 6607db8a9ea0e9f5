#include "merge/schema/keywords.hpp"

#include "merge/canonical.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace artifactd {

namespace {

using enum KeywordForm;
using json::Type;

constexpr std::array keywords = {
    Keyword{"additionalItems", schema},
    Keyword{"additionalProperties", schema},
    Keyword{"allOf", schemas, Reach::same_value},
    Keyword{"anyOf", schemas, Reach::same_value},
    Keyword{"const", value},
    Keyword{"contains", schema},
    Keyword{"dependencies", dependencies, Reach::same_value},
    Keyword{"else", schema, Reach::same_value},
    Keyword{"enum", values},
    Keyword{"exclusiveMaximum", number},
    Keyword{"exclusiveMinimum", number},
    Keyword{"format", text},
    Keyword{"if", schema, Reach::same_value},
    Keyword{"items", schema_or_list},
    Keyword{"maxItems", count},
    Keyword{"maxLength", count},
    Keyword{"maxProperties", count},
    Keyword{"maximum", number},
    Keyword{"minItems", count},
    Keyword{"minLength", count},
    Keyword{"minProperties", count},
    Keyword{"minimum", number},
    Keyword{"multipleOf", positive},
    Keyword{"not", schema, Reach::same_value},
    Keyword{"oneOf", schemas, Reach::same_value},
    Keyword{"pattern", pattern},
    Keyword{"patternProperties", pattern_map},
    Keyword{"properties", schema_map},
    Keyword{"propertyNames", schema},
    Keyword{"required", names},
    Keyword{"then", schema, Reach::same_value},
    Keyword{"type", types},
    Keyword{"uniqueItems", flag},
};
static_assert(std::ranges::is_sorted(keywords, {}, &Keyword::word));

constexpr std::array<std::string_view, 7> type_words = {"array",  "boolean", "integer", "null",
                                                        "number", "object",  "string"};

bool is_type_word(JsonNode const& value) {
  return value.type() == Type::string && std::ranges::find(type_words, value.string()) != type_words.end();
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

Keyword const* keyword(std::string_view word) noexcept {
  auto found = std::ranges::lower_bound(keywords, word, {}, &Keyword::word);
  return found == keywords.end() || found->word != word ? nullptr : &*found;
}

void each_subschema(JsonNode const& schema_node, std::function<void(JsonNode const&)> const& visit) {
  if (schema_node.type() != Type::object) return;
  for (auto const& member : schema_node.children()) {
    auto const* known = keyword(member.key());
    auto form = known != nullptr ? known->form : member.key() == "definitions" ? schema_map : value;
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
    return type == Type::object ? "" : "has to be an object";
  case number:
    return type == Type::number ? "" : "has to be a number (draft 7)";
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
    return is_list_of(node, is_text) ? "" : "has to be a list of names (draft 7)";
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
