// Changing single values of a JSON text: everything else keeps its bytes.
#include "state/json/edit.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::test {
namespace {

JsonNode const& at(JsonNode const& root, std::string const& pointer) {
  return *json::find_at(root, *json::pointer_steps(pointer));
}

std::string without(std::string const& text, std::string const& pointer) {
  JsonNode const root(text);
  return json::spliced(text, {json::removal(text, at(root, pointer))});
}

std::string with(std::string const& text, std::string const& pointer, std::string const& value) {
  auto changed = json::with_value(text, *json::pointer_steps(pointer), value);
  return changed ? *changed : changed.error().message;
}

TEST(JsonEdit, TakesAChildAndOneCommaAway) {
  EXPECT_EQ(without("{\"a\": 1}", "/a"), "{}");
  EXPECT_EQ(without("[ 1 ]", "/0"), "[]");
  EXPECT_EQ(without("{\n  \"a\": 1,\n  \"b\": 2\n}", "/a"), "{\n  \"b\": 2\n}");
  EXPECT_EQ(without("{\n  \"a\": 1,\n  \"b\": 2\n}", "/b"), "{\n  \"a\": 1\n}");
  EXPECT_EQ(without("[1 , 2 , 3]", "/1"), "[1 , 3]");
  EXPECT_EQ(without("[[1, 2], {\"x\": [3]}]", "/1/x/0"), "[[1, 2], {\"x\": []}]");
}

TEST(JsonEdit, PutsAnElementBeforeAnother) {
  auto before = [](std::string const& text, std::string const& pointer) {
    JsonNode const root(text);
    return json::spliced(text, {json::inserted_element(text, at(root, pointer), "9")});
  };
  EXPECT_EQ(before("[1, 2]", "/0"), "[9,1, 2]");
  EXPECT_EQ(before("[\n  1,\n  2\n]", "/1"), "[\n  1,\n  9,\n  2\n]");
}

TEST(JsonEdit, KnowsNoIndexWithLeadingZeros) {
  JsonNode const root("[1, 2]");
  EXPECT_EQ(json::find_at(root, {"01"}), nullptr);
  EXPECT_NE(json::find_at(root, {"1"}), nullptr);
}

TEST(JsonEdit, PutsAValueWhereAPointerLeads) {
  EXPECT_EQ(with("{\"a\": {\"b\": 1.0}}", "/a/b", "[2]"), "{\"a\": {\"b\": [2]}}");
  EXPECT_EQ(with("{\n  \"a\": 1\n}", "/b", "2"), "{\n  \"a\": 1,\n  \"b\": 2\n}");
  EXPECT_EQ(with("[1, 2]", "/-", "3"), "[1, 2,3]");
  EXPECT_EQ(with("{}", "/a", "1"), "{\"a\": 1}");
  EXPECT_EQ(with("{\"~/\": 1}", "/~0~1", "2"), "{\"~/\": 2}");
  EXPECT_EQ(with("3", "", "4"), "4");
}

TEST(JsonEdit, SaysWhereAWayEnds) {
  EXPECT_EQ(with("{}", "/a/b", "1"), "the document has no \"a\" to go into");
  EXPECT_EQ(with("{\"a\": 1}", "/a/b", "1"), "/a has no \"b\" to go into");
  EXPECT_EQ(with("[1]", "/1", "2"), "the document has no \"1\" to go into");
  for (auto const* pointer : {"a", "/~", "/~2", "/a~"})
    EXPECT_FALSE(json::pointer_steps(pointer)) << pointer;
}

RC_GTEST_PROP(JsonEdit, WhatIsTakenAwayAndAppendedAgainIsThere, (std::vector<int> numbers)) {
  RC_PRE(!numbers.empty());
  std::string text = "[";
  for (auto each : numbers)
    text += (text.size() > 1 ? ", " : "") + std::to_string(each);
  text += "]";
  auto const index = *rc::gen::inRange<std::size_t>(0, numbers.size());
  auto const rest = without(text, "/" + std::to_string(index));
  JsonNode const root(rest);
  RC_ASSERT(root.children().size() == numbers.size() - 1);
  auto const again = with(rest, "/-", std::to_string(numbers[index]));
  JsonNode const appended(again);
  RC_ASSERT(appended.children().back().text() == std::to_string(numbers[index]));
}

} // namespace
} // namespace artifactd::test
