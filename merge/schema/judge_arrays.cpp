#include "merge/graph/canonical.hpp"
#include "merge/schema/judge.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <unordered_map>

namespace artifactd {

using json::Type;

namespace {

/// "1 element of a certain form", "2 elements of a certain form"; the first word of `units` is a plural.
std::string counted(std::uint64_t count, std::string_view units) {
  auto const end = std::min(units.find(' '), units.size());
  auto const first = units.substr(0, count == 1 ? end - 1 : end);
  return fmt::format("{} {}{}", count, first, units.substr(end));
}

} // namespace

bool Judge::refuse_count(std::string_view keyword, std::size_t count, std::uint64_t limit,
                         std::string_view unit) {
  bool const least = keyword.starts_with("min");
  return refuse(keyword, fmt::format("there are too {} {}", least ? "few" : "many", unit),
                fmt::format("at {} {}", least ? "least" : "most", counted(limit, unit)),
                counted(count, unit));
}

bool Judge::count_in_range(std::string_view least, std::optional<std::uint64_t> const& min,
                           std::string_view most, std::optional<std::uint64_t> const& max, std::size_t count,
                           std::string_view unit) {
  bool sound = true;
  if (min && count < *min) sound = refuse_count(least, count, *min, unit);
  if (max && count > *max) sound = refuse_count(most, count, *max, unit);
  return sound;
}

bool Judge::array() {
  if (node().type() != Type::array) return true;
  auto sound = count_in_range("minItems", schema().min_items, "maxItems", schema().max_items,
                              node().children().size(), "elements");
  sound = items() && sound;
  sound = contains() && sound;
  return unique_items() && sound;
}

bool Judge::items() {
  auto const elements = node().children();
  auto const& listed = schema().prefix_items;
  auto const& rest = schema().rest_items;
  bool sound = true;
  if (rest && flat_.schemas[rest->number].nothing && elements.size() > listed.size())
    sound = refuse_count(schema().rest_keyword, elements.size(), listed.size(), "elements");
  for (std::size_t i = 0; i < elements.size() && go_on(sound); ++i) {
    if (i >= listed.size() && (!rest || flat_.schemas[rest->number].nothing)) break;
    sound = judge(i < listed.size() ? listed[i] : *rest, elements[i], frame_->into) && sound;
    evaluated(i);
  }
  return sound;
}

bool Judge::contains() {
  auto const& wanted = schema().contains;
  if (!wanted) return true;
  auto const elements = node().children();
  auto const least = schema().min_contains.value_or(1);
  std::size_t fitting = 0;
  Violations first;
  for (std::size_t i = 0; i < elements.size() && trouble_.empty(); ++i) {
    if (!judge(*wanted, elements[i], telling() && first.empty() ? &first : nullptr)) continue;
    ++fitting;
    if (schema().contains_evaluates) evaluated(i);
    if (fitting >= least && !schema().max_contains && !flat_.tracks_evaluated) return true;
  }
  if (schema().max_contains && fitting > *schema().max_contains)
    return refuse_count("maxContains", fitting, *schema().max_contains, "elements of a certain form");
  if (fitting >= least) return true;
  if (least > 1) return refuse_count("minContains", fitting, least, "elements of a certain form");
  auto expected =
      first.empty() ? std::string("a certain element") : "an element that is " + first.front().expected;
  return refuse("contains", "no element has the required form", std::move(expected));
}

bool Judge::unique_items() {
  if (!schema().unique_items || !spend(node().text().size())) return true;
  std::unordered_map<std::string, std::size_t> seen;
  bool sound = true;
  auto const elements = node().children();
  for (std::size_t i = 0; i < elements.size() && go_on(sound); ++i) {
    auto const& element = elements[i];
    auto [before, fresh] = seen.try_emplace(canonical(element.text()), i);
    if (fresh) continue;
    sound = refuse(Violation{element.place(), "uniqueItems",
                             fmt::format("the element equals the one at index {}", before->second),
                             "elements that all differ", described(element), "Remove one of the two."});
  }
  return sound;
}

bool Judge::unevaluated_items() {
  auto const& rest = schema().unevaluated_items;
  if (!rest || node().type() != Type::array) return true;
  auto const elements = node().children();
  bool sound = true;
  for (std::size_t i = 0; i < elements.size() && go_on(sound); ++i) {
    if (is_evaluated(i)) continue;
    if (flat_.schemas[rest->number].nothing)
      sound = refuse(Violation{elements[i].place(), "unevaluatedItems",
                               fmt::format("the element at index {} is one too many", i),
                               "no further element", described(elements[i]), "Remove it."});
    else
      sound = judge(*rest, elements[i], frame_->into) && sound;
    evaluated(i);
  }
  return sound;
}

} // namespace artifactd
