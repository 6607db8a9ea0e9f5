#include "agents/turn/store/rows/story_rows.hpp"
#include "state/platform/fd.hpp"
#include "state/platform/stamp.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <fcntl.h>
#include <filesystem>

namespace artifactd::turn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class StoryRows : public StoriesTest {
protected:
  NewStory fresh(std::uint64_t inode, std::string id = "x") {
    return {.session_id = std::move(id),
            .directory = directory(inode),
            .frozen = *frozen_now(store, "closet"),
            .small_model_key = "small",
            .large_model_key = "large",
            .dice_seed = "abc",
            .seed_chosen = false,
            .result = ""};
  }
};
INSTANTIATE_TEST_SUITE_P(Kept, StoryRows, everywhere, place_word);

TEST_P(StoryRows, ADirectoryHasOneStoryAtATime) {
  auto const session = begin(1);
  auto const second = begin_story(store, fresh(1), asked("b2"));
  EXPECT_EQ(second.error().fault, Fault::exists);
  EXPECT_EQ(begin_story(store, fresh(1), {.user_action_id = "b1", .text = "", .at = 1})->change,
            Change::repeated)
      << "the request that began it";
  EXPECT_EQ(begin_story(store, fresh(1), asked("b1", "another")).error().fault, Fault::exists);
  begin(2);
  ASSERT_TRUE(end_story(store, session, asked("e")));
  EXPECT_EQ(begin_story(store, fresh(1), asked("b2"))->change, Change::written);
  EXPECT_EQ((*find_story(store, directory(1)))->id, "x") << "the one that has not ended";
}

TEST_P(StoryRows, AStoryIsKnownByTheIdentityOfItsDirectory) {
  auto const session = begin(1);
  EXPECT_EQ((*find_story(store, directory(1)))->id, session);
  auto other = directory(1);
  other.inode = 9; // copied, or created again under the same name
  EXPECT_FALSE(*find_story(store, other));
  other = directory(1);
  other.birth_ns = 6; // the inode number was reused
  EXPECT_FALSE(*find_story(store, other));
  other = directory(1);
  other.owner = 0; // the owner changed
  EXPECT_FALSE(*find_story(store, other));
  other = directory(1);
  other.path = "moved";
  EXPECT_FALSE(*find_story(store, other));
  ASSERT_TRUE(attach_story(store, session, other));
  EXPECT_EQ((*find_story(store, other))->id, session);
  EXPECT_FALSE(*find_story(store, directory(1)));
}

TEST_P(StoryRows, ADirectoryWithAStoryGetsNoSecondOneByAttaching) {
  auto const first = begin(1);
  begin(2);
  EXPECT_EQ(attach_story(store, first, directory(2)).error().fault, Fault::exists);
  EXPECT_TRUE(attach_story(store, first, directory(1))) << "its own";
  EXPECT_EQ(attach_story(store, "nobody's", directory(3)).error().fault, Fault::missing);
}

TEST_P(StoryRows, KnowsWhetherItsDirectoryIsThere) {
  auto const session = begin(1);
  EXPECT_FALSE(is_there(*at(session).directory));
  std::filesystem::create_directory(dir / "live");
  UniqueFd const open(::open((dir / "live").c_str(), O_PATH | O_DIRECTORY));
  auto const live = story_directory(dir.path().string(), "live", *stamp_of(open.get()));
  ASSERT_TRUE(attach_story(store, session, live));
  EXPECT_TRUE(is_there(*at(session).directory));
  std::filesystem::remove(dir / "live");
  std::filesystem::create_directory_symlink(dir.path(), dir / "live");
  EXPECT_FALSE(is_there(*at(session).directory)) << "a link in its place is not the directory";
}

TEST_P(StoryRows, AStoryOfThePlayerAloneIsRefused) {
  auto story = fresh(1);
  story.frozen.scenario.character_ids = {"you"};
  EXPECT_THAT(begin_story(store, story, asked("b")).error().message, HasSubstr("only the player"));
}

TEST_P(StoryRows, WhatIsWrongWithTheSeededSceneIsRefusedAndLeavesNothing) {
  for (auto const& relations : std::array<Json, 6>{
           "friends", Json::array({1}), Json::array({{{"a", "lena"}}}),
           Json::array({{{"a", "lena"}, {"b", "lena"}}}), Json::array({{{"a", "lena"}, {"b", "stranger"}}}),
           Json::array({{{"a", "lena"}, {"b", "bo"}, {"trust", 4294967296}}})}) {
    auto story = fresh(1);
    story.frozen.scenario.scene_seed["relations"] = relations;
    EXPECT_EQ(begin_story(store, story, asked("b")).error().fault, Fault::invalid) << relations;
  }
  auto story = fresh(1);
  story.frozen.scenario.scene_seed = Json::array();
  EXPECT_EQ(begin_story(store, story, asked("b")).error().fault, Fault::invalid);
  story = fresh(1);
  story.frozen.scenario.id = "elsewhere";
  EXPECT_EQ(begin_story(store, story, asked("b")).error().fault, Fault::missing);
  EXPECT_EQ(number("SELECT count(*) FROM sessions"), 0);
  EXPECT_EQ(number("SELECT count(*) FROM scenes"), 0);
}

TEST_P(StoryRows, TheSeededSceneIsStoredAsItIsTold) {
  auto story = fresh(1);
  story.frozen.scenario.scene_seed["relations"] =
      Json::array({{{"a", "you"}, {"b", "lena"}, {"trust", 3.0}}});
  ASSERT_TRUE(begin_story(store, story, asked("b")));
  EXPECT_EQ(relation_rows(store, story.session_id, {}).value()[0]["trust"], 3);
  story = fresh(2, "y");
  story.frozen.scenario.scene_seed["relations"] = nullptr;
  EXPECT_TRUE(begin_story(store, story, asked("b")));
}

TEST_P(StoryRows, ModelsChangeOneByOne) {
  auto const session = begin();
  EXPECT_EQ(set_models(store, session, "tiny", "", asked("m1"))->change, Change::written);
  EXPECT_EQ(at(session).small_model_key, "tiny");
  EXPECT_EQ(at(session).large_model_key, "large");
  EXPECT_EQ(set_models(store, session, "other", "", asked("m1"))->change, Change::repeated);
  EXPECT_EQ(at(session).small_model_key, "tiny");
  EXPECT_EQ(set_models(store, "nobody's", "a", "b", asked("m2")).error().fault, Fault::missing);
}

TEST_P(StoryRows, AForgottenStoryLeavesNoByte) {
  auto const session = begin();
  auto const kept = begin(2);
  for (int n = 0; n < 20; ++n)
    say(session, fmt::format("a{}", n), fmt::format("unforgettable-{}", n));
  say(kept, "k1");
  EXPECT_THAT(*forget_story(store, session, false), testing::ElementsAre(session));
  EXPECT_FALSE(*story(store, session));
  for (auto const* table : {"scenes", "observations", "actions", "messages", "dice_rolls", "turn_events",
                            "turns", "scene_relations", "session_characters"})
    EXPECT_EQ(number(fmt::format("SELECT count(*) FROM {} WHERE session_id = '{}'", table, session)), 0)
        << table;
  EXPECT_EQ(at(kept).scene_index, 1);
  for (auto const* name : {"state/turns.db", "state/turns.db-wal"}) { // unreachable on a server
    if (!std::filesystem::exists(dir / name)) continue;
    EXPECT_EQ(dir.read(name).find("unforgettable"), std::string::npos) << name;
  }
  EXPECT_EQ(forget_story(store, session, false).error().fault, Fault::missing);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST(SessionId, IsNeverTheSame) {
  EXPECT_NE(fresh_session_id(), fresh_session_id());
  EXPECT_EQ(fresh_session_id().size(), 26);
}

} // namespace
} // namespace artifactd::turn
