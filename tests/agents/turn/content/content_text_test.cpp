#include "agents/turn/content/content_text.hpp"
#include "agents/turn/limits.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <chrono>
#include <gmock/gmock.h>

namespace artifactd::turn {
namespace {

using content_test::told;
using content_test::words_of;
using testing::ElementsAre;
using testing::HasSubstr;

Json value_of_text(std::string_view bytes, Format format) {
  auto const text = read_content("x", bytes, format);
  if (text) return text->value;
  ADD_FAILURE() << words_of(text.error());
  return nullptr;
}

std::vector<Finding> faults_in(std::string_view bytes, Format format) {
  auto const text = read_content("dir/x", bytes, format);
  if (!text) return text.error();
  ADD_FAILURE() << "read: " << bytes.substr(0, 200);
  return {};
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i)
    text += part;
  return text;
}

TEST(ContentText, TheFormatIsToldByTheName) {
  EXPECT_EQ(format_of("a.yaml"), Format::yaml);
  EXPECT_EQ(format_of("b/a.yml"), Format::yaml);
  EXPECT_EQ(format_of("a.toml"), Format::toml);
  EXPECT_EQ(format_of("a.json"), Format::json);
  EXPECT_EQ(format_of("a"), Format::json);
}

TEST(ContentText, OneValueInThreeFormats) {
  auto const json = value_of_text(R"({"a": {"b": [1, -2.5, true, "x"], "c": "ü"}})", Format::json);
  EXPECT_EQ(json, value_of_text("a:\n  b: [1, -2.5, true, x]\n  c: ü\n", Format::yaml));
  EXPECT_EQ(json, value_of_text("[a]\nb = [1, -2.5, true, 'x']\nc = \"ü\"\n", Format::toml));
}

TEST(ContentText, OnlyJsonIsKeptAsWritten) {
  EXPECT_EQ(read_content("x", "{ }", Format::json)->written, "{ }");
  EXPECT_EQ(read_content("x", "a: b", Format::yaml)->written, "");
}

TEST(ContentText, FindingsAboutJsonGetLineAndColumn) {
  auto const text = read_content("x.json", "{\n  \"a/b\": [1,\n   {\"c\": 2}]\n}", Format::json);
  ASSERT_TRUE(text);
  std::vector<Finding> findings(4);
  for (auto& each : findings)
    each.file = "x.json";
  findings[0].pointer = "/a~1b/1/c";
  findings[1].pointer = "/a~1b/7/none"; // located as far as the path exists
  findings[2].pointer = "";
  findings[3].file = "another";
  findings[3].pointer = "";
  locate(findings, *text);
  EXPECT_EQ(findings[0].line, 3U);
  EXPECT_EQ(findings[0].column, 10U);
  EXPECT_EQ(findings[0].excerpt, "   {\"c\": 2}]\n         ^");
  EXPECT_EQ(findings[1].line, 2U);
  EXPECT_EQ(findings[2].line, 1U);
  EXPECT_FALSE(findings[3].line);
}

TEST(ContentText, SyntaxErrorsSayWhere) {
  auto const json = faults_in("{\n\"a\": 1,\n}", Format::json);
  EXPECT_EQ(json[0].code.substr(0, 5), "json.");
  EXPECT_EQ(json[0].line, 3U);
  auto const yaml = faults_in("a: b\nc: \"\n", Format::yaml);
  EXPECT_EQ(yaml[0].code, "turn.syntax");
  EXPECT_TRUE(yaml[0].line);
  auto const toml = faults_in("a = 1\nb = = 2\n", Format::toml);
  EXPECT_EQ(toml[0].code, "turn.syntax");
  EXPECT_EQ(toml[0].line, 2U);
  EXPECT_EQ(toml[0].file, "dir/x");
}

TEST(ContentText, AKeyStandsOnce) {
  EXPECT_EQ(told(faults_in(R"({"a": 1, "a": 2})", Format::json))[0], "error json.duplicate_key /a");
  EXPECT_EQ(told(faults_in("a: 1\na: 2\n", Format::yaml))[0], "error turn.syntax /a");
  EXPECT_EQ(faults_in("a = 1\na = 2\n", Format::toml)[0].line, 2U);
}

TEST(ContentText, NumbersAreFinite) {
  auto const json = faults_in(R"({"a": [0, 1e400]})", Format::json);
  EXPECT_EQ(told(json)[0], "error turn.syntax /a/1");
  EXPECT_EQ(json[0].column, 11U);
  EXPECT_EQ(told(faults_in("a: [.inf]\n", Format::yaml))[0], "error turn.syntax /a/0");
  EXPECT_EQ(told(faults_in("a: -1e999\n", Format::yaml))[0], "error turn.syntax /a");
  auto const toml = faults_in("a = 1\nb = nan\n", Format::toml);
  EXPECT_EQ(told(toml)[0], "error turn.syntax /b");
  EXPECT_EQ(toml[0].line, 2U);
  EXPECT_EQ(value_of_text("[1e-400]", Format::json), Json::parse("[0.0]"));
  EXPECT_EQ(value_of_text("+1.5", Format::yaml), Json(1.5));
}

TEST(ContentText, WhatYamlsReadDifferentlyNeedsQuotes) {
  auto const faults = faults_in("goals:\n  lena: no\n", Format::yaml);
  EXPECT_EQ(told(faults)[0], "error turn.syntax /goals/lena");
  EXPECT_THAT(faults[0].hint, HasSubstr("'no'"));
  EXPECT_EQ(value_of_text("a: 'no'\n", Format::yaml), Json({{"a", "no"}}));
}

TEST(ContentText, DatesOfTomlAreTexts) {
  EXPECT_EQ(value_of_text("a = 2024-01-02\nb = 13:02:03\nc = 2024-01-02T13:02:03Z\n", Format::toml),
            Json::parse(R"({"a": "2024-01-02", "b": "13:02:03", "c": "2024-01-02T13:02:03Z"})"));
}

TEST(ContentText, AliasesAreCountedNotExpanded) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    auto const former = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + former;
    for (int n = 1; n < 10; ++n)
      bomb += ", " + former;
    bomb += "]\n";
  }
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_THAT(words_of(faults_in(bomb, Format::yaml)), HasSubstr("too large once its aliases are expanded"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(ContentText, DepthIsBounded) {
  auto const deep = repeated("[", 65) + repeated("]", 65);
  EXPECT_EQ(faults_in(deep, Format::json)[0].code, "json.depth");
  EXPECT_EQ(faults_in(deep, Format::yaml)[0].code, "turn.syntax");
  EXPECT_EQ(faults_in("a = " + deep, Format::toml)[0].code, "turn.syntax");
  auto const sound = repeated("[", 64) + repeated("]", 64);
  EXPECT_TRUE(read_content("x", sound, Format::json));
}

TEST(ContentText, DottedKeysOfTomlMakeNoTower) {
  // toml++ makes a table for each part and destroys them recursively.
  for (auto const& tower : {repeated("a.", 300'000) + "a = 1", "[" + repeated("\"x y\" . ", 300'000) + "a]",
                            "b = { " + repeated("'a'.", 300'000) + "a = 1 }"}) {
    auto const faults = faults_in(tower, Format::toml);
    EXPECT_THAT(words_of(faults), HasSubstr("nested too deep"));
    EXPECT_EQ(faults[0].line, 1U);
  }
  auto const dots = repeated("a.", 500);
  EXPECT_EQ(value_of_text("a = '''\n" + dots + "'''\nb = \"" + dots + "\" # " + dots, Format::toml),
            Json({{"a", dots}, {"b", dots}}));
}

TEST(ContentText, TomlThatItsReaderAssertsIsRefused) {
  for (std::string const text : {"[{a]", "[ \n", "[[]]", "a = 1\n [=]", "[\u00e9]", "[[ #", "x = [1]\n[.]",
                                 "a = 2024-01-01 2]", "a\u00ae = 1", "a = \u00b5",
                                 // After quotes that toml++ does not take for quotes, U+00AC reaches its
                                 // whitespace test.
                                 "a=-'\u00ac'", "a = \"\"\"x\"\"\"\" \u00ac"}) {
    auto const faults = faults_in(text, Format::toml);
    ASSERT_FALSE(faults.empty());
    EXPECT_EQ(faults[0].code, "turn.syntax") << text;
    EXPECT_TRUE(faults[0].line) << text;
  }
  EXPECT_EQ(
      value_of_text("a = [\n[ { b = 1 } ],\n [\n ] ]\n[ \"c\" ]\nd = '''\n[{\n'''\n[['e']]\n", Format::toml),
      Json::parse(R"({"a": [[{"b": 1}], []], "c": {"d": "[{\n"}, "e": [{}]})"));
}

TEST(ContentText, ObjectsAreNotCrowded) {
  Json crowd = Json::object();
  std::string text = "{";
  std::string toml;
  for (int i = 0; i < 5000; ++i) {
    text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
    toml += "k" + std::to_string(i) + " = 1\n";
  }
  text += "}";
  for (auto const& faults :
       {faults_in(text, Format::json), faults_in(text, Format::yaml), faults_in(toml, Format::toml)})
    EXPECT_THAT(words_of(faults), HasSubstr("an object with 5000 members"));
}

TEST(ContentText, LongKeysCostNothingForWhatIsBelowThem) {
  std::string text = "? " + std::string(1 << 20, 'k') + "\n: [";
  text += repeated("1, ", 100'000) + "1]\n";
  auto const begin = std::chrono::steady_clock::now();
  static_cast<void>(read_content("x", text, Format::yaml));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(ContentText, TextsAreUtf8AndNotTooLong) {
  for (auto const format : {Format::yaml, Format::toml}) {
    EXPECT_THAT(words_of(faults_in("a = \"\xff\"", format)), HasSubstr("not UTF-8"));
    EXPECT_THAT(words_of(faults_in("a = \"\xe2\x82", format)), HasSubstr("not UTF-8"));
    EXPECT_THAT(words_of(faults_in(std::string_view("a = \"\0\"", 7), format)), HasSubstr("not UTF-8"));
  }
  EXPECT_EQ(faults_in("[\"\xff\"]", Format::json)[0].code, "json.encoding");
  EXPECT_EQ(value_of_text("\xEF\xBB\xBF"
                          "a: b",
                          Format::yaml),
            Json({{"a", "b"}}));
  for (auto const format : {Format::json, Format::yaml, Format::toml})
    EXPECT_THAT(words_of(faults_in(std::string(largest_document + 1, ' '), format)), HasSubstr("at most"));
}

} // namespace
} // namespace artifactd::turn
