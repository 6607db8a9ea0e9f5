#include "agents/turn/content/card.hpp"
#include "agents/turn/content/told_story.hpp"
#include "tests/agents/turn/content/sample_documents.hpp"

#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using testing::HasSubstr;
using testing::Not;

Frozen story_of_cards() {
  Frozen story;
  auto const draft =
      read_card(content_test::as_text(content_test::corpus_file("card_corpus.json")["v2"]), {}).draft;
  auto const nicknamed =
      read_card(content_test::as_text(content_test::corpus_file("card_corpus.json")["v3"]), {}).draft;
  story.scenario = *draft->scenario;
  story.scenario.persona_id = "sam";
  story.scenario.intro_seed = "{{char}} looks at {{user}}.";
  story.scenario.goals = {{"sam", "win {{char}} over"}};
  story.world_lore = *draft->world_lore;
  story.world_lore.lore_json["entries"][0]["content"] = "{{CHAR}} owns the cellar.";
  story.characters = {{.id = "sam",
                       .name = "Sam",
                       .base_profile = {{"tagline", "{{char}}, not {{user}}'s shadow"}},
                       .ruleset_id = {}},
                      draft->character,
                      nicknamed->character};
  story.characters[2].base_profile["description"] = "{{char}} knows {{user}}.";
  return story;
}

TEST(ToldStory, HasNamesInPlaceOfMacros) {
  auto const told = told_story(story_of_cards());
  EXPECT_EQ(told.scenario.intro_seed, "Lena Ortiz looks at Sam.");
  EXPECT_EQ(told.scenario.goals["sam"], "win Lena Ortiz over");
  EXPECT_EQ(told.world_lore.lore_json["entries"][0]["content"], "Lena Ortiz owns the cellar.");
  EXPECT_EQ(told.characters[0].base_profile["tagline"], "Sam, not Sam's shadow");
  EXPECT_EQ(told.characters[1].base_profile["description"], "Lena Ortiz runs the motel.");
  EXPECT_EQ(told.characters[2].base_profile["description"], "Lena knows Sam."); // by her nickname
}

TEST(ToldStory, BeginsWithNamesInWhatIsThereAndWhatWasSeen) {
  auto story = story_of_cards();
  story.scenario.scene_seed = {{"location", "{{user}}'s cellar"}};
  auto const& nicknamed = story.characters[2].id;
  story.scenario.observations = {{nicknamed, "{{char}} saw {{user}}.", 2}, {"sam", "{{user}} hid.", 2}};
  auto const told = told_story(story);
  EXPECT_EQ(told.scenario.scene_seed["location"], "Sam's cellar");
  EXPECT_EQ(told.scenario.observations[0].content, "Lena saw Sam.");
  EXPECT_EQ(told.scenario.observations[1].content, "Sam hid.");
}

TEST(ToldStory, HasNoPromptsOfCards) {
  for (auto const& character : told_story(story_of_cards()).characters)
    EXPECT_THAT(compact(character.base_profile), Not(HasSubstr("unbound")));
}

TEST(ToldStory, ANameIsPutInOnce) {
  auto story = story_of_cards();
  story.characters[0].name = "{{char}}";
  EXPECT_EQ(told_story(story).scenario.intro_seed, "Lena Ortiz looks at {{char}}.");
}

} // namespace
} // namespace artifactd::turn
