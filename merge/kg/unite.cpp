#include "merge/kg/unite.hpp"

#include "merge/graph/canonical.hpp"
#include "state/json/walk.hpp"

#include <optional>
#include <unordered_set>

namespace artifactd {

namespace {

using MemberText = std::optional<std::string_view>;

std::unordered_set<std::string> contents(MemberText const& array) {
  std::unordered_set<std::string> known;
  if (array && json::type_of(*array) == json::Type::array)
    for (auto const& element : json::elements(*array))
      known.insert(canonical(element.of(*array)));
  return known;
}

/// The foreign array plus what only ours added: an element of the base that the foreign side removed stays
/// removed.
Rope united_array(GraphDraft& draft, MemberText const& base, std::string_view ours,
                  std::string_view foreign) {
  auto known = contents(foreign);
  known.merge(contents(base));
  std::string added;
  auto empty = json::elements(foreign).empty();
  for (auto const& element : json::elements(ours)) {
    if (!known.insert(canonical(element.of(ours))).second) continue;
    if (!empty || !added.empty()) added += ", ";
    added += element.of(ours);
  }
  return {foreign.substr(0, foreign.size() - 1), draft.keep(std::move(added)), "]"};
}

bool same(MemberText const& a, MemberText const& b) {
  return a == b || (a && b && canonical(*a) == canonical(*b));
}

bool both_arrays(MemberText const& a, MemberText const& b) {
  return a && b && json::type_of(*a) == json::Type::array && json::type_of(*b) == json::Type::array;
}

} // namespace

std::string unite(Version const& base, Version const& ours, Version const& foreign) {
  GraphDraft former(base.text, *base.document);
  GraphDraft mine(ours.text, *ours.document);
  GraphDraft result(foreign.text, *foreign.document);
  for (auto const& member : ours.document->members) {
    auto name = json::decode(member.key.of(ours.text));
    auto b = former.base_member(name);
    auto o = mine.base_member(name);
    auto f = result.base_member(name);
    if (same(o, f) || same(o, b)) continue; // equal, or changed only on the foreign side
    if (same(f, b))
      result.set(name, {*o});
    else if (both_arrays(o, f))
      result.set(name, united_array(result, b, *o, *f));
  }
  for (auto const& member : base.document->members) {
    auto name = json::decode(member.key.of(base.text));
    auto removed_by_us = !mine.base_member(name);
    if (removed_by_us && same(former.base_member(name), result.base_member(name))) result.remove(name);
  }
  return flatten(result.pieces());
}

void set_members(GraphDraft& draft, Version const& wanted) {
  for (auto const& member : wanted.document->members) {
    auto name = json::decode(member.key.of(wanted.text));
    auto value = member.value.of(wanted.text);
    if (auto present = draft.member(name); !present || !equal(*present, value))
      draft.set(name, {draft.keep(std::string(value))});
  }
}

} // namespace artifactd
