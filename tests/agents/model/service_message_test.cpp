// Messages over the service's socket round-trip, and anything else is refused.
#include "agents/model/service_message.hpp"
#include "tests/agents/model/calls.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::model {
namespace {

using test::any_outcome;
using test::any_request;
using test::same;

RC_GTEST_PROP(ServiceMessage, QuestionsComeOutAsTheyWentIn, ()) {
  CallWanted const call{"a-key",
                        {"/s \"x\"", "r\n"},
                        Duration(*rc::gen::inRange<std::int64_t>(0, 86'400'000'000'000)),
                        *rc::gen::arbitrary<bool>(),
                        *any_request()};
  auto const read = question_from_text(to_text(Question(call)));
  RC_ASSERT(read && std::holds_alternative<CallWanted>(*read));
  auto const& again = std::get<CallWanted>(*read);
  RC_ASSERT(again.key == call.key);
  RC_ASSERT(again.spender.session == call.spender.session && again.spender.run == call.spender.run);
  RC_ASSERT(again.room == call.room && again.misnamed == call.misnamed);
  RC_ASSERT(same(again.request, call.request));
}

RC_GTEST_PROP(ServiceMessage, OutcomesComeOutAsTheyWentIn, ()) {
  auto const outcome = *any_outcome();
  auto const read = outcome_from_text(to_text(outcome));
  RC_ASSERT(read.has_value());
  RC_ASSERT(same(*read, outcome));
}

TEST(ServiceMessage, ReportsComeOutAsTheyWentIn) {
  ServiceReport const report{
      "2026-11-21", {.tokens = 5, .money = 6, .unpriced = 7}, {{"m", ""}, {"n", "gone\n"}}};
  auto const read = report_from_text(to_text(report));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->day, report.day);
  EXPECT_EQ(read->spent, report.spent);
  EXPECT_EQ(read->keys, report.keys);
  auto const asked = question_from_text(to_text(Question(ReportWanted{})));
  ASSERT_TRUE(asked);
  EXPECT_TRUE(std::holds_alternative<ReportWanted>(*asked));
}

TEST(ServiceMessage, NobodyHasMoreThanADay) {
  CallWanted call{"m", {"s", "r"}, std::chrono::hours(1000), false, test::question("?")};
  auto const read = question_from_text(to_text(Question(call)));
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<CallWanted>(*read).room, std::chrono::hours(24));
}

TEST(ServiceMessage, AnythingElseIsRefused) {
  auto const sound =
      to_text(Question(CallWanted{"m", {"s", "r"}, std::chrono::hours(1), false, test::question("?")}));
  auto const changed = [&](std::string_view what, std::string const& into) {
    auto text = sound;
    auto const at = text.find(what);
    return at == text.npos ? std::string("the test is wrong: ") + std::string(what)
                           : text.replace(at, what.size(), into);
  };
  ASSERT_TRUE(question_from_text(sound));
  for (auto const& text :
       {std::string(), std::string("[]"), std::string("{}"), sound.substr(0, sound.size() - 1), sound + "x",
        changed("\"version\":1", "\"version\":2"), changed("\"call\"", "\"spend\""),
        changed("\"request\"", "\"quest\""), changed("3600000000000", "-1"), changed("3600000000000", "1.5"),
        changed("3600000000000", "\"1\""), changed("\"s\"", "\"" + std::string(5000, 's') + "\""),
        changed("\"max_tokens\":", "\"max_tokens\":-"), std::string(300, '[') + std::string(300, ']')}) {
    auto const read = question_from_text(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().fault, Fault::invalid);
  }
  EXPECT_FALSE(outcome_from_text("{\"version\":1}"));
  EXPECT_FALSE(report_from_text("{\"version\":1,\"day\":\"x\",\"tokens\":-1}"));
  EXPECT_FALSE(report_from_text(
      R"({"version":1,"day":"x","tokens":1,"micro_dollars":1,"unpriced_tokens":0,"keys":{"m":3}})"));
}

} // namespace
} // namespace artifactd::model
