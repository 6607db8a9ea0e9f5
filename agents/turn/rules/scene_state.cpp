#include "agents/turn/rules/scene_state.hpp"

#include "agents/turn/limits.hpp"
#include "agents/turn/rules/member_reader.hpp"
#include "state/json/mistake.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

constexpr double largest_exact = 9007199254740992.0; // 2^53

bool is_exact(Json const& number) {
  if (number.is_number_float()) return std::abs(number.get<double>()) <= largest_exact;
  constexpr auto largest = static_cast<std::int64_t>(largest_exact);
  auto const whole = whole_number(number);
  return whole && *whole <= largest && *whole >= -largest;
}

void add_schema_faults(SceneSchema const& schema, StoryState const& state, std::vector<StateFault>& faults) {
  auto judged = state.state;
  if (!schema.declared({"present"})) judged.erase("present");
  if (schema.declared({"relations"})) judged["relations"] = to_json(state.relations);
  auto findings = schema.findings(judged);
  if (!findings) {
    faults.push_back({"", findings.error().message});
    return;
  }
  for (auto& finding : *findings) {
    auto pointer = std::move(finding.pointer).value_or("");
    finding.file.clear();
    finding.pointer = std::nullopt;
    finding.line = finding.column = std::nullopt;
    faults.push_back({std::move(pointer), to_instruction(finding)});
  }
}

void add_present_faults(Json const& state, Cast const& cast, std::vector<StateFault>& faults) {
  auto const found = state.find("present");
  if (found == state.end()) return;
  if (!found->is_array()) {
    faults.push_back({"/present", fmt::format("expected a list of characters, found {}", shown(*found))});
    return;
  }
  for (auto each = found->begin(); each != found->end(); ++each) {
    auto const pointer = fmt::format("/present/{}", each - found->begin());
    auto const* id = each->get_ptr<std::string const*>();
    if (id == nullptr || !cast.knows(*id))
      faults.push_back({pointer, fmt::format("{} is no character of the story{}", shown(*each),
                                             known_names(id != nullptr ? *id : "", cast.ids))});
    else if (std::find(found->begin(), each, *each) != each)
      faults.push_back({pointer, fmt::format("{} is in the list twice", shown(*each))});
  }
  if (cast.knows(cast.persona_id) && std::ranges::count(*found, Json(cast.persona_id)) == 0)
    faults.push_back({"/present", fmt::format("the player's persona {} is always present",
                                              json::shown_key(cast.persona_id))});
}

int dimension(MemberReader& reader, std::string_view name) {
  return static_cast<int>(reader.whole(name, -strongest_relation, strongest_relation).value_or(0));
}

/// Appends faults to `lines`, each with its pointer.
Relation read_relation(Json const& edge, std::string const& pointer, Cast const& cast, Faults& lines) {
  MemberReader reader(edge, pointer, lines);
  Relation relation{reader.needed_text("a", longest_state_text), reader.needed_text("b", longest_state_text),
                    dimension(reader, "trust"), dimension(reader, "tension"), dimension(reader, "closeness")};
  for (auto const& [name, id] : {std::pair{"a", relation.a}, std::pair{"b", relation.b}})
    if (!id.empty() && !cast.knows(id))
      reader.fault(name, fmt::format("{} is no character of the story{}", json::shown_key(id),
                                     known_names(id, cast.ids)));
  if (!relation.a.empty() && relation.a == relation.b)
    reader.fault("b", "a relation is between two characters");
  if (relation.b < relation.a) std::swap(relation.a, relation.b);
  return relation;
}

bool before(Relation const& left, Relation const& right) {
  return std::tie(left.a, left.b) < std::tie(right.a, right.b);
}

} // namespace

bool Cast::knows(std::string_view id) const noexcept {
  return std::ranges::find(ids, id) != ids.end();
}

Cast cast_of(Scenario const& scenario) {
  return {scenario.character_ids, scenario.persona_id};
}

FirstState first_state(Json const& scene_seed, Cast const& cast) {
  FirstState first;
  if (!scene_seed.is_object()) {
    first.faults.push_back({"", fmt::format("expected an object, found {}", shown(scene_seed))});
    return first;
  }
  first.state.state = scene_seed;
  first.state.state.erase("relations");
  auto const edges = scene_seed.find("relations");
  if (edges == scene_seed.end() || edges->is_null()) return first;
  if (!edges->is_array()) {
    first.faults.push_back({"/relations", fmt::format("expected a list, found {}", shown(*edges))});
    return first;
  }
  auto& relations = first.state.relations;
  for (std::size_t i = 0; i < edges->size(); ++i) {
    auto const pointer = fmt::format("/relations/{}", i);
    Faults lines;
    auto const relation = read_relation((*edges)[i], pointer, cast, lines);
    for (auto const& line : lines) // "/relations/0/a: …"
      first.faults.push_back({line.substr(0, line.find(": ")), line.substr(line.find(": ") + 2)});
    if (!lines.empty()) continue;
    auto const at = std::ranges::lower_bound(relations, relation, before);
    if (at != relations.end() && at->a == relation.a && at->b == relation.b)
      first.faults.push_back({pointer, "these two have a relation already"});
    else
      relations.insert(at, relation);
  }
  return first;
}

std::vector<StateFault> judge_state(SceneSchema const& schema, StoryState const& state, Cast const& cast) {
  std::vector<StateFault> faults;
  if (!state.state.is_object())
    return {{"", fmt::format("expected an object, found {}", shown(state.state))}};
  for (auto const& [name, value] : state.state.items())
    if (auto fault = size_fault(value, 1); !fault.empty())
      faults.push_back({json::pointer_step(name), std::move(fault)});
  if (auto const size = compact(state.state).size(); size > largest_state)
    faults.push_back({"", fmt::format("the state has {} bytes, at most {}", size, largest_state)});
  if (!faults.empty()) return faults; // do not apply a schema to an oversized state
  add_present_faults(state.state, cast, faults);
  add_schema_faults(schema, state, faults);
  return faults;
}

std::string size_fault(Json const& value, std::size_t depth) {
  if (depth > deepest_state) return fmt::format("is nested deeper than {} objects and lists", deepest_state);
  if (auto const* text = value.get_ptr<std::string const*>();
      text != nullptr && text->size() > longest_state_text)
    return fmt::format("a text in it has {} bytes, at most {}", text->size(), longest_state_text);
  if (value.is_array() && value.size() > longest_list)
    return fmt::format("a list in it has {} elements, at most {}", value.size(), longest_list);
  if (value.is_number() && !is_exact(value))
    return fmt::format("{} is beyond 2^53, the largest number that is kept exactly", shown(value));
  if (value.is_structured())
    for (auto const& each : value)
      if (auto fault = size_fault(each, depth + 1); !fault.empty()) return fault;
  return {};
}

std::vector<std::string> present(Json const& state, Cast const& cast) {
  auto const found = state.find("present");
  if (found == state.end() || !found->is_array()) return cast.ids;
  std::vector<std::string> ids;
  for (auto const& id : cast.ids)
    if (std::ranges::count(*found, Json(id)) > 0) ids.push_back(id);
  return ids;
}

std::vector<std::string> involved(Json const& state, Cast const& cast) {
  auto const there = present(state, cast);
  std::vector<std::string> ids;
  for (auto const& id : cast.ids)
    if (id == cast.persona_id || std::ranges::find(there, id) != there.end()) ids.push_back(id);
  return ids;
}

Json told_state(StoryState const& state, std::string_view only_of) {
  auto relations = state.relations;
  if (!only_of.empty())
    std::erase_if(relations, [&](Relation const& each) { return each.a != only_of && each.b != only_of; });
  auto told = state.state;
  if (!relations.empty()) told["relations"] = to_json(relations);
  return told;
}

std::vector<Relation> relations_from_json(Json const& edges) {
  std::vector<Relation> relations;
  for (auto const& edge : edges)
    relations.push_back({.a = edge["a"],
                         .b = edge["b"],
                         .trust = edge["trust"],
                         .tension = edge["tension"],
                         .closeness = edge["closeness"]});
  return relations;
}

Json to_json(std::vector<Relation> const& relations) {
  auto edges = Json::array();
  for (auto const& each : relations)
    edges.push_back({{"a", each.a},
                     {"b", each.b},
                     {"trust", each.trust},
                     {"tension", each.tension},
                     {"closeness", each.closeness}});
  return edges;
}

} // namespace artifactd::turn
