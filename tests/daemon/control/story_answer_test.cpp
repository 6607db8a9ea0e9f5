#include "daemon/control/story_answer.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <fcntl.h>
#include <filesystem>

namespace artifactd {
namespace {

using testing::HasSubstr;

/// A story whose directory exists.
class StoryAnswer : public testing::Test {
protected:
  StoryAnswer() {
    std::filesystem::create_directory(session);
    auto const stamp = stamp_of(opened().get()).value();
    EXPECT_TRUE(turn::attach_story(stories.store, id, turn::story_directory({}, session, stamp)));
  }

  [[nodiscard]] UniqueFd opened(int flags = O_RDONLY) const {
    return UniqueFd(::open(session.c_str(), flags | O_DIRECTORY | O_CLOEXEC));
  }
  Result<Json> answer(ControlRequest request) {
    // As it arrives: the request is one line.
    request.more = Json::parse(request_line(request));
    auto const lines = story_answer(shared, {stories.store.place(), "nowhere"}, request);
    EXPECT_EQ(lines.size(), 1);
    return read_story_answer(lines.at(0));
  }

  turn::Stories stories;
  std::string id = stories.begin();
  std::string session = (stories.dir / "s").string();
  turn::SharedStore shared;
};

TEST_F(StoryAnswer, IsTheDocumentThatTheStoreGives) {
  for (auto what :
       {turn::StoryView::What::log, turn::StoryView::What::scene, turn::StoryView::What::observations,
        turn::StoryView::What::relations, turn::StoryView::What::why, turn::StoryView::What::exported}) {
    turn::StoryView const view{.what = what, .character = "lena", .tree = true};
    auto const asked = answer(story_question(session, view, opened()));
    ASSERT_TRUE(asked) << asked.error().message;
    auto const row = turn::story(stories.store, id).value();
    auto const direct = turn::story_view(stories.store, row.value(), view, "nowhere").value();
    EXPECT_EQ(asked->size(), direct.size());
    EXPECT_EQ(asked->value("session_id", ""), direct.value("session_id", ""));
  }
}

TEST_F(StoryAnswer, NeedsADescriptorThatWasOpenedForReading) {
  auto without = story_question(session, {}, opened());
  without.directory.reset();
  auto const refused = answer(without);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::denied);
  EXPECT_THAT(refused.error().message, HasSubstr("SCM_RIGHTS"));
  // Anyone who may pass through the parent directories can get such a descriptor.
  EXPECT_EQ(answer(story_question(session, {}, opened(O_PATH))).error().fault, Fault::denied);
  UniqueFd file(::open(stories.store.place().c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(answer(story_question(session, {}, std::move(file))).error().fault, Fault::denied);
}

TEST_F(StoryAnswer, IsForTheDirectoryThatTheDescriptorOpens) {
  auto const other = (stories.dir / "other").string();
  std::filesystem::create_directory(other);
  UniqueFd directory(::open(other.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  auto const refused = answer(story_question(session, {}, std::move(directory)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::missing);
  EXPECT_THAT(refused.error().message, HasSubstr("has no story in " + other));
}

TEST_F(StoryAnswer, KeepsTheSeedOfAStoryThatGoesOn) {
  auto const asked = answer(story_question(session, {.what = turn::StoryView::What::reveal}, opened()));
  EXPECT_EQ(asked.error().fault, Fault::busy);
  auto const whole = answer(story_question(session, {.what = turn::StoryView::What::exported}, opened()));
  EXPECT_THAT(whole.value().dump(), testing::Not(HasSubstr("dice_seed")));
}

TEST_F(StoryAnswer, SaysWhichMemberOfTheQuestionIsWrong) {
  auto question = story_question(session, {}, opened());
  question.more["what"] = "everything";
  auto const refused = answer(question);
  EXPECT_EQ(refused.error().fault, Fault::invalid);
  EXPECT_THAT(refused.error().message, HasSubstr("/what"));
}

} // namespace
} // namespace artifactd
