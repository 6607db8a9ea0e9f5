#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/commit.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <thread>

namespace artifactd::turn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Commit : public StoriesTest {
protected:
  std::string session = begin();
};
INSTANTIATE_TEST_SUITE_P(Kept, Commit, everywhere, place_word);

TEST_P(Commit, BeginWritesTheFirstSceneWhole) {
  auto const now = at(session);
  EXPECT_EQ(now.scene_index, 0);
  EXPECT_EQ(now.persona_id, "you");
  EXPECT_EQ(now.character_ids, (std::vector<std::string>{"lena", "you", "bo"}));
  auto const taken = *snapshot(store, session, {.decay = {}, .now = clock});
  EXPECT_EQ(taken.scene.state_json, Json({{"minutes_left", 7}})) << "relations are rows, not state";
  EXPECT_EQ(taken.scene.relations,
            (std::vector<Relation>{{.a = "lena", .b = "you", .trust = 4, .tension = 6}}));
  EXPECT_EQ(taken.last_narration, "The door clicks shut.");
  ASSERT_EQ(taken.memories.at("lena").newest.size(), 1);
  EXPECT_EQ(taken.memories.at("lena").newest[0].observation.content, "The door is shut.");
  EXPECT_THAT(taken.memories.at("bo").strongest, IsEmpty());
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Commit, ATurnIsWrittenWholeAndBecomesTheCurrentScene) {
  auto const wanted = record(session, "a1");
  auto const said = *commit_turn(store, wanted);
  EXPECT_EQ(said.change, Change::written);
  EXPECT_EQ(said.turn->scene_index, 1);
  EXPECT_EQ(said.turn->result, wanted.result);
  auto const taken = *snapshot(store, session, {.decay = {}, .now = clock});
  EXPECT_EQ(taken.scene.id, said.turn->scene_id);
  EXPECT_EQ(taken.scene.state_json, wanted.state_json);
  EXPECT_EQ(taken.scene.relations, wanted.relations);
  EXPECT_EQ(taken.last_narration, "Then a1");
  auto const log = (*log_rows(store, session, {}))[1];
  EXPECT_EQ(log["user_action_id"], "a1");
  EXPECT_EQ(log["messages"][0], Json({{"role", "user"}, {"content", "I do a1"}}));
  EXPECT_EQ(log["actions"][1]["intent_tags"], Json({"calm"}));
  auto const dice = (*dice_rows(store, session, {}))[0];
  EXPECT_EQ(dice["rolls"].size(), 3);
  EXPECT_EQ(dice["dice"].size(), 4) << "the dropped die is kept, too";
  EXPECT_EQ(dice["total"], wanted.dice[0].rolled.total);
  EXPECT_EQ((*event_rows(store, session, {.from = 1}))[1]["model_key"], "large");
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Commit, AStoryThatMovedSinceItsRowWasReadIsNotTakenForTheOldOne) {
  auto const before = at(session);
  auto const taken = snapshot(store, before, {.decay = {}, .now = clock});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->scene.id, before.current_scene_id);
  ASSERT_TRUE(commit_turn(store, record(session, "a1")));
  auto const late = snapshot(store, before, {.decay = {}, .now = clock});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, Fault::changed);
}

TEST_P(Commit, TheSameRequestTwiceIsAnsweredFromTheRecord) {
  auto const wanted = record(session, "a1");
  ASSERT_TRUE(commit_turn(store, wanted));
  auto later = wanted;
  later.result = "another";
  auto const again = *commit_turn(store, later);
  EXPECT_EQ(again.change, Change::repeated);
  EXPECT_EQ(again.turn->result, wanted.result);
  later.text = "Another text.";
  EXPECT_EQ(commit_turn(store, later)->change, Change::reused);
  EXPECT_EQ(at(session).scene_index, 1);
  ASSERT_TRUE(undo_turns(store, session, 1, asked("u1")));
  EXPECT_TRUE((*turn(store, session, "a1"))->undone);
  EXPECT_EQ(commit_turn(store, wanted)->change, Change::repeated)
      << "an undone turn is not played by repeating it";
}

TEST_P(Commit, ATurnThatWasPlayedFromAnotherSceneIsStaleAndLeavesNothing) {
  auto const first = record(session, "a1");
  auto const second = record(session, "a2");
  ASSERT_TRUE(commit_turn(store, first));
  auto const before = visible(session);
  auto const late = *commit_turn(store, second);
  EXPECT_EQ(late.change, Change::stale);
  EXPECT_FALSE(late.turn);
  EXPECT_EQ(visible(session), before);
  EXPECT_FALSE(*turn(store, session, "a2"));
}

TEST_P(Commit, OfTwoConnectionsThatRaceOneAdvancesTheStory) {
  auto other = *Store::open(store.place());
  for (int round = 0; round < 20; ++round) {
    auto const name = std::to_string(round);
    auto const records = std::array{record(session, "x" + name), record(session, "y" + name)};
    std::array<Change, 2> changes{};
    {
      std::jthread const racing([&] { changes[1] = commit_turn(other, records[1])->change; });
      changes[0] = commit_turn(store, records[0])->change;
    }
    EXPECT_THAT(changes, testing::UnorderedElementsAre(Change::written, Change::stale));
    EXPECT_EQ(at(session).scene_index, round + 1);
  }
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Commit, EightSubmissionsOfOneRequestMakeOneScene) {
  auto const wanted = record(session, "a1");
  std::array<Change, 8> changes{};
  {
    std::vector<std::jthread> threads;
    for (auto& change : changes)
      threads.emplace_back([&] { change = commit_turn(store, wanted)->change; });
  }
  EXPECT_EQ(std::ranges::count(changes, Change::written), 1);
  EXPECT_EQ(std::ranges::count(changes, Change::repeated), 7);
  EXPECT_EQ(at(session).scene_index, 1);
}

TEST_P(Commit, WhatDoesNotFitTheStoryIsRefusedAndLeavesNothing) {
  auto const before = visible(session);
  auto spoil = [&](auto change) {
    auto wanted = record(session, "bad");
    change(wanted);
    auto const refused = commit_turn(store, wanted);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().fault, Fault::invalid) << refused.error().message;
  };
  spoil([](TurnRecord& it) { it.actions[1].character_id = "stranger"; });
  spoil([](TurnRecord& it) { it.actions[1].character_id = "you"; });
  spoil([](TurnRecord& it) { it.observations[0].character_id = "stranger"; });
  spoil([](TurnRecord& it) { it.observations[0].importance = 6; });
  spoil([](TurnRecord& it) { it.observations[0].importance = 0; });
  spoil([](TurnRecord& it) { it.observations[0].reinforces = "nothing"; });
  spoil([](TurnRecord& it) { it.relations[0].trust = 11; });
  spoil([](TurnRecord& it) { std::swap(it.relations[0].a, it.relations[0].b); });
  spoil([](TurnRecord& it) { it.relations[0].b = "bo"; });
  spoil([](TurnRecord& it) { it.relations[1] = it.relations[0]; });
  spoil([](TurnRecord& it) { it.relations[0].a = "a stranger"; });
  spoil([](TurnRecord& it) { it.turn_index = 3; });
  auto wanted = record(session, "bad");
  wanted.events[0].event_type = "no such type";
  EXPECT_FALSE(commit_turn(store, wanted));
  EXPECT_EQ(visible(session), before);
  EXPECT_EQ(number("SELECT count(*) FROM turns"), 1);
  wanted.session_id = "nobody's";
  EXPECT_EQ(commit_turn(store, wanted).error().fault, Fault::missing);
}

TEST_P(Commit, TextsComeBackByteByByte) {
  auto wanted = record(session, "a1");
  std::string nasty("nul \0 \x1b[31m \"}]} \xe2\x80\xae {{user}} ' -- \xf0\x9f\x98\x80", 40);
  wanted.messages[1].content = nasty;
  if (is_on_server()) {
    auto const refused = commit_turn(store, wanted);
    EXPECT_EQ(refused.error().fault, Fault::invalid) << "PostgreSQL has no NUL";
    EXPECT_THAT(refused.error().message, testing::HasSubstr("NUL"));
    EXPECT_EQ(at(session).scene_index, 0);
    std::erase(nasty, '\0');
    wanted.messages[1].content = nasty;
  }
  wanted.state_json = {{"text", "\"\\\n"}, {"number", 1.5}, {"big", 9007199254740993}};
  ASSERT_TRUE(commit_turn(store, wanted));
  auto const taken = *snapshot(store, session, {.decay = {}, .now = clock});
  EXPECT_EQ(taken.last_narration, nasty);
  EXPECT_EQ(compact(taken.scene.state_json), compact(wanted.state_json));
}

TEST_P(Commit, TimesOfAStoryNeverGoBack) {
  say(session, "a1");
  auto const before = clock;
  clock = 5;
  say(session, "a2");
  auto const scenes = *scene_rows(store, session, {});
  EXPECT_EQ(scenes[2]["created_at"], before);
  EXPECT_THAT(*check_stories(store), IsEmpty());
}

TEST_P(Commit, AnEndedStoryTakesNoTurn) {
  auto const wanted = record(session, "a1");
  EXPECT_EQ(end_story(store, session, asked("e1"))->change, Change::written);
  EXPECT_EQ(commit_turn(store, wanted)->change, Change::ended);
  EXPECT_EQ(end_story(store, session, asked("e1"))->change, Change::repeated);
  EXPECT_EQ(end_story(store, session, asked("e2"))->change, Change::ended);
  EXPECT_EQ(undo_turns(store, session, 1, asked("u1"))->change, Change::ended);
  EXPECT_TRUE(at(session).ended_at);
}

} // namespace
} // namespace artifactd::turn
