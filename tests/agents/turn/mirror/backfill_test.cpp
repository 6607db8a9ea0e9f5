// Files become stories without being played; importing the same file twice yields one story.
#include "agents/turn/chat_history.hpp"
#include "agents/turn/mirror/backfilling.hpp"
#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/parity.hpp"
#include "tests/agents/turn/store/stories.hpp"

namespace artifactd::turn {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const BackfillBy by_us{.importer = 7, .small_model_key = "", .large_model_key = "", .at = 5};

class Backfill : public testing::Test, protected Stories {
protected:
  static std::string text_of(Store const& from, std::string const& id) {
    auto const told = stored_story(from, id).value();
    auto text = header_line(told);
    for (auto const& scene : told.scenes)
      text += scene_lines(scene, told.documents);
    return text;
  }

  /// A chat of two turns.
  static std::string chat(std::string const& more = "") {
    return R"({"user_name":"You","character_name":"Lena","create_date":"2024-01-01T00:00:00Z"})"
           "\n"
           R"({"name":"Lena","is_user":false,"send_date":"2024-01-01T00:00:01Z","mes":"Come in."})"
           "\n"
           R"({"name":"You","is_user":true,"send_date":"2024-01-01T00:01:00Z","mes":"I come in."})"
           "\n"
           R"({"name":"LENA","is_user":false,"send_date":"2024-01-01T00:01:30Z","mes":"She smiles."})"
           "\n"
           R"({"name":"You","is_user":true,"send_date":"2023-01-01T00:00:00Z","mes":"I sit."})"
           "\n"
           R"({"name":"Rain","is_user":false,"send_date":"2024-01-01T00:02:00Z","mes":"It rains."})"
           "\n" +
           more;
  }
  MirroredStory chat_told(std::string const& text) {
    auto const told = read_story_file(store, "chat.jsonl", text, "closet");
    EXPECT_TRUE(told) << told.error().message;
    return told.value_or(MirroredStory{});
  }

  test::ScratchDir other_dir;
  Store other = Store::open((other_dir / "turns.db").string()).value();
};

TEST_F(Backfill, AMirrorInAnotherDatabaseTellsTheSameStory) {
  auto const id = begin();
  say(id, "a");
  say(id, "b", "saw a");
  say(id, "c");
  ASSERT_TRUE(undo_turns(store, id, 1, asked("u")));
  auto const told = read_mirror("m", text_of(store, id)).value();
  auto const done = backfill_story(other, told, "m", by_us);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(*done, Backfilled::fresh);
  EXPECT_EQ(*backfill_story(other, told, "m", by_us), Backfilled::same);
  EXPECT_THAT(difference(stored_story(other, id).value(), told), IsEmpty());
  EXPECT_THAT(check_stories(other).value(), IsEmpty());
  auto const row = story(other, id).value();
  ASSERT_TRUE(row);
  EXPECT_FALSE(row->directory);
  EXPECT_NE(row->dice_seed, "abc");
  EXPECT_EQ(row->scene_index, 2);
  auto const here = observations(store, id).value();
  auto const there = observations(other, id).value();
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    EXPECT_EQ(here[i].content, there[i].content);
    EXPECT_EQ(here[i].reinforcement_count, there[i].reinforcement_count);
    EXPECT_EQ(here[i].importance, there[i].importance);
  }
}

TEST_F(Backfill, AChatIsAsLongAsAnImportedOneAtMost) {
  auto const turns = [](std::size_t count) {
    std::string lines;
    for (std::size_t i = 0; i < count; ++i)
      lines += R"({"name":"You","is_user":true,"mes":"I wait."})"
               "\n"
               R"({"name":"Lena","is_user":false,"mes":"She waits."})"
               "\n";
    return lines;
  };
  EXPECT_TRUE(read_story_file(store, "chat.jsonl", chat(turns(most_past_turns - 2)), "closet"));
  auto const longer = read_story_file(store, "chat.jsonl", chat(turns(most_past_turns - 1)), "closet");
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().fault, Fault::too_large);
  EXPECT_THAT(longer.error().message, HasSubstr("10001 turns"));
}

TEST_F(Backfill, AStoryGoesOnWhereItsFileGrewUntilADirectoryPlaysIt) {
  auto const id = begin();
  say(id, "a");
  ASSERT_TRUE(backfill_story(other, read_mirror("m", text_of(store, id)).value(), "m", by_us));
  say(id, "b");
  auto const grown = read_mirror("m", text_of(store, id)).value();
  EXPECT_EQ(backfill_story(other, grown, "m", by_us).value(), Backfilled::extended);
  EXPECT_THAT(difference(stored_story(other, id).value(), grown), IsEmpty());
  EXPECT_THAT(check_stories(other).value(), IsEmpty());
  ASSERT_TRUE(attach_story(other, id, directory(9)));
  say(id, "c");
  auto const refused = backfill_story(other, read_mirror("m", text_of(store, id)).value(), "m", by_us);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("1 more scenes"));
}

TEST_F(Backfill, AFileThatTellsItOtherwiseIsLeftOut) {
  auto const id = begin();
  say(id, "a");
  auto told = read_mirror("m", text_of(store, id)).value();
  told.scenes.back().messages.back().content = "Otherwise.";
  auto const refused = backfill_story(store, told, "m", by_us);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::exists);
  EXPECT_THAT(refused.error().message, HasSubstr("scene 1"));
}

TEST_F(Backfill, WhatDoesNotHoldChangesNothing) {
  auto const id = begin();
  say(id, "a");
  auto const sound = read_mirror("m", text_of(store, id)).value();
  auto const refused = [&](auto change) {
    auto told = sound;
    change(told);
    auto const done = backfill_story(other, told, "m", by_us);
    return !done && stories(other).value().empty();
  };
  EXPECT_TRUE(refused([](MirroredStory& it) { it.scenes[1].state["present"] = {"stranger"}; }));
  EXPECT_TRUE(refused([](MirroredStory& it) { it.scenes[1].actions[0].character_id = "stranger"; }));
  EXPECT_TRUE(refused([](MirroredStory& it) { it.scenes[1].observations[0].importance = 9; }));
  EXPECT_TRUE(refused([](MirroredStory& it) { it.scenes[1].relations[0].trust = 50; }));
  EXPECT_TRUE(refused([](MirroredStory& it) { it.documents.characters.pop_back(); }));
  EXPECT_TRUE(refused([](MirroredStory& it) { it.documents.ruleset.scene_state_schema = {{"type", 7}}; }));
  EXPECT_FALSE(read_story_file(other, "m", text_of(store, id), "")) << "the id is none of ours";
}

TEST_F(Backfill, AChatBecomesAStoryOfItsScenario) {
  auto const told = chat_told(chat());
  ASSERT_EQ(backfill_story(store, told, "chat.jsonl", by_us).value(), Backfilled::fresh);
  EXPECT_EQ(backfill_story(store, told, "chat.jsonl", by_us).value(), Backfilled::same);
  auto const log = log_rows(store, told.session_id, {}).value();
  ASSERT_EQ(log.size(), 3U);
  EXPECT_EQ(log[0]["messages"][0]["content"], "Come in.");
  EXPECT_EQ(log[1]["messages"][0]["content"], "I come in.");
  EXPECT_EQ(log[1]["messages"][1]["content"], "She smiles.");
  EXPECT_EQ(log[1]["actions"][1]["character_id"], "lena");
  EXPECT_EQ(log[2]["messages"][1]["content"], "It rains.");
  EXPECT_EQ(log[2]["actions"].size(), 1U) << "nobody of the story is called Rain";
  EXPECT_GE(log[2]["created_at"], log[1]["created_at"]);
  EXPECT_EQ(scene_rows(store, told.session_id, {}).value()[2]["state_json"]["minutes_left"], 7);
  EXPECT_THAT(difference(stored_story(store, told.session_id).value(), told), IsEmpty());
  EXPECT_THAT(check_stories(store).value(), IsEmpty());
}

TEST_F(Backfill, AChatThatGrewIsTheSameStory) {
  auto const told = chat_told(chat());
  ASSERT_TRUE(backfill_story(store, told, "chat.jsonl", by_us));
  std::string const waits = R"({"name":"You","is_user":true,"mes":"I wait."})";
  auto const unanswered = chat_told(chat(waits));
  EXPECT_EQ(unanswered.session_id, told.session_id);
  EXPECT_EQ(backfill_story(store, unanswered, "chat.jsonl", by_us).value(), Backfilled::same);
  auto const answered =
      chat_told(chat(waits + "\n" + R"({"name":"Lena","is_user":false,"mes":"She waits."})"));
  EXPECT_EQ(backfill_story(store, answered, "chat.jsonl", by_us).value(), Backfilled::extended);
  auto const log = log_rows(store, told.session_id, {}).value();
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[3]["messages"][0]["content"], "I wait.");
  EXPECT_EQ(log[3]["messages"][1]["content"], "She waits.");
}

TEST_F(Backfill, AChatNeedsAScenarioAndOtherFilesAreRefused) {
  EXPECT_FALSE(read_story_file(store, "c", chat(), ""));
  EXPECT_FALSE(read_story_file(store, "c", chat(), "nowhere"));
  EXPECT_FALSE(read_story_file(store, "c", "", "closet"));
  EXPECT_FALSE(read_story_file(store, "c", "{}\n", "closet"));
  EXPECT_FALSE(read_story_file(store, "c", "\xff\xfe", "closet"));
}

TEST_F(Backfill, ALineOfAChatThatCannotBeReadIsLeftOutAndNamed) {
  EXPECT_THAT(chat_told(chat()).left_out, IsEmpty());
  auto const told = chat_told(chat("{\"name\":\"Lena\",\"mes\":\"cut\n"));
  ASSERT_EQ(told.left_out.size(), 1U);
  EXPECT_EQ(told.left_out.front().line, 7U);
  EXPECT_FALSE(has_error(told.left_out));
  EXPECT_TRUE(backfill_story(store, told, "chat.jsonl", by_us)) << "the rest is kept";
}

TEST_F(Backfill, AChatThatIsRefusedIsRefusedForItsErrorAndNotForItsFirstDamagedLine) {
  auto const header = chat().substr(0, chat().find('\n') + 1);
  auto const refused = read_story_file(store, "c.jsonl", header + "cut\ncut\n", "closet");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("no message of the chat can be read"));
}

} // namespace
} // namespace artifactd::turn
