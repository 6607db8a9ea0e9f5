// A chat as the past of a story: what becomes a turn, and how the story begins with it.
#include "agents/turn/chat_history.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ChatReply reply(std::string name, std::string text, Time at = 0) {
  return {.name = std::move(name), .text = std::move(text), .send_date = at};
}

Frozen cast_of_two() {
  Frozen story;
  story.scenario.persona_id = "you";
  story.characters = {{.id = "you", .name = "Sam", .ruleset_id = {}},
                      {.id = "lena", .name = "Lena", .ruleset_id = {}}};
  return story;
}

Past past_of(Chat const& chat, Time now = 10'000) {
  auto const history = history_of(chat, cast_of_two(), now);
  EXPECT_TRUE(history);
  return history ? history->past : Past{};
}

TEST(ChatHistory, WhatTheUserWroteAndWhatWasAnsweredIsATurn) {
  Chat chat;
  chat.created = 500;
  chat.opening = {reply("Lena", "You came, {{user}}.", 1000)};
  chat.turns = {{"I sit down.", {reply("Lena", "She nods.", 3000)}, 2000}};
  auto const past = past_of(chat);
  EXPECT_EQ(past.opening, "You came, Sam.");
  EXPECT_EQ(past.begun, 1000);
  ASSERT_EQ(past.turns.size(), 1U);
  EXPECT_EQ(past.turns[0].text, "I sit down.");
  EXPECT_EQ(past.turns[0].narration, "She nods.");
  EXPECT_EQ(past.turns[0].at, 3000);
  EXPECT_EQ(past.turns[0].imported["from"], "chat");
}

TEST(ChatHistory, MessagesInARowAreOneAndOnlyInAGroupNamesAreTold) {
  Chat chat;
  chat.turns = {{"One.", {}, 1}, {"Two.", {reply("Lena", "a"), reply("Lena", "b")}, 2}};
  auto past = past_of(chat);
  ASSERT_EQ(past.turns.size(), 1U);
  EXPECT_EQ(past.turns[0].text, "One.\n\nTwo.");
  EXPECT_EQ(past.turns[0].narration, "a\n\nb");
  chat.turns[1].replies[1].name = "Bo";
  EXPECT_EQ(past_of(chat).turns[0].narration, "Lena: a\n\nBo: b");
}

TEST(ChatHistory, OtherSwipesAreKeptBesideTheChosenOne) {
  Chat chat;
  chat.turns = {{"Hi.", {reply("Lena", "b")}, 1}};
  chat.turns[0].replies[0].swipes = {"a", "b", "c"};
  auto const past = past_of(chat);
  EXPECT_EQ(past.turns[0].narration, "b");
  EXPECT_EQ(past.turns[0].imported["other_swipes"], (Json{"a", "c"}));
}

TEST(ChatHistory, WhatNobodyAnsweredAtTheEndIsLeftOut) {
  Chat chat;
  chat.turns = {{"One.", {reply("Lena", "a")}, 1}, {"Two.", {}, 2}, {"Three.", {}, 3}};
  auto const history = history_of(chat, cast_of_two(), 10'000);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->past.turns.size(), 1U);
  EXPECT_EQ(history->unanswered, 2U);
}

TEST(ChatHistory, TimesNeitherGoBackNorAheadOfNow) {
  Chat chat;
  chat.created = 5000;
  for (Time const at : {Time{4000}, Time{0}, Time{7000}, Time{6000}, Time{90'000}})
    chat.turns.push_back({"x", {reply("Lena", "y", at)}, at});
  auto const past = past_of(chat, 8000);
  std::vector<Time> times;
  for (auto const& turn : past.turns)
    times.push_back(turn.at);
  EXPECT_EQ(past.begun, 5000);
  EXPECT_THAT(times, ElementsAre(5000, 8000, 8000, 8000, 8000));
}

TEST(ChatHistory, IsBounded) {
  Chat chat;
  chat.turns.assign(most_past_turns + 1, {"x", {reply("Lena", "y")}, 1});
  auto const history = history_of(chat, cast_of_two(), 10'000);
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().fault, Fault::too_large);
}

class StoryWithAPast : public testing::Test {
protected:
  std::string begin(std::size_t turns) {
    NewStory story{.session_id = "story9",
                   .directory = Stories::directory(9),
                   .frozen = frozen_now(stories.store, "closet").value(),
                   .small_model_key = "small",
                   .large_model_key = "large",
                   .dice_seed = "abc",
                   .result = "{}"};
    story.past = {.opening = "It began elsewhere.", .begun = 1000};
    for (std::size_t i = 1; i <= turns; ++i)
      story.past.turns.push_back({.text = fmt::format("text {}", i),
                                  .narration = fmt::format("told {}", i),
                                  .at = 1000 + static_cast<Time>(i),
                                  .imported = {{"from", "chat"}}});
    auto const begun = begin_story(stories.store, story, stories.asked("b9"));
    EXPECT_TRUE(begun) << begun.error().message;
    return story.session_id;
  }

  Stories stories;
};

TEST_F(StoryWithAPast, GoesOnFromItsLastSceneAndIsSound) {
  auto const id = begin(3);
  EXPECT_EQ(stories.at(id).scene_index, 3);
  auto const rows = log_rows(stories.store, id, {}).value();
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["messages"][0]["content"], "It began elsewhere.");
  EXPECT_EQ(rows[2]["messages"][0]["content"], "text 2");
  EXPECT_EQ(rows[2]["messages"][1]["content"], "told 2");
  EXPECT_EQ(rows[2]["created_at"], 1002);
  auto const now = snapshot(stories.store, id, {.decay = {}, .now = 5000}).value();
  EXPECT_EQ(now.last_narration, "told 3");
  EXPECT_EQ(now.scene.state_json["minutes_left"], 7);
  EXPECT_EQ(now.scene.relations.size(), 1U);
  EXPECT_EQ(stories.say(id, "a1"), Change::written);
  EXPECT_THAT(check_stories(stories.store).value(), IsEmpty());
}

TEST_F(StoryWithAPast, IsTakenBackAndPlayedAgainAsAnyOther) {
  auto const id = begin(3);
  ASSERT_EQ(undo_turns(stories.store, id, 2, stories.asked("u1"))->change, Change::written);
  EXPECT_EQ(stories.at(id).scene_index, 1);
  ASSERT_EQ(redo_turns(stories.store, id, 2, stories.asked("r1"))->change, Change::written);
  EXPECT_EQ(stories.at(id).scene_index, 3);
  EXPECT_THAT(check_stories(stories.store).value(), IsEmpty());
}

TEST_F(StoryWithAPast, AnActionMayHaveAnyIdThatCanBeAskedFor) {
  auto const id = begin(3);
  EXPECT_EQ(stories.say(id, "past 1"), Change::written);
  EXPECT_EQ(stories.say(id, "3"), Change::written);
}

} // namespace
} // namespace artifactd::turn
