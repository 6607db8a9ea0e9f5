#include "agents/turn/store/branch.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::IsEmpty;

class Branch : public StoriesTest {
protected:
  Branch() {
    say(session, "a1", "The light flickers.");
    say(session, "a2", "The light flickers.");
    say(session, "a3");
  }
  NewBranch wanted(std::string scene = {}) {
    return {.parent_session_id = session,
            .session_id = "branch",
            .scene_id = std::move(scene),
            .directory = directory(2),
            .dice_seed = "def",
            .seed_chosen = false};
  }
  std::string scene_id(std::size_t index) { return (*scene_rows(store, session, {}))[index]["id"]; }
  /// The content of a story without the ids and names that a branch has of its own.
  Json told(std::string const& id) {
    auto log = *log_rows(store, id, {});
    auto dice = *dice_rows(store, id, {});
    auto relations = *relation_rows(store, id, {});
    auto memories = Json::array();
    auto const remembered = *observations(store, id);
    for (auto const& each : remembered)
      memories.push_back({each.content, each.importance, each.reinforcement_count, each.scene_index});
    for (auto& entry : log) {
      entry.erase("scene_id");
      entry.erase("base_scene_id");
      entry.erase("user_action_id");
    }
    for (auto* rows : {&dice, &relations})
      for (auto& row : *rows)
        row.erase("scene_id");
    return {log, dice, memories, relations};
  }

  std::string session = begin();
};
INSTANTIATE_TEST_SUITE_P(Kept, Branch, everywhere, place_word);

TEST_P(Branch, IsTheSameStoryUnderIdsOfItsOwn) {
  auto const made = *branch_story(store, wanted(), asked("br"));
  EXPECT_EQ(made.change, Change::written);
  EXPECT_EQ(made.turn->result, "branch");
  EXPECT_EQ(told("branch"), told(session));
  auto const branch = at("branch");
  EXPECT_EQ(branch.parent_session_id, session);
  EXPECT_EQ(branch.parent_scene_id, at(session).current_scene_id);
  EXPECT_EQ(branch.dice_seed, "def");
  EXPECT_EQ(branch.scene_index, 3);
  EXPECT_THAT(*check_stories(store), IsEmpty());
  auto const tree = *tree_rows(store, session);
  EXPECT_EQ(tree[3]["branches"], Json({"branch"}));
}

TEST_P(Branch, FromAnEarlierSceneHasWhatWasKnownThere) {
  ASSERT_TRUE(branch_story(store, wanted(scene_id(1)), asked("br")));
  EXPECT_EQ(at("branch").scene_index, 1);
  auto const memories = *observations(store, "branch", "lena");
  EXPECT_EQ(memories.back().content, "The light flickers.");
  EXPECT_EQ(memories.back().reinforcement_count, 0) << "reinforced later, in the parent";
  EXPECT_EQ(observations(store, session, "lena", 1)->back().reinforcement_count, 0);
  EXPECT_EQ(observations(store, session, "lena", 2)->back().reinforcement_count, 1);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Branch, GoesFromAnUndoneSceneToo) {
  auto const undone = scene_id(3);
  ASSERT_TRUE(undo_turns(store, session, 3, asked("u")));
  ASSERT_TRUE(branch_story(store, wanted(undone), asked("br")));
  EXPECT_EQ(at("branch").scene_index, 3);
  EXPECT_EQ(at(session).scene_index, 0);
  EXPECT_EQ(log_rows(store, "branch", {})->size(), 4);
  EXPECT_EQ(observations(store, "branch", "lena")->size(), 3);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Branch, HasItsTurnsTakenBackAndTheParentSIdsFree) {
  ASSERT_TRUE(branch_story(store, wanted(), asked("br")));
  EXPECT_EQ(undo_turns(store, "branch", 2, asked("u"))->change, Change::written);
  EXPECT_EQ(redo_turns(store, "branch", 1, asked("r"))->change, Change::written);
  EXPECT_EQ(say("branch", "a1"), Change::written);
  EXPECT_EQ(at("branch").scene_index, 3);
  EXPECT_EQ(at(session).scene_index, 3);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Branch, EitherIsForgottenWithoutTheOther) {
  ASSERT_TRUE(branch_story(store, wanted(), asked("br")));
  auto const before = told("branch");
  ASSERT_TRUE(forget_story(store, session, false));
  EXPECT_EQ(told("branch"), before);
  EXPECT_EQ(at("branch").parent_session_id, "");
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Branch, GoesWithTheParentWhenAsked) {
  ASSERT_TRUE(branch_story(store, wanted(), asked("br")));
  auto second = wanted();
  second.parent_session_id = "branch";
  second.session_id = "twig";
  second.directory = directory(77);
  second.scene_id.clear();
  ASSERT_TRUE(branch_story(store, second, asked("tw")));
  EXPECT_THAT(*forget_story(store, session, true), testing::UnorderedElementsAre(session, "branch", "twig"));
  EXPECT_EQ(number("SELECT count(*) FROM scenes"), 0);
}

TEST_P(Branch, IsMadeOnceByOneRequest) {
  auto const request = asked("br");
  ASSERT_TRUE(branch_story(store, wanted(), request));
  auto again = wanted();
  again.session_id = "another";
  auto const answer = *branch_story(store, again, request);
  EXPECT_EQ(answer.change, Change::repeated);
  EXPECT_EQ(answer.turn->result, "branch");
  EXPECT_FALSE(*story(store, "another"));
}

TEST_P(Branch, OfAnEndedStoryGoesOn) {
  ASSERT_TRUE(end_story(store, session, asked("e")));
  ASSERT_EQ(branch_story(store, wanted(), asked("br"))->change, Change::written);
  EXPECT_EQ(say("branch", "a9"), Change::written);
}

TEST_P(Branch, NeedsADirectoryWithoutAStoryAndASceneThatIsThere) {
  begin(2);
  EXPECT_EQ(branch_story(store, wanted(), asked("br")).error().fault, Fault::exists);
  auto other = wanted("no scene");
  other.directory = directory(3);
  EXPECT_EQ(branch_story(store, other, asked("br")).error().fault, Fault::missing);
  other = wanted();
  other.parent_session_id = "nobody's";
  EXPECT_EQ(branch_story(store, other, asked("br")).error().fault, Fault::missing);
  EXPECT_FALSE(*story(store, "branch"));
}

} // namespace
} // namespace artifactd::turn
