// Answers of tools and resources: the form of each revision, and what is cut.
#include "daemon/mcp/tool_result.hpp"

#include <gmock/gmock.h>

namespace artifactd::mcp {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string text_in(Json const& result, std::size_t at = 0) {
  return result["content"][at]["text"].get<std::string>();
}

TEST(McpToolResult, HasTextForAModelAndStructureForAProgram) {
  ToolResult const result{.text = "merged", .structured = {{"version", 1}}};
  auto const now = to_json(result, Revision::of_2025_11_25);
  EXPECT_EQ(now, Json::parse(R"({"content": [{"type": "text", "text": "merged"}],
                                 "structuredContent": {"version": 1}})"));
  auto const before = to_json(result, Revision::of_2025_03_26);
  EXPECT_FALSE(before.contains("structuredContent"));
  EXPECT_EQ(text_in(before, 1), R"({"version":1})");
}

TEST(McpToolResult, ARefusalIsAnError) {
  EXPECT_EQ(to_json({.text = "no", .is_error = true}, latest_revision)["isError"], true);
  EXPECT_FALSE(to_json({.text = "yes"}, latest_revision).contains("isError"));
}

TEST(McpToolResult, ALongTextIsCutBetweenCharactersAndSaysSo) {
  std::string text;
  while (text.size() < 100'000)
    text += "ä\"";
  auto const result = to_json({.text = text}, latest_revision, 10'000);
  EXPECT_LE(compact(result).size(), 10'000 + 100U);
  EXPECT_THAT(text_in(result), StartsWith("ä\"ä"));
  EXPECT_THAT(text_in(result), EndsWith("of 100002 bytes; ask for less]"));
  EXPECT_THAT(text_in(result), testing::Not(HasSubstr("\xEF\xBF\xBD"))); // the mark of a broken character
}

TEST(McpToolResult, AListLosesItsEndAndSaysHowMuch) {
  ToolResult result{.text = "long", .structured = {{"version", 1}, {"findings", Json::array()}}};
  for (int i = 0; i < 1000; ++i)
    result.structured["findings"].push_back({{"number", i}, {"message", std::string(50, 'x')}});
  result.lists.emplace_back("/findings");
  for (auto const revision : {Revision::of_2025_03_26, latest_revision})
    EXPECT_LE(compact(to_json(result, revision, 10'000)).size(), 10'000 + 100U) << word_of(revision);
  auto const cut = to_json(result, latest_revision, 10'000)["structuredContent"];
  EXPECT_EQ(cut["findings"][0]["number"], 0);
  EXPECT_EQ(cut["findings"].size() + cut["left_out"]["/findings"].get<std::size_t>(), 1000U);
  EXPECT_GT(cut["findings"].size(), 50U);
}

TEST(McpToolResult, WhatCannotBeShortenedLosesItsListsAndObjects) {
  ToolResult const result{
      .text = "x",
      .structured = {{"version", 1}, {"outcome", "merged"}, {"result", {{"all", std::string(50'000, 'x')}}}}};
  auto const cut = to_json(result, latest_revision, 10'000)["structuredContent"];
  EXPECT_EQ(cut["outcome"], "merged");
  EXPECT_FALSE(cut.contains("result"));
  EXPECT_TRUE(cut.contains("left_out"));
}

TEST(McpToolResult, BothTextAndStructureFit) {
  ToolResult result{.text = std::string(50'000, '"'),
                    .structured = {{"version", 1}, {"outputs", Json::array({std::string(50'000, '"')})}}};
  result.lists.emplace_back("/outputs");
  for (auto const revision : {Revision::of_2025_03_26, latest_revision}) {
    auto const fitted = to_json(result, revision, 10'000);
    EXPECT_LE(compact(fitted).size(), 10'000 + 200U) << word_of(revision);
    EXPECT_THAT(text_in(fitted), HasSubstr("[cut: "));
  }
}

TEST(McpResourceResult, SaysWhenItIsCut) {
  auto const whole = resource_result("a://b", "application/json", "{}");
  EXPECT_EQ(whole, Json::parse(R"({"contents": [{"uri": "a://b", "mimeType": "application/json",
                                                 "text": "{}"}]})"));
  auto const cut = resource_result("a://b", "application/json", std::string(50'000, '1'), 10'000);
  EXPECT_LE(compact(cut).size(), 10'000U);
  EXPECT_EQ(cut["contents"][0]["mimeType"], "text/plain");
  EXPECT_THAT(cut["contents"][1]["text"].get<std::string>(), HasSubstr("of 50000 bytes"));
}

} // namespace
} // namespace artifactd::mcp
