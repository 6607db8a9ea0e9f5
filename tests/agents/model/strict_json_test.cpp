// JSON from outside: strict, of bounded depth, in bounded time.
#include "agents/model/strict_json.hpp"

#include <gtest/gtest.h>

namespace artifactd::model {
namespace {

std::string first_code(std::string_view text, JsonBounds const& bounds = {}) {
  auto const value = read_json(text, bounds);
  return value ? "none" : value.error().front().code;
}

std::string object_of(unsigned members) {
  std::string text = "{";
  for (unsigned i = 0; i < members; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":[]";
  return text + "}";
}

TEST(StrictJson, ReadsWhatIsSound) {
  auto const value = read_json(" {\"b\": [1, -2.5, \"\\u00e4\"], \"a\": null}\n", {});
  ASSERT_TRUE(value);
  EXPECT_EQ(value->dump(), R"({"b":[1,-2.5,"ä"],"a":null})"); // in the original order
}

TEST(StrictJson, RefusesWhatIsNot) {
  EXPECT_EQ(first_code(""), "json.empty");
  EXPECT_EQ(first_code("```json\n{}\n```"), "json.unexpected");
  EXPECT_EQ(first_code("{\"a\":1,}"), "json.unexpected");
  EXPECT_EQ(first_code("\"\xC3\""), "json.encoding");
  EXPECT_EQ(first_code("\"\x1b[31m\""), "json.control");
  EXPECT_EQ(first_code(R"({"a":1,"\u0061":2})"), "json.duplicate_key");
  EXPECT_EQ(first_code("[1e999]"), "json.number");
}

TEST(StrictJson, KeepsToItsBounds) {
  EXPECT_EQ(first_code("[[[]]]", {.depth = 3}), "none");
  EXPECT_EQ(first_code("[[[]]]", {.depth = 2}), "json.depth");
  EXPECT_EQ(first_code("\"1234\"", {.bytes = 6}), "none");
  EXPECT_EQ(first_code("\"12345\"", {.bytes = 6}), "file.too_large");
  EXPECT_EQ(first_code(object_of(5), {.members = 5}), "none");
  EXPECT_EQ(first_code(object_of(6), {.members = 5}), "file.too_large");
  // Members are counted per object, including objects that follow one with too many.
  EXPECT_EQ(first_code("[" + object_of(3) + "," + object_of(3) + ",{\"x\":" + object_of(3) + ",\"y\":0}]",
                       {.members = 3}),
            "none");
  EXPECT_EQ(first_code("[" + object_of(4) + ",{\"x\":" + object_of(3) + "}]", {.members = 3}),
            "file.too_large");
}

// Each object is counted once, not once per object before it; otherwise this takes minutes.
TEST(StrictJson, ReadsAListOfManyObjectsInTimeProportionalToIt) {
  std::string list = "[{}";
  for (int i = 1; i < 300'000; ++i)
    list += ",{}";
  EXPECT_EQ(read_json(list + "]", {})->size(), 300'000U);
}

} // namespace
} // namespace artifactd::model
