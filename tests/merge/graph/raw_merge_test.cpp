#include "merge/graph/raw_merge.hpp"
#include "state/json/scan.hpp"
#include "tests/merge/jq_oracle.hpp"
#include "tests/merge/json_gen.hpp"
#include "tests/support/peak_memory.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

std::string merge(std::vector<std::string> const& texts) {
  return raw_merge(std::vector<std::string_view>(texts.begin(), texts.end()));
}

TEST(RawMerge, OfOneIsThatOneAsWritten) {
  EXPECT_EQ(merge({"{ \"a\" : 1.10 }"}), "{ \"a\" : 1.10 }");
}

TEST(RawMerge, JoinsObjectsAndLetsTheLaterWinOtherwise) {
  EXPECT_EQ(merge({R"({"a": {"x": 1, "y": [1, 2]}})", R"({"a": {"y": [3]}, "b": true})"}),
            R"({"a": {"x": 1, "y": [3]}, "b": true})");
}

TEST(RawMerge, ObjectsBehindAnotherValueStartAnew) {
  EXPECT_EQ(merge({R"({"a": {"x": 1}})", R"({"a": 7})", R"({"a": {"y": 2}})", R"({"a": {"z": 3}})"}),
            R"({"a": {"y": 2, "z": 3}})");
  EXPECT_EQ(merge({R"({"a": {"x": 1}})", R"({"a": null})"}), R"({"a": null})");
}

TEST(RawMerge, KeepsNumbersAndEscapesAsWritten) {
  EXPECT_EQ(merge({R"({"n": 1e400, "id": 12345678901234567890})", R"({"s": "\u00e4\/", "v": 1.10})"}),
            R"({"n": 1e400, "id": 12345678901234567890, "s": "\u00e4\/", "v": 1.10})");
}

TEST(RawMerge, KnowsAKeyInEverySpelling) {
  EXPECT_EQ(merge({R"({"agent": {"x": 1}})", R"({"\u0061gent": {"y": 2}})"}),
            R"({"agent": {"x": 1, "y": 2}})");
}

TEST(RawMerge, KeysComeInOrderOfFirstAppearance) {
  EXPECT_EQ(merge({R"({"b": 1, "a": 1})", R"({"c": 1, "a": 2, "b": 2})"}), R"({"b": 2, "a": 2, "c": 1})");
}

TEST(RawMerge, CopesWithThousandsOfKeysInManyFiles) {
  std::vector<std::string> texts;
  for (int file = 0; file < 50; ++file) {
    std::string text = "{";
    for (int i = 0; i < 500; ++i)
      text += (i > 0 ? "," : "") + std::string("\"") + std::to_string(i) + "\":{\"" + std::to_string(file) +
              "\":1}";
    texts.push_back(text + "}");
  }
  auto result = nlohmann::json::parse(merge(texts));
  ASSERT_EQ(result.size(), 500U);
  EXPECT_EQ(result["499"].size(), 50U);
}

TEST(RawMerge, OfManySmallMembersHoldsLittleBesideTheText) {
  constexpr std::size_t objects = 100, members = 5000;
  std::vector<std::string> texts;
  for (std::size_t object = 0; object < objects; ++object) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i)
      text += (i > 0 ? ",\"" : "\"") + std::to_string(object * members + i) + "\":0";
    texts.push_back(text + "}");
  }
  auto const before = test::peak_memory();
  auto const merged = merge(texts);
  auto const growth = test::peak_memory() - before;
  EXPECT_TRUE(merged.ends_with("\"499999\": 0}"));
  EXPECT_LT(growth, 56 * 1024); // KiB; a map of the keys would take 84 MiB
}

RC_GTEST_PROP(RawMerge, IsTheStarOfJq, ()) {
  auto const texts = *rc::gen::nonEmpty(
      rc::gen::resize(4, rc::gen::container<std::vector<std::string>>(test::any_object_text())));
  auto result = merge(texts);
  RC_ASSERT(json::scan(result).has_value());
  std::string input = R"({"got": )" + result + R"(, "texts": [)";
  for (std::size_t i = 0; i < texts.size(); ++i)
    input += (i > 0 ? "," : "") + texts[i];
  RC_ASSERT(test::jq("(.texts | reduce .[] as $x ({}; . * $x)) == .got", input + "]}") == "true");
}

RC_GTEST_PROP(RawMerge, OfWhatIsMergedAlreadyChangesNothing, ()) {
  auto const a = *test::any_object_text();
  auto const b = *test::any_object_text();
  auto once = merge({a, b});
  RC_ASSERT(test::jq_equal(merge({once, b}), once));
  RC_ASSERT(test::jq_equal(merge({once, once}), once));
}

} // namespace
} // namespace artifactd
