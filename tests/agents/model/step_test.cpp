// Steps: a reply is judged, repaired once, requested once more, and the result keeps its contract.
#include "agents/model/follow_up.hpp"
#include "agents/model/message_json.hpp"
#include "agents/model/step.hpp"
#include "state/json/repair.hpp"
#include "tests/agents/model/calls.hpp"
#include "tests/support/scripted_model.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::model {
namespace {

using nlohmann::ordered_json;
using test::any_text;
using test::Outcome;
using test::patient;
using test::question;
using test::ScriptedModel;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// An integer score; even_score() also requires an even one.
ordered_json score_schema() {
  return ordered_json::parse(R"({"type": "object", "required": ["score"], "additionalProperties": false,
                                 "properties": {"score": {"type": "integer"}}})");
}

Contract even_score() {
  return {{"score", score_schema()}, [](ordered_json const& value) -> std::vector<std::string> {
            if (value.at("score").get<long>() % 2 == 0) return {};
            return {"/score: an even number is wanted,\nnot \x1b[31mthis"};
          }};
}

StepLimits limits() {
  return {.call = patient()};
}

auto step(ScriptedModel& model, Contract const& contract = even_score()) {
  return run_step(model, question("What is the score?"), contract, limits());
}

std::vector<Rung> rungs_of(StepRecord const& record) {
  std::vector<Rung> rungs;
  for (auto const& each : record.rungs)
    rungs.push_back(each.rung);
  return rungs;
}

TEST(Step, TakesAReplyThatKeepsItsContract) {
  ScriptedModel model;
  model.says(" {\"score\": 2}\n", {.input = 5, .cached = 0, .cache_written = 0, .output = 3});
  auto const outcome = step(model);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->value, ordered_json({{"score", 2}}));
  EXPECT_EQ(outcome->text, " {\"score\": 2}\n");
  EXPECT_THAT(rungs_of(outcome->record), ElementsAre(Rung::first));
  EXPECT_TRUE(outcome->record.rungs[0].ok());
  EXPECT_EQ(outcome->record.usage().output, 3u);
  ASSERT_EQ(model.asked().size(), 1u);
  ASSERT_TRUE(model.asked()[0].shape);
  EXPECT_EQ(model.asked()[0].shape->schema(), score_schema()); // the endpoint is asked to enforce it
  EXPECT_EQ(outcome->record.rungs[0].digest, digest_of(model.id(), model.asked()[0]));
}

TEST(Step, SendsAFaultyReplyBackOnce) {
  ScriptedModel model;
  model.says(R"({"score": "2"})").says(R"({"score": 2})");
  auto const outcome = step(model);
  ASSERT_TRUE(outcome);
  EXPECT_THAT(rungs_of(outcome->record), ElementsAre(Rung::first, Rung::repair));
  EXPECT_THAT(outcome->record.rungs[0].faults,
              ElementsAre(AllOf(StartsWith("at /score: "), HasSubstr("whole number"))));
  auto const& repair = model.asked()[1].messages;
  ASSERT_EQ(repair.size(), 3u);
  EXPECT_EQ(repair[0].text, "What is the score?");
  EXPECT_EQ(repair[1].role, Message::Role::assistant);
  EXPECT_EQ(repair[1].text, R"({"score": "2"})");
  EXPECT_THAT(repair[2].text, HasSubstr("\n- at /score: "));
  EXPECT_EQ(model.asked()[1].system, model.asked()[0].system);
}

TEST(Step, AsksAfreshWhereRepairDidNotHelp) {
  ScriptedModel model;
  model.says("no idea").says(R"({"score": 3})").says(R"({"score": 4})");
  auto const outcome = step(model);
  ASSERT_TRUE(outcome);
  EXPECT_THAT(rungs_of(outcome->record), ElementsAre(Rung::first, Rung::repair, Rung::retry));
  auto const& retry = model.asked()[2].messages;
  ASSERT_EQ(retry.size(), 1u);
  EXPECT_THAT(retry[0].text, AllOf(StartsWith("What is the score?"), HasSubstr("not a JSON object"),
                                   HasSubstr("even number is wanted")));
}

TEST(Step, TellsAModelThatWroteTextThatAnObjectIsWanted) {
  ScriptedModel model;
  model.says("I cannot continue with this request.").says("no").says(R"({"score": 4})");
  ASSERT_TRUE(step(model));
  EXPECT_THAT(model.asked()[1].messages.back().text,
              AllOf(HasSubstr("the reply is not a JSON object: \"I cannot continue"),
                    HasSubstr("Expected one JSON object"), Not(HasSubstr("file"))));
  EXPECT_THAT(model.asked()[2].messages.back().text,
              AllOf(HasSubstr("the reply is not a JSON object: \"no\""), Not(HasSubstr("false"))));
}

TEST(Step, NeverSpeaksOfAFile) {
  for (std::string const reply :
       {R"({"score": 2} {"score": 3})", R"({"score": [1, 2)", R"({"score": "2)", "\xff\xfe{", "{\"a\": \"\\",
        "PK\x03\x04 {", "Here {it} is", "```json\n{\"score\": }\n```", "{\"score\": 2},"}) {
    ScriptedModel model;
    model.says(reply).says(reply).says(reply);
    auto const outcome = step(model);
    if (outcome) continue; // repaired
    for (auto const& fault : outcome.error().faults)
      EXPECT_THAT(fault, Not(HasSubstr("file"))) << reply;
  }
}

TEST(Step, FailsAfterThreeFaultyReplies) {
  ScriptedModel model;
  model.says("{").says("[]").says(R"({"score": 3})").says(R"({"score": 4})");
  auto const outcome = step(model);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::malformed);
  EXPECT_EQ(outcome.error().raw, R"({"score": 3})");
  EXPECT_THAT(outcome.error().message, HasSubstr("3 calls"));
  EXPECT_THAT(outcome.error().faults, ElementsAre("/score: an even number is wanted,\\x0anot \\x1b[31mthis"));
  EXPECT_EQ(outcome.error().record.rungs.size(), 3u);
  EXPECT_EQ(model.asked().size(), 3u);
}

TEST(Step, PassesOnWhatTheModelReports) {
  for (auto why : {Failing::transient, Failing::wait, Failing::auth, Failing::quota, Failing::over_budget,
                   Failing::refused, Failing::malformed, Failing::cancelled}) {
    ScriptedModel model;
    model.fails(why, "{\"sco", {.input = 1, .cached = 0, .cache_written = 0, .output = 1})
        .says(R"({"score": 2})");
    auto const outcome = step(model);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().why, why);
    EXPECT_EQ(outcome.error().raw, "{\"sco");
    EXPECT_EQ(outcome.error().record.usage().output, 1u);
    EXPECT_EQ(outcome.error().record.rungs[0].failing, why);
    EXPECT_EQ(model.asked().size(), 1u); // neither repaired nor asked again
  }
}

TEST(Step, KeepsTheLastReplyWhereRepairGetsNone) {
  ScriptedModel model;
  model.says("{}").gives(std::unexpected(
      Failure{.why = Failing::wait, .message = "\x1b[31mlater", .retry_after = std::chrono::seconds(3)}));
  auto const outcome = step(model);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::wait);
  EXPECT_EQ(outcome.error().retry_after, Duration(std::chrono::seconds(3)));
  EXPECT_EQ(outcome.error().message, "\\x1b[31mlater");
  EXPECT_EQ(outcome.error().raw, "{}");
  EXPECT_THAT(outcome.error().faults, Not(IsEmpty()));
}

TEST(Step, ReadsWhatCanBeReadInOneWay) {
  for (auto const* reply : {"```json\n{\"score\": 2}\n```", "{\"score\": 2,}", "\xEF\xBB\xBF{\"score\": 2}",
                            "{\"score\": 2 /**/}", "Sure! {\"score\": 2}"}) {
    ScriptedModel model;
    model.says(reply);
    auto const outcome = step(model);
    ASSERT_TRUE(outcome) << reply;
    EXPECT_EQ(outcome->value["score"], 2) << reply;
    EXPECT_EQ(outcome->text, reply);
    EXPECT_THAT(outcome->record.rungs.at(0).repairs, Not(IsEmpty())) << reply;
  }
}

TEST(Step, GuessesAtNothing) {
  for (auto const* reply : {"{\"score\": 1, \"score\": 2}", "{\"score\": 2} {\"score\": 2}",
                            "{\"score\": NaN}", "{\"score\": 02}", "{\"score\": 1e999}", "{\"score\": 2",
                            "{score: 2}", "```json\n{\"score\": 2}\n```\nOr:\n{\"score\": 6}"}) {
    ScriptedModel model;
    model.says(reply).says(R"({"score": 4})");
    auto const outcome = step(model);
    ASSERT_TRUE(outcome) << reply;
    EXPECT_EQ(outcome->value["score"], 4) << reply;
    EXPECT_THAT(outcome->record.rungs.back().repairs, IsEmpty());
  }
}

TEST(Step, SendsBackOnlyWhatCanBeSent) {
  for (std::string const& reply :
       {std::string(" \n"), std::string("\"\xFF\""), std::string(longest_repaired + 1, '[')}) {
    ScriptedModel model;
    model.says(reply).says(R"({"score": 2})");
    auto const outcome = step(model);
    ASSERT_TRUE(outcome);
    EXPECT_THAT(rungs_of(outcome->record), ElementsAre(Rung::first, Rung::retry));
  }
}

TEST(Step, SendsNothingUnderASchemaThatDoesNotCompile) {
  ScriptedModel model;
  model.says("{}");
  auto const outcome = step(model, {{"bad", {{"type", 7}}}});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::bad_request);
  EXPECT_THAT(outcome.error().message, HasSubstr("the shape bad"));
  EXPECT_TRUE(model.asked().empty());
}

TEST(Step, TakesACheckThatThrowsForAFault) {
  ScriptedModel model;
  model.says("{}").says("{}").says("{}");
  Contract const careless = {{"any", true}, [](ordered_json const& value) -> std::vector<std::string> {
                               return {value.at("score").get<std::string>()};
                             }};
  auto const outcome = step(model, careless);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().why, Failing::malformed);
  EXPECT_THAT(outcome.error().faults.front(), HasSubstr("could not be checked"));
}

TEST(FollowUp, TellsFewFaultsShortly) {
  std::vector<std::string> const faults(most_faults_told + 5, std::string(2 * longest_fault_told, 'f'));
  auto const repair = repair_request(question("q"), "{}", faults);
  EXPECT_THAT(repair.messages.back().text, HasSubstr("and 5 more"));
  EXPECT_LT(repair.messages.back().text.size(), most_faults_told * (longest_fault_told + 10) + 300);
  auto talk = question("q");
  talk.messages.push_back({Message::Role::assistant, "a"});
  EXPECT_EQ(retry_request(talk, faults).messages.size(), 3u);
}

/// The contract, restated without any of the code under test.
bool keeps_contract(std::string const& text) {
  auto const value = ordered_json::parse(text, nullptr, false);
  return value.is_object() && value.size() == 1 && value.contains("score") &&
         value["score"].is_number_integer() && value["score"].get<long>() % 2 == 0;
}

RC_GTEST_PROP(StepProperty, NothingComesOutThatBreaksItsContract, ()) {
  ScriptedModel model;
  std::vector<ScriptedModel::Outcome> script;
  auto const reply = rc::gen::oneOf(
      any_text(),
      rc::gen::element<std::string>(R"({"score": 2})", R"({"score": 3})", R"({"score": -4 })", "{}", "[2]",
                                    R"({"score": 2, "score": 3})", R"({"score": 2, "more": 1})",
                                    R"({"score": 1e400})", R"({"score": 2.5})", "{\"score\": 2}}"));
  for (int i = 0; i < 3; ++i) {
    if (*rc::gen::inRange(0, 8) == 0)
      model.gives(script.emplace_back(std::unexpected(
          Failure{.why = *rc::gen::element(Failing::transient, Failing::refused), .message = *any_text()})));
    else
      model.gives(script.emplace_back(Reply{*reply, "m", {.output = 1}, {}}));
  }
  auto const outcome = step(model);
  auto const asked = model.asked().size();
  RC_ASSERT(asked >= 1u && asked <= 3u);
  auto const& last = script[asked - 1];
  auto const& record = outcome ? outcome->record : outcome.error().record;
  RC_ASSERT(record.rungs.size() == asked);
  if (outcome) {
    RC_ASSERT(last.has_value() && outcome->text == last->text);
    auto const read = json::repair(outcome->text);
    RC_ASSERT(read && keeps_contract(read->text));
    RC_ASSERT(outcome->value == ordered_json::parse(read->text));
    RC_ASSERT(read->repairs.size() == record.rungs.back().repairs.size());
    RC_ASSERT(record.rungs.back().ok());
  } else if (last) {
    RC_ASSERT(outcome.error().why == Failing::malformed);
    RC_ASSERT(outcome.error().raw == last->text);
    RC_ASSERT(!outcome.error().faults.empty());
    RC_ASSERT(!keeps_contract(last->text) || last->text.find("score") != last->text.rfind("score"));
  } else {
    RC_ASSERT(outcome.error().why == last.error().why);
  }
}

} // namespace
} // namespace artifactd::model
