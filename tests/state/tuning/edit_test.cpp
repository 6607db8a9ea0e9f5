#include "state/tuning/edit.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd::tuning {
namespace {

using test::fault;
using test::must;

std::string set(std::string_view text, std::string_view path, std::string_view value) {
  return must(set_member(text, path, value));
}

TEST(SetMember, LeavesEveryOtherByte) {
  EXPECT_EQ(set("{ \"a\" : 1.0e0,\n\t\"b\":{ \"c\" :[1, 2 ] } }", "/b/c/1", "\"x\""),
            "{ \"a\" : 1.0e0,\n\t\"b\":{ \"c\" :[1, \"x\" ] } }");
  EXPECT_EQ(set("{\"b\": {\"c\": 1}}", "b.c", "null"), "{\"b\": {\"c\": null}}");
  EXPECT_EQ(set(R"({"a~/b": 1})", "/a~0~1b", "2"), R"({"a~/b": 2})");
}

TEST(SetMember, AddsWhatIsMissingAsItsNeighboursAre) {
  EXPECT_EQ(set("{\n  \"a\": 1\n}\n", "/b", "2"), "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
  EXPECT_EQ(set("{}", "/b", "2"), "{\"b\": 2}");
  EXPECT_EQ(set("{\"l\": [\n    1\n  ]}", "/l/-", "2"), "{\"l\": [\n    1,\n    2\n  ]}");
  EXPECT_EQ(set("{\"l\": [ ]}", "/l/-", "{}"), "{\"l\": [{}]}");
}

TEST(SetMember, NeverMakesAWay) {
  for (auto const* path : {"/x/y", "/l/2", "/l/x", "/a/b", "", "/", "a..b", "/l/-/x", "l/-", "x/y"})
    EXPECT_EQ(fault(set_member("{\"a\": 1, \"l\": [1, 2]}", path, "1")), "invalid") << path;
  EXPECT_EQ(fault(set_member("{}", "/a", "{")), "invalid");
  EXPECT_EQ(fault(set_member("{}", "/a", "1 2")), "invalid");
}

TEST(MergeUpdate, GoesIntoObjectsAndReplacesAllElse) {
  EXPECT_EQ(must(merge_update(R"({"d": {"a": {"x": 1}, "b": 2}, "l": [1], "n": 5})",
                              R"({"d": {"a": null, "c": 3}, "l": [], "m": {}})")),
            R"({"d": {"a": null, "b": 2,"c": 3}, "l": [], "n": 5,"m": {}})");
  EXPECT_EQ(must(merge_update("{}", R"({"a": 1, "b": 2, "c": 3})")), R"({"a": 1, "b": 2, "c": 3})");
}

TEST(MergeUpdate, RefusesAPathWrittenAsAName) {
  auto refused = merge_update("{}", R"({"diagnosis.context": null})");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr(R"({"diagnosis": {"context": …}})"));
  EXPECT_EQ(fault(merge_update("{}", "[]")), "invalid");
  EXPECT_EQ(fault(merge_update("{}", R"({"a": 1, "a": 2})")), "invalid");
}

/// As jq's `*` merges, which defines the meaning of updates.
nlohmann::json merged(nlohmann::json base, nlohmann::json const& update) {
  for (auto const& [key, value] : update.items())
    base[key] =
        base.contains(key) && base[key].is_object() && value.is_object() ? merged(base[key], value) : value;
  return base;
}

nlohmann::json any_object(int depth) {
  auto object = nlohmann::json::object();
  for (auto const& key :
       *rc::gen::container<std::vector<std::string>>(4, rc::gen::element<std::string>("a", "b", "c", "d")))
    object[key] = depth > 0 && *rc::gen::arbitrary<bool>() ? any_object(depth - 1)
                                                           : nlohmann::json(*rc::gen::inRange(0, 9));
  return object;
}

RC_GTEST_PROP(MergeUpdate, IsTheMergeOfTheValues, ()) {
  auto base = any_object(2);
  auto update = *rc::gen::arbitrary<bool>() ? any_object(2) : nlohmann::json::object();
  auto text = must(merge_update(base.dump(*rc::gen::inRange(-1, 3)), update.dump()));
  RC_ASSERT(nlohmann::json::parse(text) == merged(base, update));
}

} // namespace
} // namespace artifactd::tuning
