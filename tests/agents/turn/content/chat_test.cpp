#include "agents/turn/content/chat.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string const header =
    R"({"user_name":"Sam","character_name":"Lena","create_date":"2024-1-1 @13h 02m 03s 4ms",)"
    R"("chat_metadata":{"integrity":"x","main_chat":"Lena - before"}})";

std::string message(std::string const& name, bool user, std::string const& text,
                    std::string const& more = "") {
  return R"({"name":")" + name + R"(","is_user":)" + (user ? "true" : "false") + R"(,"mes":")" + text + "\"" +
         more + "}";
}

std::string lines(std::vector<std::string> const& all) {
  std::string text;
  for (auto const& each : all)
    text += each + "\n";
  return text;
}

TEST(Chat, IsTurnsWithTheirReplies) {
  auto const read = read_chat(
      "c.jsonl",
      lines({header, message("Lena", false, "Hello.", R"(,"send_date":"January 1, 2024 1:03pm")"),
             message("Sam", true, "Hi.", R"(,"send_date":"2024-01-01T13:04:00.000Z")"),
             message("Lena", false, "b", R"(,"swipes":["a","b"],"swipe_id":1)"), message("Max", false, "c"),
             message("System", false, "hidden", R"(,"is_system":true)"), message("Sam", true, "Bye."), ""}));
  ASSERT_TRUE(read.chat) << words_of(read.findings);
  EXPECT_THAT(read.findings, IsEmpty());
  auto const& chat = *read.chat;
  EXPECT_EQ(chat.user_name, "Sam");
  EXPECT_EQ(chat.character_name, "Lena");
  EXPECT_EQ(chat.main_chat, "Lena - before");
  EXPECT_EQ(chat.created, 1'704'114'123'004);
  ASSERT_EQ(chat.opening.size(), 1U);
  EXPECT_EQ(chat.opening[0].text, "Hello.");
  EXPECT_EQ(chat.opening[0].send_date, 1'704'114'180'000);
  ASSERT_EQ(chat.turns.size(), 2U);
  EXPECT_EQ(chat.turns[0].user_text, "Hi.");
  EXPECT_EQ(chat.turns[0].send_date, 1'704'114'240'000);
  ASSERT_EQ(chat.turns[0].replies.size(), 2U);
  EXPECT_THAT(chat.turns[0].replies[0].swipes, ElementsAre("a", "b"));
  EXPECT_EQ(chat.turns[0].replies[1].name, "Max");
  EXPECT_THAT(chat.turns[0].replies[1].swipes, IsEmpty());
  EXPECT_EQ(chat.turns[0].replies[1].send_date, 1'704'114'240'000); // inherited from the line before
  EXPECT_THAT(chat.turns[1].replies, IsEmpty());
}

TEST(Chat, ADamagedLineIsLeftOutAndToldOf) {
  auto const read =
      read_chat("c.jsonl", lines({header, message("Sam", true, "one"), "{\"name\":\"Lena\",\"mes\":\"cut",
                                  "7", R"({"name":"Lena"})", message("Lena", false, "two")}));
  ASSERT_TRUE(read.chat);
  EXPECT_EQ(read.chat->turns.at(0).replies.at(0).text, "two");
  EXPECT_THAT(told(read.findings),
              ElementsAre("warning turn.chat", "warning turn.chat", "warning turn.chat"));
  EXPECT_EQ(read.findings[0].line, 3U);
  EXPECT_EQ(read.findings[1].line, 4U);
  EXPECT_EQ(read.findings[2].line, 5U);
}

TEST(Chat, WithoutItsHeaderNobodyKnowsWhoSpeaks) {
  for (auto const& text : {lines({message("Sam", true, "x")}), std::string(), std::string("\n\n"),
                           std::string("{"), lines({"[]", message("Sam", true, "x")})}) {
    auto const read = read_chat("c.jsonl", text);
    EXPECT_FALSE(read.chat) << text;
    EXPECT_THAT(told(read.findings), ElementsAre("error turn.chat"));
  }
  EXPECT_TRUE(read_chat("c", header).chat);
}

TEST(Chat, WhatIsAllDamagedIsRefused) {
  EXPECT_FALSE(read_chat("c", lines({header, "x", "y"})).chat);
  std::string bad = header + "\n";
  for (int i = 0; i < 20'000; ++i)
    bad += "x\n";
  auto const read = read_chat("c", bad);
  EXPECT_FALSE(read.chat);
  EXPECT_EQ(read.findings.size(), 101U);
}

TEST(Chat, IsToldByItsFirstLine) {
  EXPECT_TRUE(is_chat(header + "\n"));
  EXPECT_TRUE(is_chat("\n" + header));
  EXPECT_FALSE(is_chat("{\n\"user_name\": 1}"));
  EXPECT_FALSE(is_chat(message("Sam", true, "x")));
  EXPECT_FALSE(is_chat(""));
}

TEST(Chat, IsBounded) {
  EXPECT_THAT(words_of(read_chat("c", std::string(largest_chat + 1, ' ')).findings), HasSubstr("too large"));
  std::string long_chat = header + "\n";
  for (std::size_t i = 0; i <= most_chat_messages; ++i)
    long_chat += "{\"mes\":\"\"}\n";
  EXPECT_THAT(words_of(read_chat("c", long_chat).findings), HasSubstr("too long"));
}

TEST(ChatTime, ReadsTheFormatsInTheWild) {
  constexpr Time noon = 1'704'110'520'000; // 2024-01-01T12:02:00Z
  for (auto const& written :
       {Json("2024-01-01T12:02:00Z"), Json("2024-01-01T12:02:00.000Z"), Json("2024-01-01 12:02"),
        Json("2024-01-01T13:02:00+01:00"), Json("2024-01-01T07:32:00-0430"), Json("January 1, 2024 12:02pm"),
        Json("january 1, 2024 12:02 PM"), Json("January 1, 2024 12:02"), Json("2024-1-1 @12h 2m 0s 0ms"),
        Json("2024-01-01@12h02m00s"), Json(1'704'110'520), Json(1'704'110'520'000), Json("1704110520"),
        Json("1704110520000"), Json(1'704'110'520.0)})
    EXPECT_EQ(chat_time(written), noon) << written;
  EXPECT_EQ(chat_time("January 1, 2024 12:02am"), noon - 12 * 3'600'000);
  EXPECT_EQ(chat_time("2024-02-29"), 1'709'164'800'000);
  EXPECT_EQ(chat_time("2024-01-01T12:02:00.1234567Z"), noon + 123);
  EXPECT_EQ(chat_time(0), 0);
}

TEST(ChatTime, RefusesWhatIsNoDate) {
  for (auto const& written : {Json(nullptr),
                              Json(true),
                              Json(""),
                              Json("yesterday"),
                              Json("2023-02-29"),
                              Json("2024-13-01"),
                              Json("2024-01-01T24:00"),
                              Json("2024-01-01T12:60"),
                              Json("2024-01-01T12:02:00Zulu"),
                              Json("2024-01-01T12"),
                              Json("January 32, 2024 1:02pm"),
                              Json("January 1, 2024 13:02pm"),
                              Json("January 1, 2024 0:02am"),
                              Json("1969-12-31T23:59:59Z"),
                              Json(-1),
                              Json(1e300),
                              Json("99999999999999999999"),
                              Json("2024-01-01@12h"),
                              Json("2024-01-01T12:02:00.Z"),
                              Json("2024-01-01T12:02:00+25:00"),
                              Json::object()})
    EXPECT_EQ(chat_time(written), std::nullopt) << written;
}

RC_GTEST_PROP(ChatTimeProperty, AnyTextIsReadOrRefused, (std::string const& text)) {
  for (auto const& written :
       {text, "2024-" + text, "January " + text, "2024-01-01@" + text, "2024-01-01T" + text})
    if (auto const time = chat_time(written)) RC_ASSERT(*time >= 0);
}

} // namespace
} // namespace artifactd::turn
