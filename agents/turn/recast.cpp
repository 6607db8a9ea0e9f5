#include "agents/turn/recast.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

/// Ignores lists and members that are missing or malformed: the scenario's own checks report them.
void rename(Json& list, std::string const& from, std::string const& to) {
  if (!list.is_array()) return;
  for (auto& each : list)
    if (each == from) each = to;
}

void rename_in_relations(Json& relations, std::string const& from, std::string const& to) {
  if (!relations.is_array()) return;
  for (auto& relation : relations)
    for (auto const* end : {"a", "b"})
      if (relation.is_object() && relation.contains(end) && relation[end] == from) relation[end] = to;
}

} // namespace

void recast_persona(Frozen& story, Character const& persona) {
  auto& scenario = story.scenario;
  auto const former = scenario.persona_id;
  std::ranges::replace(scenario.character_ids, former, persona.id);
  auto const place = std::ranges::find(story.characters, former, &Character::id);
  if (place != story.characters.end()) *place = persona;
  scenario.persona_id = persona.id;
  if (auto& seed = scenario.scene_seed; seed.is_object()) {
    if (seed.contains("present")) rename(seed["present"], former, persona.id);
    if (seed.contains("relations")) rename_in_relations(seed["relations"], former, persona.id);
  }
  if (auto& goals = scenario.goals; goals.is_object() && goals.contains(former)) {
    auto goal = std::move(goals[former]);
    goals.erase(former);
    goals[persona.id] = std::move(goal);
  }
  for (auto& observation : scenario.observations)
    if (observation.character_id == former) observation.character_id = persona.id;
}

} // namespace artifactd::turn
