#include "agents/turn/limits.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/rules/state_op.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <tuple>

namespace artifactd::turn {

namespace {

constexpr std::int64_t largest_delta = 1'000'000;
struct Dimension {
  char const* name;
  int Relation::* of;
};
constexpr std::array<Dimension, 3> relation_dimensions = {
    {{"trust", &Relation::trust}, {"tension", &Relation::tension}, {"closeness", &Relation::closeness}}};

std::expected<std::string, OpFault> character(Cast const& cast, Json const& op, char const* member) {
  auto const* value = op_member(op, member);
  if (value == nullptr) return op_fault(member, "is missing: expected the id of a character");
  auto const* id = value->get_ptr<std::string const*>();
  if (id == nullptr || !cast.knows(*id))
    return op_fault(member, fmt::format("{} is no character of the story{}", shown(*value),
                                        known_names(id != nullptr ? *id : "", cast.ids)));
  return *id;
}

/// The deltas in the order of `relation_dimensions`.
std::expected<std::array<std::int64_t, 3>, OpFault> deltas_of(Json const& op) {
  std::array<std::int64_t, 3> deltas{};
  bool any = false;
  for (std::size_t i = 0; i < relation_dimensions.size(); ++i) {
    auto const* value = op_member(op, relation_dimensions[i].name);
    if (value == nullptr) continue;
    auto const delta = whole_number(*value);
    if (!delta || *delta < -largest_delta || *delta > largest_delta)
      return op_fault(relation_dimensions[i].name,
                      fmt::format("expected a whole number to be added, found {}", shown(*value)));
    deltas[i] = *delta;
    any = true;
  }
  if (!any) return op_fault("", "says by how much trust, tension or closeness change; all are missing");
  return deltas;
}

Json dimensions_json(Relation const& relation) {
  auto json = Json::object();
  for (auto const& each : relation_dimensions)
    json[each.name] = relation.*each.of;
  return json;
}

/// The edge between the two; added with zeros if there is none.
Relation& edge_between(std::vector<Relation>& relations, std::string const& a, std::string const& b) {
  auto const at = std::ranges::find_if(
      relations, [&](Relation const& each) { return std::tie(each.a, each.b) >= std::tie(a, b); });
  if (at != relations.end() && at->a == a && at->b == b) return *at;
  return *relations.insert(at, Relation{a, b});
}

} // namespace

AppliedOp change_present(Cast const& cast, Json& state, Json const& op, bool enters) {
  auto const id = TRY(character(cast, op, "value"));
  auto there = present(state, cast);
  auto const at = std::ranges::find(there, id);
  auto const before = there.size();
  if (enters == (at != there.end()))
    return op_fault("value",
                    fmt::format("{} is {} present", json::shown_key(id), enters ? "already" : "not"));
  if (!enters && id == cast.persona_id)
    return op_fault("value", fmt::format("{} is the player's persona, which stays", json::shown_key(id)));
  if (enters)
    there.push_back(id);
  else
    there.erase(at);
  Json entry{
      {"op", op.at("op")}, {"path", "present"}, {"value", id}, {"before", before}, {"after", there.size()}};
  state["present"] = std::move(there);
  return entry;
}

AppliedOp adjust_relation(Cast const& cast, std::vector<Relation>& relations, Json const& op) {
  auto a = TRY(character(cast, op, "a"));
  auto b = TRY(character(cast, op, "b"));
  if (a == b) return op_fault("b", "a relation is between two characters");
  auto const deltas = TRY(deltas_of(op));
  if (b < a) std::swap(a, b);
  auto& edge = edge_between(relations, a, b);
  Json entry{{"op", op.at("op")}, {"a", a}, {"b", b}, {"before", dimensions_json(edge)}};
  bool clamped = false;
  for (std::size_t i = 0; i < relation_dimensions.size(); ++i) {
    auto const sum = edge.*relation_dimensions[i].of + deltas[i];
    auto const after = std::clamp<std::int64_t>(sum, -strongest_relation, strongest_relation);
    clamped = clamped || after != sum;
    edge.*relation_dimensions[i].of = static_cast<int>(after);
  }
  entry["after"] = dimensions_json(edge);
  entry["clamped"] = clamped;
  return entry;
}

} // namespace artifactd::turn
