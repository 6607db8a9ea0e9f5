#include "agents/turn/content/scene_seed.hpp"

#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/content/schema_faults.hpp"
#include "agents/turn/rules/scene_state.hpp"

namespace artifactd::turn {

namespace {

constexpr std::string_view seed_code = "turn.scene_seed";

Finding seed_finding(StateFault const& fault, Json const& seed, DocumentPlace const& place) {
  Json::json_pointer const pointer(fault.pointer);
  return content_finding(seed_code, {place.file, place.pointer + fault.pointer},
                         {.message = fault.message,
                          .expected = "a state the engine can keep",
                          .found = seed.contains(pointer) ? shown_value(seed.at(pointer)) : "no such member",
                          .hint = "Correct the scene_seed."});
}

} // namespace

Result<std::vector<Finding>> first_state_faults(Scenario const& scenario, DocumentPlace const& place) {
  auto const cast = cast_of(scenario);
  auto const any = TRY(SceneSchema::of(Json::object())); // the ruleset's own schema is applied separately
  auto const first = first_state(scenario.scene_seed, cast);
  std::vector<Finding> findings;
  for (auto const& fault : judge_state(any, first.state, cast))
    findings.push_back(seed_finding(fault, scenario.scene_seed, place));
  for (auto const& fault : first.faults)
    findings.push_back(seed_finding(fault, scenario.scene_seed, place));
  if (findings.empty() && cast.ids.size() > 1 && present(first.state.state, cast).size() == 1)
    findings.push_back(content_warning(seed_code, within(place, "present"),
                                       {.message = "only the player's persona is present, so no one reacts",
                                        .expected = "another character",
                                        .found = "none",
                                        .hint = "Add one, unless the story begins alone."}));
  return findings;
}

Result<std::vector<Finding>> scene_seed_faults(Json const& scene_seed, Ruleset const& ruleset,
                                               DocumentPlace const& place) {
  auto const schema = SceneSchema::of(ruleset.scene_state_schema);
  if (!schema) return std::vector<Finding>{};
  auto judged = scene_seed;
  for (auto const* name : {"present", "relations"})
    if (judged.is_object() && !schema->declared({name})) judged.erase(name);
  return value_faults(judged, ruleset.scene_state_schema, seed_code, place);
}

} // namespace artifactd::turn
