#include "agents/rule/field_reader.hpp"

#include "agents/rule/rule_keys.hpp"
#include "agents/rule/source_reader.hpp"
#include "agents/rule/typography.hpp"
#include "state/json/json_text.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 5> field_keys = {"from", "pattern", "type", "normalize", "default"};
constexpr std::array<std::string_view, 4> field_type_words = {"string", "integer", "date", "uuid"};
constexpr std::array<std::string_view, 3> normalisation_words = {"lowercase", "uppercase",
                                                                 "strip_leading_zeros"};

std::string regex_hint(std::string const& text, std::string const& comment) {
  static re2::RE2 const lookaround(R"(\(\?(=|!|<=|<!))");
  static re2::RE2 const back_reference(R"(\\[1-9]|\(\?P=)");
  if (re2::RE2::PartialMatch(text, lookaround))
    return "Lookaround is not supported; match the text around it and put the wanted part in the first group "
           "( ).";
  if (re2::RE2::PartialMatch(text, back_reference))
    return "Back-references are not supported; write the part out again.";
  if (!comment.empty()) return comment;
  return R"(Write an expression in RE2 syntax; a literal special character needs a backslash: \( \[ \.)";
}

void read_pattern(RuleFaults& faults, RulePart const& part, Field& field) {
  auto const text = string_of(faults, part, "a regular expression in quotes");
  if (!text) return;
  auto pattern = Pattern::compile(*text);
  if (pattern) {
    field.pattern = *std::move(pattern);
    return;
  }
  auto hint = typographic_hint(*text);
  if (hint.empty()) hint = regex_hint(*text, faults.comment_hint(*part.node));
  faults.add({.code = "INVALID_REGEX",
              .message = fmt::format("Field '{}' has invalid regex: {}", shortened(field.name),
                                     shortened(pattern.error())),
              .expected = "a regular expression without lookaround and back-references",
              .found = shown(*text),
              .hint = std::move(hint)},
             part);
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  auto const* end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Json scalar_json(RuleFaults& faults, RulePart const& part) {
  auto const& node = *part.node;
  switch (node.type) {
  case ScalarType::null:
    return nullptr;
  case ScalarType::boolean:
    return node.text.front() == 't' || node.text.front() == 'T';
  case ScalarType::string:
    return node.text;
  case ScalarType::integer:
    if (auto const value = integer_value(node.text)) return *value;
    break;
  case ScalarType::floating:
    if (auto const value = number_of(node.text)) return *value;
    break;
  case ScalarType::ambiguous:
    break;
  }
  faults.wrong(part, "a value that JSON can express");
  return nullptr;
}

/// Recursion is bounded by the depth of the document.
Json json_of(RuleFaults& faults, RulePart const& part) {
  if (part.node->kind == YamlNode::Kind::scalar) return scalar_json(faults, part);
  if (part.node->kind == YamlNode::Kind::sequence) {
    Json list = Json::array();
    for (auto const index : part.node->items)
      list.push_back(json_of(faults, {&faults.node(index), fmt::format("{}/{}", part.pointer, list.size())}));
    return list;
  }
  Json mapping = Json::object();
  for (auto const& each : part.node->members) {
    auto const& key = faults.node(each.key);
    auto const inner = faults.part(part, each);
    if (key.type != ScalarType::string) faults.wrong({&key, inner.pointer}, "a key that is text");
    mapping[key.text] = json_of(faults, inner);
  }
  return mapping;
}

/// For a definition that is not a mapping.
std::string definition_hint(YamlNode const& node, std::string const& name) {
  if (std::ranges::find(field_keys, name) != field_keys.end())
    return fmt::format("\"{}\" belongs below a field's name, indented by two more spaces.", name);
  if (node.kind != YamlNode::Kind::scalar) return "Write its keys below the name without dashes.";
  if (node.type == ScalarType::null) return "Indent its keys two spaces more than its name.";
  if (node.type == ScalarType::string)
    return "Write the source below the name, \"from: …\", indented by two more spaces.";
  return {};
}

/// A name that only wraps the fields: the definitions are below it.
bool wraps_fields(RuleFaults const& faults, RulePart const& definition) {
  auto const& members = definition.node->members;
  return !members.empty() && std::ranges::all_of(members, [&](YamlMember const& each) {
    bool const own = std::ranges::find(field_keys, faults.node(each.key).text) != field_keys.end();
    return !own && faults.node(each.value).kind == YamlNode::Kind::mapping;
  });
}

} // namespace

std::string_view type_word(FieldType type) noexcept {
  return field_type_words[static_cast<std::size_t>(type)];
}

Field read_field(RuleFaults& faults, RulePart const& definition, std::string name) {
  Field field{.name = std::move(name), .byte = definition.node->begin};
  if (definition.node->kind != YamlNode::Kind::mapping) {
    faults.wrong(definition, "a mapping with from, and where needed pattern, type, normalize and default",
                 definition_hint(*definition.node, field.name));
    return field;
  }
  if (wraps_fields(faults, definition)) {
    faults.wrong(definition, "the definition of one field, with from",
                 fmt::format("\"{0}\" is read as the name of a field. Remove \"{0}:\" and write the fields "
                             "directly below extract, two spaces further left.",
                             shortened(field.name)));
    return field;
  }
  judge_keys(faults, definition, field_keys);
  if (auto const source = read_source(faults, definition)) field.source = *source;
  if (auto const part = member(faults, definition, "pattern")) read_pattern(faults, *part, field);
  if (auto const part = member(faults, definition, "type"))
    if (auto const word = word_of(faults, *part, field_type_words))
      field.type = static_cast<FieldType>(*word);
  if (auto const part = member(faults, definition, "normalize"))
    if (auto const word = word_of(faults, *part, normalisation_words))
      field.normalisation = static_cast<Normalisation>(*word + 1);
  if (auto const part = member(faults, definition, "default")) field.fallback = json_of(faults, *part);
  return field;
}

} // namespace artifactd::extraction
