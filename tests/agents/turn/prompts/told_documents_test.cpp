// A story's documents as its turns use them.
#include "agents/turn/prompts/told_documents.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

class ToldDocumentsOf : public testing::Test {
protected:
  Stories stories;
  Frozen documents = frozen_now(stories.store, "closet").value();

  [[nodiscard]] SharedDocuments shared() const { return std::make_shared<Frozen const>(documents); }
};

TEST_F(ToldDocumentsOf, AStoryHaveNamesForMacrosAndTheRulesAndTheLore) {
  documents.scenario.intro_seed = "{{user}} meets {{char}}.";
  documents.world_lore.lore_json = {
      {"entries", {{{"keys", {"motel"}}, {"content", "{{char}} works there."}, {"insertion_order", 1}}}}};
  auto const told = told_documents(shared()).value();
  EXPECT_EQ(told->story.scenario.intro_seed, "you meets lena.");
  EXPECT_EQ(told->rules.cast.persona_id, "you");
  ASSERT_EQ(told->lore.size(), 1U);
  EXPECT_EQ(told->lore[0].content, "lena works there.");
}

TEST_F(ToldDocumentsOf, AreMadeOnceForTheSameObject) {
  auto const same = shared();
  EXPECT_EQ(told_documents(same).value(), told_documents(same).value());
  auto const former = told_documents(shared()).value();
  documents.ruleset.rulebook_text = "Other rules.";
  EXPECT_EQ(told_documents(shared()).value()->story.ruleset.rulebook_text, "Other rules.");
  EXPECT_EQ(former->story.ruleset.rulebook_text, "Time is short.");
}

TEST_F(ToldDocumentsOf, AStoryAreSharedByItsTurnsUntilItIsRebased) {
  auto const session = stories.begin();
  auto const first = frozen_of(stories.store, session).value();
  stories.say(session, "a");
  EXPECT_EQ(frozen_of(stories.store, session).value(), first);
  EXPECT_EQ((*snapshot(stories.store, session, {.decay = {}, .now = stories.clock})).frozen, first);
}

TEST_F(ToldDocumentsOf, ARulesetWithInvalidRulesAreRefused) {
  documents.ruleset.mechanics_guidance = {{"clocks", 7}};
  auto const told = told_documents(shared());
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().fault, Fault::invalid);
}

} // namespace
} // namespace artifactd::turn
