#include "merge/game/delta/delta_path.hpp"
#include "merge/game/values/value_extent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::game {
namespace {

using Segments = std::vector<std::string>;

Segments segments_in(std::string_view path) {
  return parse_delta_path(path).segments;
}

Value after_assigning(std::string_view state, std::string_view path, Value value) {
  auto document = Value::parse(state);
  EXPECT_TRUE(assign_at(document, parse_delta_path(path), std::move(value)).has_value());
  return document;
}

TEST(DeltaPath, SplitsAtDotsAndTakesIndexesOutOfBrackets) {
  EXPECT_EQ(segments_in("game.round"), (Segments{"game", "round"}));
  EXPECT_EQ(segments_in("a[0][12].b"), (Segments{"a", "0", "12", "b"}));
  EXPECT_EQ(segments_in("a.[3].b"), (Segments{"a", "3", "b"}));
}

TEST(DeltaPath, DropsWhateverElseIsInBrackets) {
  EXPECT_EQ(segments_in("players[*].score"), (Segments{"players", "score"}));
  EXPECT_EQ(segments_in("players.[*].score"), (Segments{"players", "score"}));
  EXPECT_EQ(segments_in("a[b][-1][][1.5].c"), (Segments{"a", "5]", "c"}))
      << "a dot splits inside brackets, too";
  EXPECT_EQ(segments_in("a[0"), Segments{"a"});
}

TEST(DeltaPath, KeepsEmptySegments) {
  EXPECT_EQ(segments_in(""), Segments{""});
  EXPECT_EQ(segments_in("a..b."), (Segments{"a", "", "b", ""}));
  EXPECT_TRUE(segments_in("[*]").empty());
}

TEST(DeltaPath, ReadsObjectsAndArrays) {
  auto const state = Value::parse(R"({"a": {"b": [1, [2, {"c": 3}]]}, "n": null})");
  EXPECT_EQ(read_at(state, parse_delta_path("a.b[1][1].c")), 3);
  EXPECT_EQ(read_at(state, parse_delta_path("a.b.0")), 1);
  EXPECT_EQ(read_at(state, parse_delta_path("[*]")), state);
  EXPECT_TRUE(read_at(state, parse_delta_path("n")).is_null());
  for (auto const* path : {"a.c", "a.b[2]", "a.b.x", "a.b.00", "n.x", "a.b[0].x"})
    EXPECT_TRUE(is_undefined(read_at(state, parse_delta_path(path)))) << path;
}

TEST(DeltaPath, ReadsTheLengthOfAnArrayButFindsNone) {
  auto const state = Value::parse(R"({"list": [1, 2, 3], "object": {"length": "mine"}, "text": "abc"})");
  EXPECT_EQ(read_at(state, parse_delta_path("list.length")), 3);
  EXPECT_EQ(find_at(state, parse_delta_path("list.length")), nullptr);
  EXPECT_EQ(read_at(state, parse_delta_path("object.length")), "mine");
  EXPECT_TRUE(is_undefined(read_at(state, parse_delta_path("text.length"))));
}

TEST(DeltaPath, MakesWhatIsMissing) {
  EXPECT_EQ(after_assigning("{}", "a.b.c", 1).dump(), R"({"a":{"b":{"c":1}}})");
  EXPECT_EQ(after_assigning("{}", "a.1.c", 1).dump(), R"({"a":[null,{"c":1}]})");
  EXPECT_EQ(after_assigning(R"({"a": "text"})", "a.b", 1).dump(), R"({"a":{"b":1}})");
  EXPECT_EQ(after_assigning("null", "0.x", 1).dump(), R"([{"x":1}])");
}

TEST(DeltaPath, UndefinedTakesTheMemberAway) {
  EXPECT_EQ(after_assigning(R"({"a": 1, "b": 2})", "a", undefined()).dump(), R"({"b":2})");
  EXPECT_EQ(after_assigning(R"({"a": [1, 2]})", "a.0", undefined()).dump(), R"({"a":[null,2]})");
}

TEST(DeltaPath, TellsHowManyElementsItFilledUpWith) {
  auto state = Value::parse(R"({"list": [1]})");
  EXPECT_EQ(assign_at(state, parse_delta_path("list[4]"), 1).value(), 4U);
  EXPECT_EQ(assign_at(state, parse_delta_path("list[4]"), 2).value(), 0U);
  EXPECT_EQ(assign_at(state, parse_delta_path("new[2][3]"), 2).value(), 7U);
}

TEST(DeltaPath, AnIndexOutOfBoundsChangesNothing) {
  for (auto const* path : {"a.b[10000]", "list[10000]", "list.18446744073709551616", "a[0][10000]"}) {
    auto state = Value::parse(R"({"list": [1]})");
    auto const done = assign_at(state, parse_delta_path(path), 1);
    ASSERT_FALSE(done.has_value()) << path;
    EXPECT_EQ(done.error().fault, Fault::too_large);
    EXPECT_TRUE(done.error().message.contains("10000")) << done.error().message;
    EXPECT_EQ(state.dump(), R"({"list":[1]})");
  }
}

TEST(DeltaPath, AnElementThatStandsBeyondTheBoundMayBeReplaced) {
  Value state{{"list", Value::array_t(10'002)}};
  EXPECT_EQ(assign_at(state, parse_delta_path("list[10001]"), 7).value(), 0U);
  EXPECT_EQ(state["list"][10'001], 7);
  EXPECT_FALSE(assign_at(state, parse_delta_path("list[10002]"), 7).has_value());
}

TEST(DeltaPath, APathThatIsTooDeepChangesNothing) {
  std::string deep = "a";
  for (std::size_t i = 1; i < deepest_state; ++i)
    deep += ".a";
  Value state = Value::object();
  EXPECT_TRUE(assign_at(state, parse_delta_path(deep), 1).has_value());
  EXPECT_EQ(extent_of(state).depth, deepest_state);
  auto const before = state;
  auto const done = assign_at(state, parse_delta_path(deep + ".a"), 1);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().fault, Fault::too_large);
  EXPECT_EQ(state, before);
  EXPECT_EQ(find_at(state, parse_delta_path(deep + ".a")), nullptr);
}

TEST(DeltaPath, AHostilePathIsCheap) {
  auto const dots = parse_delta_path(std::string(5'000'000, '.'));
  auto const brackets = parse_delta_path("a" + std::string(5'000'000, '['));
  EXPECT_LE(dots.segments.size(), deepest_state + 1);
  EXPECT_EQ(brackets.segments, Segments{"a"});
  Value state = Value::object();
  auto const done = assign_at(state, dots, 1);
  ASSERT_FALSE(done.has_value());
  EXPECT_LT(done.error().message.size(), 400U);
}

TEST(DeltaPath, ErasesByTheTextBehindTheLastDot) {
  auto erased = [](std::string_view state, std::string_view path) {
    auto document = Value::parse(state);
    erase_at(document, parse_delta_path(path));
    return document.dump();
  };
  EXPECT_EQ(erased(R"({"a":{"b":1,"c":2}})", "a.b"), R"({"a":{"c":2}})");
  EXPECT_EQ(erased(R"({"a":[1,2]})", "a.0"), R"({"a":[null,2]})");
  EXPECT_EQ(erased(R"({"a":[1,2]})", "a[0]"), R"({"a":[1,2]})");
  EXPECT_EQ(erased(R"({"a":[1,2],"a[0]":3})", "a[0]"), R"({"a":[1,2]})");
  EXPECT_EQ(erased(R"({"a":[1,2]})", "a.length"), R"({"a":[1,2]})");
  EXPECT_EQ(erased(R"({"a":[{"b":1}]})", "a[0].b"), R"({"a":[{}]})");
  EXPECT_EQ(erased(R"({"a":1})", "x.y.z"), R"({"a":1})");
  EXPECT_EQ(erased(R"({"a":1})", "a.b"), R"({"a":1})");
}

/// A path through objects and arrays that assigning creates: no name leads into an array.
std::string any_fresh_path() {
  std::string path = "a";
  for (int length = *rc::gen::inRange(0, 6); length > 0; --length)
    path += *rc::gen::element<std::string>(".b", ".0", "[2]", ".__proto__", ".constructor", "[*]", ".", ".ä");
  return path;
}

RC_GTEST_PROP(DeltaPath, WhatIsAssignedIsRead, ()) {
  auto const path = parse_delta_path(any_fresh_path());
  auto const value = *rc::gen::element(Value(1), Value("x"), Value(nullptr), Value::array(), Value{{"k", 1}});
  Value state = Value::object();
  RC_ASSERT(assign_at(state, path, value).has_value());
  RC_ASSERT(read_at(state, path) == value);
  RC_ASSERT(assign_at(state, path, value).value() == 0U);
}

RC_GTEST_PROP(DeltaPath, NoTextIsTooStrangeForAPath, (std::string const& text)) {
  auto state = Value::parse(R"({"a": [1, {"b": 2}], "": {}})");
  auto const path = parse_delta_path(text);
  auto const before = state;
  if (!assign_at(state, path, 1)) RC_ASSERT(state == before);
  erase_at(state, path);
  RC_ASSERT(state.is_object() || state.is_array());
}

} // namespace
} // namespace artifactd::game
