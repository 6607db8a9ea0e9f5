#include "merge/canonical.hpp"
#include "merge/schema/judge.hpp"
#include "state/names.hpp"
#include "state/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace artifactd {

namespace {

using json::Type;
using JsonType = valijson::constraints::TypeConstraint::JsonType;
using TypeNames = valijson::constraints::TypeConstraint;

constexpr std::size_t longest_shown = 60;
constexpr std::size_t most_values = 12;
// What a division that comes out even may miss by, relative to the quotient: decimals are not exact in
// binary.
constexpr double even_within = 1e-9;

std::string shortened(std::string_view text) {
  auto end = std::min(text.size(), longest_shown);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return std::string(text.substr(0, end)) + (end < text.size() ? "…" : "");
}

bool is_whole(JsonNode const& node) {
  return canonical_number(node.text()).find("e-") == std::string::npos;
}

bool is_of(JsonNode const& node, JsonType type) {
  switch (type) {
  case TypeNames::kAny:
    return true;
  case TypeNames::kArray:
    return node.type() == Type::array;
  case TypeNames::kBoolean:
    return node.type() == Type::boolean;
  case TypeNames::kInteger:
    return node.type() == Type::number && is_whole(node);
  case TypeNames::kNull:
    return node.type() == Type::null;
  case TypeNames::kNumber:
    return node.type() == Type::number;
  case TypeNames::kObject:
    return node.type() == Type::object;
  case TypeNames::kString:
    return node.type() == Type::string;
  }
  return false;
}

std::string_view word_for(JsonType type) {
  switch (type) {
  case TypeNames::kAny:
    return "any value";
  case TypeNames::kArray:
    return "an array";
  case TypeNames::kBoolean:
    return "true or false";
  case TypeNames::kInteger:
    return "a whole number";
  case TypeNames::kNull:
    return "null";
  case TypeNames::kNumber:
    return "a number";
  case TypeNames::kObject:
    return "an object";
  case TypeNames::kString:
    return "a string";
  }
  return "";
}

std::string type_hint(JsonNode const& node, std::vector<JsonType> const& wanted) {
  auto wants = [&](JsonType type) { return std::ranges::find(wanted, type) != wanted.end(); };
  auto number_wanted = wants(TypeNames::kNumber) || wants(TypeNames::kInteger) || wants(TypeNames::kBoolean);
  if (node.type() == Type::string && number_wanted) return "Write the value itself, without quotes.";
  if (node.type() == Type::number && wants(TypeNames::kString)) return "Put the value in double quotes.";
  if (wants(TypeNames::kArray)) return "Put the value in an array, [ … ], even if it is the only one.";
  if (node.type() == Type::null) return "Give a value, or leave the member out if it may be missing.";
  return {};
}

double number_of(JsonNode const& node) {
  return std::strtod(std::string(node.text()).c_str(), nullptr);
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_day(std::string_view date) {
  static constexpr std::array<int, 12> days = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  auto digits = [&](std::size_t at, std::size_t count) {
    return std::atoi(std::string(date.substr(at, count)).c_str());
  };
  auto year = digits(0, 4), month = digits(5, 2), day = digits(8, 2);
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2 && day == 29 && !leap) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= days[static_cast<std::size_t>(month - 1)];
}

struct Format {
  Pattern pattern;
  std::string_view expected;
  bool has_date;
};

std::map<std::string, Format, std::less<>> const& formats() {
  static auto const table = [] {
    constexpr std::string_view date = R"(\d{4}-\d{2}-\d{2})";
    constexpr std::string_view time =
        R"(([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+\-]([01]\d|2[0-3]):[0-5]\d))";
    auto whole = [](std::string_view text) { return *Pattern::compile(fmt::format("^({})$", text)); };
    std::map<std::string, Format, std::less<>> made;
    made.emplace("date", Format{whole(date), "a date as 2024-02-29", true});
    made.emplace("time", Format{whole(time), "a time with its zone as 13:45:00Z", false});
    made.emplace("date-time", Format{whole(fmt::format("{}[tT]{}", date, time)),
                                     "a moment as 2024-02-29T13:45:00Z", true});
    return made;
  }();
  return table;
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

bool Judge::visit(TypeConstraint const& constraint) {
  std::vector<JsonType> wanted;
  constraint.applyToNamedTypes([&](JsonType type) {
    wanted.push_back(type);
    return true;
  });
  if (std::ranges::any_of(wanted, [&](JsonType type) { return is_of(*node_, type); })) return true;
  if (into_ == nullptr) return false;
  std::vector<std::string_view> words;
  for (auto type : wanted)
    words.push_back(word_for(type));
  return refuse("type", "the value is of another type", fmt::format("{}", fmt::join(words, " or ")), {},
                type_hint(*node_, wanted));
}

bool Judge::visit(PolyConstraint const& constraint) {
  if (!spend(node_->text().size())) return true;
  auto value = canonical(node_->text());
  bool sound = true;
  for (auto const& allowed : flat_.allowed[static_cast<AllowedConstraint const&>(constraint).number]) {
    if (std::ranges::find(allowed.canonical, value) != allowed.canonical.end()) continue;
    sound = false;
    if (into_ == nullptr) break;
    std::vector<std::string> shown, words;
    for (auto const& each : allowed.shown) {
      if (shown.size() < most_values) shown.push_back(shortened(each));
      if (each.starts_with('"')) words.push_back(json::decode(each));
    }
    if (allowed.shown.size() > most_values) shown.emplace_back("…");
    auto alike = is(Type::string) ? nearest(node_->string(), words) : std::string();
    refuse(std::string_view(allowed.keyword), "the value is none of those allowed here",
           (shown.size() > 1 ? "one of " : "") + fmt::format("{}", fmt::join(shown, ", ")), {},
           alike.empty() ? "" : fmt::format("Did you mean {}?", json::quote(alike)));
  }
  return sound;
}

bool Judge::visit(PatternConstraint const& constraint) {
  if (!is(Type::string) || !spend(node_->text().size())) return true;
  auto text = constraint.getPattern<std::string::allocator_type>();
  if (flat_.patterns.find(text)->second.found_in(node_->string())) return true;
  return refuse("pattern", "the text is not of the form it has to have",
                "a text that matches " + shortened(text));
}

bool Judge::visit(FormatConstraint const& constraint) {
  auto format = formats().find(constraint.getFormat());
  if (!is(Type::string) || format == formats().end() || !spend(node_->text().size())) return true;
  auto text = node_->string();
  auto const& [pattern, expected, has_date] = format->second;
  if (pattern.found_in(text) && (!has_date || is_day(text))) return true;
  return refuse("format", fmt::format("the text is no {}", format->first), std::string(expected));
}

bool Judge::visit(MaxLengthConstraint const& constraint) {
  if (!is(Type::string) || !spend(node_->text().size())) return true;
  auto count = characters_of(node_->string());
  auto limit = constraint.getMaxLength();
  return count_in_range("maxLength", count <= limit, count, limit, "characters");
}

bool Judge::visit(MinLengthConstraint const& constraint) {
  if (!is(Type::string) || !spend(node_->text().size())) return true;
  auto count = characters_of(node_->string());
  auto limit = constraint.getMinLength();
  return count_in_range("minLength", count >= limit, count, limit, "characters");
}

bool Judge::visit(MaximumConstraint const& constraint) {
  if (!is(Type::number)) return true;
  auto value = number_of(*node_), limit = constraint.getMaximum();
  bool exclusive = constraint.getExclusiveMaximum();
  if (exclusive ? value < limit : value <= limit) return true;
  return refuse(exclusive ? "exclusiveMaximum" : "maximum", "the number is too large",
                fmt::format("{} {}", exclusive ? "less than" : "at most", limit));
}

bool Judge::visit(MinimumConstraint const& constraint) {
  if (!is(Type::number)) return true;
  auto value = number_of(*node_), limit = constraint.getMinimum();
  bool exclusive = constraint.getExclusiveMinimum();
  if (exclusive ? value > limit : value >= limit) return true;
  return refuse(exclusive ? "exclusiveMinimum" : "minimum", "the number is too small",
                fmt::format("{} {}", exclusive ? "more than" : "at least", limit));
}

bool Judge::visit(MultipleOfDoubleConstraint const& constraint) {
  if (!is(Type::number)) return true;
  auto value = number_of(*node_), divisor = constraint.getDivisor();
  auto quotient = value / divisor;
  bool even = std::trunc(divisor) == divisor && std::trunc(value) == value
                  ? std::fmod(value, divisor) == 0
                  : std::isfinite(quotient) && std::fabs(quotient - std::nearbyint(quotient)) <=
                                                   even_within * std::max(1.0, std::fabs(quotient));
  if (even) return true;
  return refuse("multipleOf", "the number is not a multiple of the step",
                fmt::format("a multiple of {}", divisor));
}

bool Judge::visit(MultipleOfIntConstraint const& constraint) {
  valijson::constraints::MultipleOfDoubleConstraint exact;
  exact.setDivisor(static_cast<double>(constraint.getDivisor()));
  return visit(exact);
}

// The flat schema has neither: see AllowedConstraint.
bool Judge::visit(ConstConstraint const&) {
  return true;
}
bool Judge::visit(EnumConstraint const&) {
  return true;
}

} // namespace artifactd
