#include "agents/turn/content/document.hpp"

namespace artifactd::turn {

namespace {

Json or_null(std::string const& id) {
  return id.empty() ? Json(nullptr) : Json(id);
}

template <class Document>
Json list_of(std::vector<Placed<Document>> const& documents) {
  Json list = Json::array();
  for (auto const& each : documents)
    list.push_back(to_json(each.document));
  return list;
}

} // namespace

Json to_json(Ruleset const& ruleset) {
  return {{"id", ruleset.id},
          {"name", ruleset.name},
          {"rulebook_text", ruleset.rulebook_text},
          {"character_stat_schema", ruleset.character_stat_schema},
          {"scene_state_schema", ruleset.scene_state_schema},
          {"mechanics_guidance", ruleset.mechanics_guidance},
          {"schema_version", ruleset.schema_version}};
}

Json to_json(WorldLore const& lore) {
  return {{"id", lore.id},
          {"name", lore.name},
          {"lore_text", lore.lore_text},
          {"lore_json", lore.lore_json},
          {"schema_version", lore.schema_version}};
}

Json to_json(Character const& character) {
  return {{"id", character.id},
          {"name", character.name},
          {"ruleset_id", or_null(character.ruleset_id)},
          {"base_profile", character.base_profile},
          {"stat_block", character.stat_block},
          {"schema_version", character.schema_version}};
}

Json to_json(std::vector<FirstObservation> const& observations) {
  auto list = Json::array();
  for (auto const& [character, content, importance] : observations)
    list.push_back({{"character_id", character}, {"content", content}, {"importance", importance}});
  return list;
}

Json to_json(Scenario const& scenario) {
  return {{"id", scenario.id},
          {"title", scenario.title},
          {"summary", scenario.summary},
          {"ruleset_id", scenario.ruleset_id},
          {"world_lore_id", or_null(scenario.world_lore_id)},
          {"character_ids", scenario.character_ids},
          {"persona_id", scenario.persona_id},
          {"scene_seed", scenario.scene_seed},
          {"stakes", scenario.stakes},
          {"goals", scenario.goals},
          {"tone", scenario.tone},
          {"intro_seed", scenario.intro_seed},
          {"content_rules", scenario.content_rules},
          {"observations", to_json(scenario.observations)},
          {"schema_version", scenario.schema_version}};
}

Json to_json(Documents const& documents) {
  return {{"rulesets", list_of(documents.rulesets)},
          {"world_lore", list_of(documents.world_lore)},
          {"characters", list_of(documents.characters)},
          {"scenarios", list_of(documents.scenarios)}};
}

} // namespace artifactd::turn
