// Steps whose reply was cut short or empty: the request is sent once more, with room for the rest.
#include "agents/model/step.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>
#include <utility>

namespace artifactd::model {
namespace {

using nlohmann::ordered_json;
using test::patient;
using test::question;
using test::ScriptedModel;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Contract two_points() {
  return {{"score", ordered_json::parse(R"({"type": "object", "properties": {"score": {"maximum": 2}}})")}};
}

auto asked_for_points(ScriptedModel& model) {
  return run_step(model, question("What is the score?"), two_points(), {.call = patient()});
}

std::vector<Rung> rungs_in(StepRecord const& record) {
  std::vector<Rung> rungs;
  for (auto const& each : record.rungs)
    rungs.push_back(each.rung);
  return rungs;
}

TEST(CutReplies, AsksOnceMoreWithMoreRoomWhereAReplyWasCutShort) {
  ScriptedModel model;
  model.fails(Failing::truncated, "{\"sco", {.output = 9}).says(R"({"score": 2})");
  auto const outcome = asked_for_points(model);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_THAT(rungs_in(outcome->record), ElementsAre(Rung::first, Rung::retry));
  EXPECT_EQ(outcome->record.usage().output, 9U);
  EXPECT_EQ(outcome->record.rungs[0].failing, Failing::truncated);
  auto const& [first, again] = std::pair(model.asked().at(0), model.asked().at(1));
  EXPECT_EQ(again.max_tokens, 2 * first.max_tokens);
  ASSERT_EQ(again.messages.size(), 1U) << "what was cut short is not sent back";
  EXPECT_THAT(again.messages[0].text,
              AllOf(StartsWith("What is the score?"), HasSubstr("was cut short at its limit"),
                    Not(HasSubstr("{\"sco"))));
}

TEST(CutReplies, AsksForLessWhereNobodyGrantsMoreRoom) {
  for (auto why : {Failing::bad_request, Failing::over_budget}) {
    ScriptedModel model;
    model.fails(Failing::truncated).fails(why).says(R"({"score": 2})");
    auto const outcome = asked_for_points(model);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(model.asked().at(2).max_tokens, model.asked().at(0).max_tokens);
    EXPECT_EQ(outcome->record.rungs.size(), 3U);
  }
}

TEST(CutReplies, RaisesNoLimitBeyondMeasure) {
  ScriptedModel model;
  model.fails(Failing::truncated).says(R"({"score": 2})");
  auto request = question("What is the score?");
  request.max_tokens = most_reply_tokens - 1;
  ASSERT_TRUE(run_step(model, request, two_points(), {.call = patient()}));
  EXPECT_EQ(model.asked().at(1).max_tokens, most_reply_tokens);
}

TEST(CutReplies, AsksOnceMoreWhereAReplyIsEmpty) {
  ScriptedModel model;
  model.fails(Failing::empty, "{}").says(R"({"score": 2})");
  auto const outcome = asked_for_points(model);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(model.asked().at(1).max_tokens, model.asked().at(0).max_tokens);
  EXPECT_THAT(model.asked().at(1).messages.back().text, HasSubstr("the reply was empty"));
}

TEST(CutReplies, SendsAFaultyReplyBackAlsoAfterOneThatWasCutShort) {
  ScriptedModel model;
  model.fails(Failing::truncated).says(R"({"score": 3})").says(R"({"score": 1})");
  auto const outcome = asked_for_points(model);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_THAT(rungs_in(outcome->record), ElementsAre(Rung::first, Rung::retry, Rung::repair));
}

TEST(CutReplies, GivesUpWhereRepliesStayCutShort) {
  ScriptedModel model;
  model.fails(Failing::truncated, "{").fails(Failing::truncated, "{\"s").says(R"({"score": 2})");
  auto const outcome = asked_for_points(model);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::truncated);
  EXPECT_EQ(outcome.error().raw, "{\"s");
  EXPECT_EQ(model.asked().size(), 2U);
}

} // namespace
} // namespace artifactd::model
