// What the probe reports about models that do what they should, and about those that do not.
#include "agents/model/budget.hpp"
#include "agents/model/probe.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>

namespace artifactd::model {
namespace {

using test::ScriptedModel;
using testing::HasSubstr;

constexpr Usage told_usage = {.input = 20, .output = 3};

/// Scripts the model to do all that the probe asks.
void make_good(ScriptedModel& model) {
  model.says("ready", told_usage).says(R"({"colour":"mauve","count":1})", told_usage);
  model.says("ready", told_usage).says("ready", {.input = 6000, .cached = 5900, .output = 1});
}

std::string words(Probe const& probe) {
  std::string text;
  for (auto const& line : probe.lines)
    text += std::string(line.what) + " " + std::string(answered_word(line.answered)) + ", ";
  return text;
}

TEST(Probe, TellsWhatAModelDoes) {
  ScriptedModel model;
  make_good(model);
  ScriptedModel misnamed;
  misnamed.fails(Failing::bad_request);
  auto const result = probe(model, &misnamed);
  EXPECT_EQ(words(result), "answers yes, usage yes, schema yes, cache yes, errors yes, ");
  EXPECT_THAT(result.lines[0].detail, HasSubstr("\"ready\""));
  EXPECT_THAT(result.lines[3].detail, HasSubstr("of 6000 tokens of a repeated prompt, 5900"));
  EXPECT_EQ(result.usage.input, 6060U);
  EXPECT_FALSE(result.estimated);
}

TEST(Probe, CountsWhatIsBookedForCallsThatDoNotSayWhatTheyTook) {
  ScriptedModel model;
  model.says("ready").says("ready", told_usage).says("ready", told_usage).says("ready", told_usage);
  auto const result = probe(model, nullptr);
  auto const booked = most_usage(probe_requests().front());
  EXPECT_TRUE(result.estimated);
  EXPECT_EQ(result.usage.input, 60 + booked.input);
  EXPECT_EQ(result.usage.output, 9 + booked.output);
}

TEST(Probe, AsksWhatItSaysItAsks) {
  ScriptedModel model;
  make_good(model);
  auto const result = probe(model, nullptr);
  EXPECT_EQ(result.lines[4].answered, Answered::not_tried);
  auto const requests = probe_requests();
  ASSERT_EQ(requests.size(), 5U);
  ASSERT_EQ(model.asked().size(), 4U);
  EXPECT_TRUE(model.asked()[1].shape);
  EXPECT_EQ(model.asked()[2].system, model.asked()[3].system);
  EXPECT_GT(requests[2].system.size(), 4096U * 4) << "what is shorter is not cached everywhere";
}

TEST(Probe, TellsWhatAModelDoesNot) {
  ScriptedModel model;
  model.says("ready").says("hello \x1b[31m").says("ready").says("ready");
  ScriptedModel misnamed;
  misnamed.says("ready");
  auto const result = probe(model, &misnamed);
  EXPECT_EQ(words(result), "answers yes, usage no, schema no, cache no, errors no, ");
  EXPECT_THAT(result.lines[2].detail, HasSubstr("not followed: the reply was \"hello"));
  EXPECT_EQ(result.lines[2].detail.find('\x1b'), std::string::npos);
  EXPECT_THAT(result.lines[4].detail, HasSubstr("any model name"));
}

TEST(Probe, LeavesAModelThatDoesNotAnswerAlone) {
  ScriptedModel model;
  model.fails(Failing::auth);
  auto const result = probe(model, nullptr);
  EXPECT_EQ(words(result),
            "answers no, usage not tried, schema not tried, cache not tried, errors not tried, ");
  EXPECT_THAT(result.lines[0].detail, HasSubstr("auth: as scripted"));
  EXPECT_EQ(model.asked().size(), 1U);
}

TEST(Probe, ToldThatAShapeIsNotTakenGoesOn) {
  ScriptedModel model;
  model.says("ready", told_usage).fails(Failing::bad_request).says("ready").says("ready", told_usage);
  auto const result = probe(model, nullptr);
  EXPECT_EQ(words(result), "answers yes, usage yes, schema no, cache no, errors not tried, ");
}

} // namespace
} // namespace artifactd::model
