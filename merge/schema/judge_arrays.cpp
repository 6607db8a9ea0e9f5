#include "merge/canonical.hpp"
#include "merge/schema/judge.hpp"

#include <fmt/core.h>
#include <unordered_map>

namespace artifactd {

using json::Type;

bool Judge::count_in_range(std::string_view keyword, bool sound, std::size_t count, std::uint64_t limit,
                           std::string_view unit) {
  if (sound) return true;
  bool least = keyword.starts_with("min");
  return refuse(keyword, fmt::format("there are too {} {}", least ? "few" : "many", unit),
                fmt::format("at {} {} {}", least ? "least" : "most", limit, unit),
                fmt::format("{} {}", count, unit));
}

bool Judge::visit(MaxItemsConstraint const& constraint) {
  if (!is(Type::array)) return true;
  auto count = node_->children().size();
  return count_in_range("maxItems", count <= constraint.getMaxItems(), count, constraint.getMaxItems(),
                        "elements");
}

bool Judge::visit(MinItemsConstraint const& constraint) {
  if (!is(Type::array)) return true;
  auto count = node_->children().size();
  return count_in_range("minItems", count >= constraint.getMinItems(), count, constraint.getMinItems(),
                        "elements");
}

bool Judge::visit(MaxPropertiesConstraint const& constraint) {
  if (!is(Type::object)) return true;
  auto count = node_->children().size();
  auto limit = constraint.getMaxProperties();
  return count_in_range("maxProperties", count <= limit, count, limit, "members");
}

bool Judge::visit(MinPropertiesConstraint const& constraint) {
  if (!is(Type::object)) return true;
  auto count = node_->children().size();
  auto limit = constraint.getMinProperties();
  return count_in_range("minProperties", count >= limit, count, limit, "members");
}

bool Judge::visit(SingularItemsConstraint const& constraint) {
  if (!is(Type::array) || constraint.getItemsSubschema() == nullptr) return true;
  bool sound = true;
  for (auto const& element : node_->children()) {
    sound = judge(*constraint.getItemsSubschema(), element, into_) && sound;
    if (!trouble_.empty() || (!sound && into_ == nullptr)) break;
  }
  return sound;
}

bool Judge::visit(LinearItemsConstraint const& constraint) {
  if (!is(Type::array)) return true;
  auto elements = node_->children();
  bool sound = true;
  constraint.applyToItemSubschemas([&](unsigned index, Subschema const* schema) {
    if (index >= elements.size()) return false;
    sound = judge(*schema, elements[index], into_) && sound;
    return sound || into_ != nullptr;
  });
  auto const* rest = constraint.getAdditionalItemsSubschema();
  auto listed = constraint.getItemSubschemaCount();
  if (elements.size() <= listed) return sound;
  if (rest == nullptr || rest->getAlwaysInvalid())
    return count_in_range("additionalItems", false, elements.size(), listed, "elements");
  for (auto const& element : elements.subspan(listed)) {
    if (!trouble_.empty() || (!sound && into_ == nullptr)) break;
    sound = judge(*rest, element, into_) && sound;
  }
  return sound;
}

bool Judge::visit(ContainsConstraint const& constraint) {
  if (!is(Type::array)) return true;
  Violations first;
  for (auto const& element : node_->children())
    if (judge(*constraint.getSubschema(), element, into_ != nullptr && first.empty() ? &first : nullptr))
      return true;
  auto expected =
      first.empty() ? std::string("a certain element") : "an element that is " + first.front().expected;
  return refuse("contains", "no element is of the form that one has to have", std::move(expected));
}

bool Judge::visit(UniqueItemsConstraint const&) {
  if (!is(Type::array) || !spend(node_->text().size())) return true;
  std::unordered_map<std::string, std::size_t> seen;
  bool sound = true;
  for (std::size_t i = 0; i < node_->children().size(); ++i) {
    auto const& element = node_->children()[i];
    auto [before, fresh] = seen.try_emplace(canonical(element.text()), i);
    if (fresh) continue;
    sound = refuse(Violation{element.place(), "uniqueItems",
                             fmt::format("the element equals the one at index {}", before->second),
                             "elements that all differ", described(element), "Remove one of the two."});
    if (into_ == nullptr) break;
  }
  return sound;
}

} // namespace artifactd
