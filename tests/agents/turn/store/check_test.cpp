#include "agents/turn/store/check.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class StoredStories : public StoriesTest {
protected:
  StoredStories() {
    say(session, "a1", "The light flickers.");
    say(session, "a2", "The light flickers.");
  }
  std::string session = begin();
};
INSTANTIATE_TEST_SUITE_P(Kept, StoredStories, everywhere, place_word);

TEST_P(StoredStories, FindsNothingInAStoryThatWasOnlyPlayed) {
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(StoredStories, FindsEachBrokenPromise) {
  constexpr std::array broken = {
      std::pair{"UPDATE scenes SET scene_index = 7 WHERE scene_index = 2", "not numbered 0, 1, 2"},
      std::pair{"UPDATE scenes SET undone_at = 5 WHERE scene_index = 1", "not numbered 0, 1, 2"},
      std::pair{"UPDATE sessions SET current_scene_id = (SELECT id FROM scenes WHERE scene_index = 1)",
                "not at its latest scene"},
      std::pair{"UPDATE scenes SET undone_at = 5 WHERE scene_index = 2", "not at its latest scene"},
      std::pair{"UPDATE scenes SET base_scene_id = (SELECT id FROM scenes WHERE scene_index = 0) WHERE "
                "scene_index = 2",
                "does not follow its base"},
      std::pair{"UPDATE scenes SET created_at = 1 WHERE scene_index = 2", "does not follow its base"},
      std::pair{"UPDATE scene_relations SET character_a_id = 'aaa' WHERE character_a_id = 'bo'",
                "not a normalised edge"},
      std::pair{"UPDATE sessions SET character_ids = '[\"lena\"]'", "a story's character_ids"},
      std::pair{"UPDATE scenarios SET character_ids = '[\"lena\"]'", "a scenario's character_ids"},
      std::pair{"UPDATE session_characters SET role = 'npc', position = -1 WHERE character_id = 'bo'",
                "a story's character_ids"},
      std::pair{"UPDATE observations SET importance = 5", "does not match its reinforcements"},
      std::pair{"UPDATE observations SET reinforcement_count = 0", "does not match its reinforcements"},
      std::pair{"DELETE FROM reinforcements", "does not match its reinforcements"},
      std::pair{"UPDATE reinforcements SET scene_id = (SELECT id FROM scenes WHERE scene_index = 0)",
                "or not after it"},
      std::pair{"UPDATE observations SET content = 'forged' WHERE content <> 'forged'",
                "key of an observation"},
      std::pair{"UPDATE dice_rolls SET total = total + 1", "dice do not match"},
      std::pair{"UPDATE dice_rolls SET dice = '[]'", "dice do not match"},
      std::pair{"UPDATE dice_rolls SET seed = 'loaded'", "dice do not match"},
      std::pair{"UPDATE dice_rolls SET expression = '1d20+9'", "dice do not match"},
      std::pair{"UPDATE story_documents SET frozen = '{}'", "documents of a story"},
      std::pair{"UPDATE sessions SET frozen_digest = 'x'", "the documents of a story are missing"},
      std::pair{"UPDATE actions SET character_id = 'stranger' WHERE character_id = 'you'",
                "who is not in the story"},
      std::pair{"UPDATE messages SET id = 'same'", "two rows of messages have the same id"},
      std::pair{"UPDATE turns SET id = 'same'", "two requests have the same id"},
      std::pair{
          "INSERT INTO turn_attempts(id, session_id, user_action_id, attempt, base_scene_id, text, state, "
          "pid, "
          "process_start, boot_id, started_at) SELECT 'p', id, 'x', 1, current_scene_id, '', 'failed', 1, 1, "
          "'', 1 FROM sessions; UPDATE turn_events SET attempt_id = 'p', session_id = 'x'",
          "an event and its attempt"},
      std::pair{"UPDATE rulesets SET rulebook_text = 'cheat'", "a document does not have its digest"},
      std::pair{"UPDATE characters SET stat_block = '{\"shyness\":0}'",
                "a document does not have its digest"},
      std::pair{"UPDATE actions SET action_text = 'I never said that' WHERE character_id = 'you'",
                "the player's text"},
      std::pair{"UPDATE messages SET session_id = 'x'", "a row of messages and its scene"},
      std::pair{"UPDATE turn_events SET scene_id = NULL WHERE turn_index = 1", "neither scene nor attempt"}};
  for (auto const& [sql, found] : broken) {
    std::vector<std::string> lines;
    auto const taken_back = store.write([&](Database& database) -> Result<void> {
      TRY(database.run(sql));
      EXPECT_GT(database.changes(), 0) << sql;
      lines = TRY(faults_of(database));
      return fail(Fault::changed, "seen");
    });
    EXPECT_EQ(taken_back.error().message, "seen") << sql;
    EXPECT_THAT(lines, Contains(HasSubstr(found))) << sql;
  }
}

TEST_P(StoredStories, NamesTheRows) {
  ASSERT_TRUE(run(
      "UPDATE dice_rolls SET total = 99 WHERE scene_id IN (SELECT id FROM scenes WHERE scene_index = 1)"));
  auto const lines = *check_stories(store);
  ASSERT_EQ(lines.size(), 1);
  EXPECT_THAT(lines[0], HasSubstr(session + " "));
}

} // namespace
} // namespace artifactd::turn
