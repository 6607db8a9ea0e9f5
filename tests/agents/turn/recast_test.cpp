#include "agents/turn/recast.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using testing::ElementsAre;

Character named(std::string id, std::string name = "") {
  Character character;
  character.id = std::move(id);
  character.name = std::move(name);
  return character;
}

TEST(Recast, TheNewPersonaIsWhereverTheFormerOneWasNamed) {
  Frozen story;
  story.scenario.character_ids = {"lena", "you"};
  story.scenario.persona_id = "you";
  story.scenario.scene_seed = {{"present", {"lena", "you"}},
                               {"relations", {{{"a", "you"}, {"b", "lena"}, {"trust", 4}}}},
                               {"note", "you"}};
  story.scenario.goals = {{"you", "leave"}, {"lena", "stay"}};
  story.scenario.observations = {{"you", "The door is shut.", 2}};
  story.characters = {named("lena"), named("you")};
  recast_persona(story, named("mara", "Mara"));
  EXPECT_THAT(story.scenario.character_ids, ElementsAre("lena", "mara"));
  EXPECT_EQ(story.scenario.persona_id, "mara");
  EXPECT_EQ(story.characters[1].name, "Mara");
  EXPECT_EQ(story.scenario.scene_seed["present"], Json({"lena", "mara"}));
  EXPECT_EQ(story.scenario.scene_seed["relations"][0]["a"], "mara");
  EXPECT_EQ(story.scenario.scene_seed["note"], "you"); // a word, not a reference
  EXPECT_EQ(story.scenario.goals, Json({{"lena", "stay"}, {"mara", "leave"}}));
  EXPECT_EQ(story.scenario.observations[0].character_id, "mara");
}

TEST(Recast, WhatTheScenarioDoesNotSayStaysUnsaid) {
  Frozen story;
  story.scenario.character_ids = {"you"};
  story.scenario.persona_id = "you";
  story.scenario.scene_seed = {{"present", "everybody"}};
  recast_persona(story, named("mara"));
  EXPECT_EQ(story.scenario.scene_seed, Json({{"present", "everybody"}}));
  EXPECT_EQ(story.scenario.goals, nullptr);
}

} // namespace
} // namespace artifactd::turn
