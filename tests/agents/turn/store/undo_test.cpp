#include "agents/turn/store/undo.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::IsEmpty;

class Undo : public StoriesTest {
protected:
  Change undo(std::uint64_t count = 1) {
    return undo_turns(store, session, count, asked(fmt::format("u{}", ++requests)))->change;
  }
  Change redo(std::uint64_t count = 1) {
    return redo_turns(store, session, count, asked(fmt::format("r{}", ++requests)))->change;
  }
  std::int64_t index() { return at(session).scene_index; }

  std::string session = begin();
  int requests = 0;
};
INSTANTIATE_TEST_SUITE_P(Kept, Undo, everywhere, place_word);

TEST_P(Undo, TakesBackEverythingThatHangsOnTheTurn) {
  say(session, "a1", "The light flickers.");
  auto const before = visible(session);
  say(session, "a2", "the LIGHT  flickers. "); // reinforces an observation
  EXPECT_NE(visible(session), before);
  EXPECT_EQ(undo(), Change::written);
  EXPECT_EQ(visible(session), before);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Undo, AndRedoTakesItBack) {
  say(session, "a1", "The light flickers.");
  say(session, "a2", "The light flickers.");
  say(session, "a3");
  auto const before = visible(session);
  EXPECT_EQ(undo(3), Change::written);
  EXPECT_EQ(index(), 0);
  EXPECT_EQ(redo(), Change::written);
  EXPECT_EQ(index(), 1);
  EXPECT_EQ(redo(2), Change::written);
  EXPECT_EQ(visible(session), before);
  EXPECT_EQ(redo(), Change::too_few);
}

TEST_P(Undo, StopsAtTheFirstScene) {
  say(session, "a1");
  EXPECT_EQ(undo(2), Change::too_few);
  EXPECT_EQ(undo(0), Change::too_few);
  EXPECT_EQ(undo(UINT64_MAX), Change::too_few);
  EXPECT_EQ(index(), 1);
  EXPECT_EQ(undo(), Change::written);
  EXPECT_EQ(undo(), Change::too_few);
}

TEST_P(Undo, NothingIsPlayedAgainOnceSomethingWasPlayedSince) {
  say(session, "a1");
  say(session, "a2");
  EXPECT_EQ(undo(2), Change::written);
  say(session, "c1");
  EXPECT_EQ(redo(), Change::too_few);
  EXPECT_EQ(undo(), Change::written);
  EXPECT_EQ(redo(), Change::written);
  EXPECT_EQ((*log_rows(store, session, {}))[1]["user_action_id"], "c1") << "the latest of those taken back";
}

TEST_P(Undo, TheLatestComesBackEvenIfTheClockWentBack) {
  say(session, "a1");
  undo();
  clock = 10;
  say(session, "c1");
  clock = 20;
  undo();
  EXPECT_EQ(redo(), Change::written);
  EXPECT_EQ((*log_rows(store, session, {}))[1]["user_action_id"], "c1");
}

TEST_P(Undo, TwiceByOneRequestIsOnce) {
  say(session, "a1");
  say(session, "a2");
  auto const request = asked("u");
  EXPECT_EQ(undo_turns(store, session, 1, request)->change, Change::written);
  auto const again = *undo_turns(store, session, 1, request);
  EXPECT_EQ(again.change, Change::repeated);
  EXPECT_EQ(again.turn->scene_index, 1);
  EXPECT_EQ(redo_turns(store, session, 1, request)->change, Change::reused);
  EXPECT_EQ(index(), 1);
}

TEST_P(Undo, ATurnPlayedAgainUnderAnotherIdStandsBesideTheUndoneOne) {
  say(session, "a1");
  undo();
  EXPECT_EQ(say(session, "a2"), Change::written);
  EXPECT_EQ(scene_rows(store, session, {})->size(), 2);
  auto const all = *scene_rows(store, session, {.undone = true});
  ASSERT_EQ(all.size(), 3);
  EXPECT_FALSE(all[1].contains("undone_at"));
  EXPECT_TRUE(all[2].contains("undone_at"));
  EXPECT_EQ(tree_rows(store, session)->size(), 3);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Undo, WhatWasUndoneIsRememberedByNobody) {
  say(session, "a1", "The light flickers.");
  undo();
  auto const taken = *snapshot(store, session, {.decay = {}, .now = clock});
  for (auto const& each : taken.memories.at("lena").newest)
    EXPECT_NE(each.observation.content, "The light flickers.");
  say(session, "a2", "The light flickers.");
  auto const memories = *observations(store, session, "lena");
  EXPECT_EQ(memories.back().content, "The light flickers.");
  EXPECT_EQ(memories.back().reinforcement_count, 0) << "nothing visible was there to be reinforced";
}

} // namespace
} // namespace artifactd::turn
