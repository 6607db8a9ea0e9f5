// What the database knows of a step before it is prepared.
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/known_step.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

class Known : public StoriesTest {
protected:
  KnownStep known(std::string const& action, std::uint64_t inode = 1) {
    return known_step(store, directory(inode), action).value();
  }
  std::string session = begin();
};
INSTANTIATE_TEST_SUITE_P(Kept, Known, everywhere, place_word);

TEST_P(Known, ADirectoryWithoutAStoryHasNoTurns) {
  auto const step = known("a", 2);
  EXPECT_FALSE(step.story);
  EXPECT_FALSE(step.turn);
  EXPECT_EQ(step.conflicts, 0);
}

TEST_P(Known, ARequestIsKnownOnceItIsCarriedOut) {
  EXPECT_EQ(known("a").story->id, session);
  EXPECT_FALSE(known("a").turn);
  say(session, "a");
  auto const step = known("a");
  EXPECT_EQ(step.story->scene_index, 1);
  ASSERT_TRUE(step.turn);
  EXPECT_EQ(step.turn->what, "say");
  EXPECT_FALSE(known("b").turn);
}

TEST_P(Known, AnAttemptThatAnotherTurnOvertookIsAConflictOfItsRequest) {
  auto const late = record(session, "late");
  ASSERT_TRUE(start_attempt(store, {session, "late", late.text, late.base_scene_id, clock}));
  say(session, "a");
  ASSERT_EQ(commit_turn(store, late)->change, Change::stale);
  EXPECT_EQ(known("late").conflicts, 1);
  EXPECT_FALSE(known("late").turn);
  EXPECT_EQ(known("a").conflicts, 0);
}

TEST_P(Known, AnEndedStoryIsStillTheDirectorysUntilAnotherBegins) {
  end_story(store, session, asked("e")).value();
  EXPECT_EQ(known("e").story->id, session);
  EXPECT_TRUE(known("e").turn);
}

} // namespace
} // namespace artifactd::turn
