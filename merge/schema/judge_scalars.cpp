#include "merge/graph/canonical.hpp"
#include "merge/schema/format.hpp"
#include "merge/schema/judge.hpp"
#include "merge/schema/keywords.hpp"
#include "state/vocabulary/names.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

using json::Type;

constexpr std::size_t longest_string_shown = 60;
constexpr std::size_t most_values = 12;
// The error, relative to the quotient, up to which a division counts as even: decimals are not exact in
// binary.
constexpr double even_within = 1e-9;

std::string shortened(std::string_view text) {
  return cut_to(text, longest_string_shown);
}

bool is_whole(JsonNode const& node) {
  return canonical_number(node.text()).find("e-") == std::string::npos;
}

bool is_of(JsonNode const& node, JsonType type) {
  switch (type) {
  case JsonType::array:
    return node.type() == Type::array;
  case JsonType::boolean:
    return node.type() == Type::boolean;
  case JsonType::integer:
    return node.type() == Type::number && is_whole(node);
  case JsonType::null:
    return node.type() == Type::null;
  case JsonType::number:
    return node.type() == Type::number;
  case JsonType::object:
    return node.type() == Type::object;
  case JsonType::string:
    return node.type() == Type::string;
  }
  return false;
}

std::string_view word_for(JsonType type) {
  static constexpr std::array<std::string_view, 7> words = {
      "an array", "true or false", "a whole number", "null", "a number", "an object", "a string"};
  return words[static_cast<std::size_t>(type)];
}

std::string type_hint(JsonNode const& node, std::vector<JsonType> const& wanted) {
  auto wants = [&](JsonType type) { return std::ranges::find(wanted, type) != wanted.end(); };
  auto number_wanted = wants(JsonType::number) || wants(JsonType::integer) || wants(JsonType::boolean);
  if (node.type() == Type::string && number_wanted) return "Write the value itself, without quotes.";
  if (node.type() == Type::number && wants(JsonType::string)) return "Put the value in double quotes.";
  if (wants(JsonType::array)) return "Put the value in an array, [ … ], even if it is the only one.";
  if (node.type() == Type::null) return "Give a value, or leave the member out if it may be missing.";
  return {};
}

bool is_multiple(double value, double step) {
  if (std::trunc(step) == step && std::trunc(value) == value) return std::fmod(value, step) == 0;
  auto const quotient = value / step;
  if (!std::isfinite(quotient)) return std::fmod(value, step) == 0;
  return std::fabs(quotient - std::nearbyint(quotient)) <= even_within * std::max(1.0, std::fabs(quotient));
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::string described(JsonNode const& node) {
  switch (node.type()) {
  case Type::object:
    return node.children().empty() ? "an empty object"
                                   : fmt::format("an object of {} members", node.children().size());
  case Type::array:
    return node.children().empty() ? "an empty array"
                                   : fmt::format("an array of {} elements", node.children().size());
  default:
    return shortened(node.text());
  }
}

bool Judge::type() {
  auto const& wanted = schema().types;
  if (wanted.empty() || std::ranges::any_of(wanted, [&](JsonType type) { return is_of(node(), type); }))
    return true;
  if (!telling()) return false;
  std::vector<std::string_view> words;
  for (auto type : wanted)
    words.push_back(word_for(type));
  return refuse("type", "the value is of another type", fmt::format("{}", fmt::join(words, " or ")), {},
                type_hint(node(), wanted));
}

bool Judge::allowed() {
  if (schema().allowed.empty() || !spend(node().text().size())) return true;
  auto value = canonical(node().text());
  bool sound = true;
  for (auto const& allowed : schema().allowed) {
    if (std::ranges::find(allowed.canonical, value) != allowed.canonical.end()) continue;
    sound = false;
    if (!telling()) break;
    std::vector<std::string> shown, words;
    for (auto const& each : allowed.shown) {
      if (shown.size() < most_values) shown.push_back(shortened(each));
      if (each.starts_with('"')) words.push_back(json::decode(each));
    }
    if (allowed.shown.size() > most_values) shown.emplace_back("…");
    auto alike = node().type() == Type::string ? nearest(node().string(), words) : std::string();
    refuse(allowed.keyword, "the value is not one of those allowed here",
           (shown.size() > 1 ? "one of " : "") + fmt::format("{}", fmt::join(shown, ", ")), {},
           alike.empty() ? "" : fmt::format("Did you mean {}?", json::quote(alike)));
  }
  return sound;
}

bool Judge::text() {
  auto const& by = schema();
  auto const asked = by.min_length || by.max_length || by.pattern != nullptr || !by.format.empty();
  if (!asked || node().type() != Type::string || !spend(node().text().size())) return true;
  auto const content = node().string();
  auto sound = count_in_range("minLength", by.min_length, "maxLength", by.max_length, characters_of(content),
                              "characters");
  sound = pattern(content) && sound;
  return format(content) && sound;
}

bool Judge::pattern(std::string const& content) {
  if (schema().pattern == nullptr || schema().pattern->found_in(content)) return true;
  return refuse("pattern", "the text does not have the required form",
                "a text that matches " + shortened(schema().pattern_text));
}

bool Judge::format(std::string const& content) {
  auto const expected = misformatted(schema().format, content);
  if (expected.empty()) return true;
  return refuse("format", fmt::format("the text is not a valid {}", schema().format), std::string(expected));
}

bool Judge::number() {
  auto const& by = schema();
  auto const asked =
      by.minimum || by.maximum || by.exclusive_minimum || by.exclusive_maximum || by.multiple_of;
  if (!asked || node().type() != Type::number) return true;
  auto const value = number_of(node());
  bool sound = true;
  if (by.minimum && value < *by.minimum)
    sound = refuse("minimum", "the number is too small", fmt::format("at least {}", *by.minimum));
  if (by.exclusive_minimum && value <= *by.exclusive_minimum)
    sound = refuse("exclusiveMinimum", "the number is too small",
                   fmt::format("more than {}", *by.exclusive_minimum));
  if (by.maximum && value > *by.maximum)
    sound = refuse("maximum", "the number is too large", fmt::format("at most {}", *by.maximum));
  if (by.exclusive_maximum && value >= *by.exclusive_maximum)
    sound = refuse("exclusiveMaximum", "the number is too large",
                   fmt::format("less than {}", *by.exclusive_maximum));
  if (by.multiple_of && !is_multiple(value, *by.multiple_of))
    sound = refuse("multipleOf", "the number is not a multiple of the step",
                   fmt::format("a multiple of {}", *by.multiple_of));
  return sound;
}

} // namespace artifactd
