#include "agents/turn/content/told_story.hpp"

#include "agents/turn/content/card.hpp"
#include "agents/turn/content/macros.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

void put_names(std::string& text, MacroNames const& names) {
  text = with_names(text, names);
}

/// Replaces the macros in every text of the value; keys are unchanged.
void put_names(Json& value, MacroNames const& names) {
  if (value.is_string()) {
    put_names(value.get_ref<std::string&>(), names);
    return;
  }
  if (value.is_structured())
    for (auto& each : value)
      put_names(each, names);
}

} // namespace

SpokenNames spoken_names(Frozen const& story) {
  auto const is_persona = [&](Character const& each) { return each.id == story.scenario.persona_id; };
  auto const persona = std::ranges::find_if(story.characters, is_persona);
  auto const first = std::ranges::find_if_not(story.characters, is_persona);
  return {.character = first == story.characters.end() ? std::string() : spoken_name(*first),
          .user = persona == story.characters.end() ? std::string() : spoken_name(*persona)};
}

Frozen told_story(Frozen story) {
  auto& scenario = story.scenario;
  auto const [other, user] = spoken_names(story);
  for (auto& character : story.characters) {
    auto const own = spoken_name(character);
    character.base_profile = told_profile(character.base_profile);
    put_names(character.base_profile, {own, user});
  }
  MacroNames const names{other, user};
  for (auto* text : {&scenario.summary, &scenario.stakes, &scenario.tone, &scenario.intro_seed,
                     &scenario.content_rules, &story.world_lore.lore_text})
    put_names(*text, names);
  put_names(scenario.goals, names);
  put_names(scenario.scene_seed, names);
  for (auto& each : scenario.observations) {
    auto const own = std::ranges::find(story.characters, each.character_id, &Character::id);
    put_names(each.content, {own == story.characters.end() ? other : spoken_name(*own), user});
  }
  put_names(story.world_lore.lore_json, names);
  return story;
}

} // namespace artifactd::turn
