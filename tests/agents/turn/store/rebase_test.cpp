// A story continues with other documents, and its former scenes keep theirs.
#include "agents/turn/store/rebase.hpp"
#include "agents/turn/story_view.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::IsEmpty;

class Rebase : public StoriesTest {
protected:
  Rebase() {
    session = begin();
    say(session, "a");
    say(session, "b");
  }

  Changed rebase(std::string const& rulebook, std::string const& request) {
    auto documents = *frozen_of(store, session).value();
    documents.ruleset.rulebook_text = rulebook;
    return rebase_story(store, {session, at(session).current_scene_id, documents}, asked(request)).value();
  }
  std::string rulebook_of(std::int64_t index) {
    auto const row = scene_rows(store, session, {.from = index, .to = index}).value()[0];
    return documents_of_scene(store, session, row["id"]).value()->ruleset.rulebook_text;
  }

  std::string session;
};
INSTANTIATE_TEST_SUITE_P(Kept, Rebase, everywhere, place_word);

TEST_P(Rebase, ChangesWhatFollowsAndNotWhatWasPlayed) {
  auto const done = rebase("New rules.", "r1");
  EXPECT_EQ(done.change, Change::written);
  EXPECT_EQ(done.turn->what, "rebase");
  EXPECT_EQ(done.turn->result, digest_of(frozen_of(store, session).value()->ruleset));
  say(session, "c");
  EXPECT_EQ(rebase("Newer rules.", "r2").change, Change::written);
  say(session, "d");
  EXPECT_EQ(rulebook_of(2), "Time is short.");
  EXPECT_EQ(rulebook_of(3), "New rules.");
  EXPECT_EQ(rulebook_of(4), "Newer rules.");
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Rebase, LeavesTheWeightsOfFormerScenesAsTheyWereTold) {
  StoryView const view{
      .what = StoryView::What::observations, .turn = 2, .all = true, .at = clock + 3'600'000};
  auto const before = story_view(store, at(session), view, "").value()["observations"];
  auto documents = *frozen_of(store, session).value();
  documents.ruleset.mechanics_guidance = {{"decay", {{"lambda", 5}}}};
  rebase_story(store, {session, at(session).current_scene_id, documents}, asked("r1")).value();
  EXPECT_EQ(story_view(store, at(session), view, "").value()["observations"], before);
  auto now = view;
  now.turn.reset();
  EXPECT_NE(story_view(store, at(session), now, "").value()["observations"], before);
}

TEST_P(Rebase, IsKnownByTheSceneNotByItsNumber) {
  rebase("New rules.", "r1");
  undo_turns(store, session, 1, asked("u")).value();
  EXPECT_EQ(rulebook_of(1), "Time is short.");
  say(session, "c");
  EXPECT_EQ(rulebook_of(2), "New rules.");
  undo_turns(store, session, 1, asked("u2")).value();
  EXPECT_EQ(rebase("Time is short.", "back").change, Change::written);
  EXPECT_EQ(rulebook_of(1), "Time is short.");
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Rebase, IsMadeOnceByOneRequestAndOnlyOnTheSceneThatWasJudged) {
  EXPECT_EQ(rebase("New rules.", "r1").change, Change::written);
  EXPECT_EQ(rebase("Other rules.", "r1").change, Change::repeated);
  auto const documents = *frozen_of(store, session).value();
  EXPECT_EQ(documents.ruleset.rulebook_text, "New rules.");
  EXPECT_EQ(rebase_story(store, {session, "elsewhere", documents}, asked("r2"))->change, Change::stale);
  ASSERT_TRUE(end_story(store, session, asked("e")));
  EXPECT_EQ(rebase("Late rules.", "r3").change, Change::ended);
}

TEST_P(Rebase, MakesATurnStaleThatWasPlayedByTheFormerRules) {
  auto played = record(session, "c");
  played.documents_digest = at(session).documents_digest;
  rebase("New rules.", "r1");
  EXPECT_EQ(commit_turn(store, played)->change, Change::stale);
  played.documents_digest = at(session).documents_digest;
  EXPECT_EQ(commit_turn(store, played)->change, Change::written);
}

TEST_P(Rebase, GoesWithTheStoryWhenItIsForgotten) {
  rebase("New rules.", "r1");
  ASSERT_TRUE(forget_story(store, session, false));
  EXPECT_EQ(number("SELECT count(*) FROM story_documents"), 0);
  EXPECT_EQ(number("SELECT count(*) FROM scene_documents"), 0);
}

} // namespace
} // namespace artifactd::turn
