#include "merge/graph/canonical.hpp"
#include "tests/merge/json_gen.hpp"
#include "tests/support/scratch_dir.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

bool same(std::string_view a, std::string_view b) {
  return canonical(a) == canonical(b);
}

TEST(CanonicalNumber, IsOneForAllFormsOfAValue) {
  for (auto const* form : {"1.1", "1.10", "11e-1", "0.11E+1", "110e-2", "1.1e0", "1.1E-0"})
    EXPECT_TRUE(same(form, "1.1")) << form;
  for (auto const* zero : {"0", "-0", "0.0", "-0.00", "0e7", "0E-400", "0e99999999999999999999"})
    EXPECT_TRUE(same(zero, "0")) << zero;
  EXPECT_TRUE(same("1E400", "1e400"));
  EXPECT_TRUE(same("1E+400", "10e399"));
  EXPECT_TRUE(same("100", "1e2"));
}

TEST(CanonicalNumber, RoundsNothing) {
  EXPECT_FALSE(same("9007199254740992", "9007199254740993"));
  EXPECT_FALSE(same("12345678901234567890", "12345678901234567891"));
  EXPECT_FALSE(same("0.1", "0.10000000000000000001"));
  EXPECT_FALSE(same("1e400", "1e401"));
  EXPECT_FALSE(same("1", "-1"));
  EXPECT_FALSE(same("1", "\"1\""));
}

TEST(CanonicalNumber, SurvivesExponentsBeyondAllBounds) {
  for (auto const* number :
       {"1e9223372036854775807", "1e-9223372036854775808", "1e99999999999999999999",
        "-1E-99999999999999999999", "1.5e-9223372036854775807", "10e2305843009213693951"})
    EXPECT_FALSE(canonical(number).empty()) << number;
  EXPECT_FALSE(same("1e9223372036854775807", "1e-9223372036854775808"));
  EXPECT_TRUE(same("1e99999999999999999999", "1E+99999999999999999999"));
  EXPECT_FALSE(same("1e99999999999999999999", "-1e99999999999999999999"));
}

TEST(Canonical, OverlooksOrderSpaceAndSpelling) {
  EXPECT_TRUE(same(R"({"b": [1, 2.0], "a": "\u00e4\/"})", R"({"a":"ä/" ,"b":[ 1.0,2]})"));
  EXPECT_TRUE(same(R"("\ud83d\ude00")", R"("😀")"));
  EXPECT_TRUE(same("{}", "{ }"));
}

TEST(Canonical, TellsStructuresApart) {
  EXPECT_FALSE(same("[1, 2]", "[2, 1]"));
  EXPECT_FALSE(same("[]", "{}"));
  EXPECT_FALSE(same("[[1], 2]", "[[1, 2]]"));
  EXPECT_FALSE(same(R"(["a,b"])", R"(["a", "b"])"));
  EXPECT_FALSE(same(R"({"a": {"b": 1}})", R"({"a": {}, "b": 1})"));
  EXPECT_FALSE(same("null", "\"null\""));
  EXPECT_FALSE(same("null", "false"));
}

/// The output of a real tool; empty if the tool does not exist.
std::string through(std::string const& tool, std::string const& text) {
  test::ScratchDir dir;
  dir.write("in", text);
  if (std::system(("cd " + dir.path().string() + " && " + tool + " < in > out 2> /dev/null").c_str()) != 0)
    return "";
  auto made = dir.read("out");
  auto from = made.find_first_not_of(" \n");
  return from == made.npos ? "" : made.substr(from, made.find_last_not_of(" \n") - from + 1);
}

TEST(SameAsRead, IsWhatToolsMakeOfAText) {
  std::string const text =
      R"({"b": [12345678901234567890, -1e400, 0.1000000000000000055511, 1e-400, -0.0, 9007199254740993, 5e-324],)"
      R"( "a": {"\u00e4": "\/", "ä": 1, "n": 1.10}, "far": 1e308})";
  for (std::string const tool : {"jq .", "jq -c .", "jq -S ."}) {
    auto made = through(tool, text);
    if (made.empty()) GTEST_SKIP() << "jq is not there";
    EXPECT_TRUE(same_as_read(made, text)) << made;
    EXPECT_NE(made, text);
  }
  std::string const finite =
      R"([12345678901234567890, 0.1000000000000000055511, 1e-400, -0.0, 1E5, "\u00e4\ud83d\ude00"])";
  for (std::string const options : {"", ", indent=2", ", ensure_ascii=False, sort_keys=True"}) {
    auto made = through(
        "python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)" + options + "))'", finite);
    if (made.empty()) GTEST_SKIP() << "python3 is not there";
    EXPECT_TRUE(same_as_read(made, finite)) << made;
  }
}

TEST(SameAsRead, IsNoMoreThanThat) {
  EXPECT_TRUE(same_as_read("1e400", "1.7976931348623157e308"));
  EXPECT_TRUE(same_as_read("1e99999999999999999999", "1e400"));
  EXPECT_TRUE(same_as_read("1e-99999999999999999999", "0"));
  EXPECT_TRUE(same_as_read("0.0001e-400", "0"));
  EXPECT_TRUE(same_as_read(R"({"a": 1, "a": 2})", R"({"a": 2})"));
  EXPECT_TRUE(same_as_read(std::nullopt, std::nullopt));
  EXPECT_FALSE(same_as_read("1e400", "-1e400"));
  EXPECT_FALSE(same_as_read(R"({"a": 1, "a": 2})", R"({"a": 1})"));
  EXPECT_FALSE(same_as_read("9007199254740992", "9007199254740994"));
  EXPECT_FALSE(same_as_read("0.1", "0.10000000000000003"));
  EXPECT_FALSE(same_as_read("[1, 2]", "[2, 1]"));
  EXPECT_FALSE(same_as_read("null", std::nullopt));
  EXPECT_FALSE(same_as_read("1", "\"1\""));
}

RC_GTEST_PROP(SameAsRead, HoldsForAllTextsOfAValueAndOnlyThose, ()) {
  auto const a = *test::any_value(1);
  auto const b = *test::any_value(1);
  RC_ASSERT(same_as_read(*test::spelling_of(a), *test::spelling_of(a)));
  auto const equal = nlohmann::json::parse(a) == nlohmann::json::parse(b);
  RC_ASSERT(same_as_read(*test::spelling_of(a), *test::spelling_of(b)) == equal);
}

/// Tools treat equal decimals as equal, and a number as what its double is written as.
RC_GTEST_PROP(SameAsRead, FollowsTheExactDecimalsAndTheDoubles, ()) {
  auto const digits = *rc::gen::resize(
      25, rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789")))));
  auto const exponent = *rc::gen::inRange(-400, 400);
  auto const number = "1" + digits + "e" + std::to_string(exponent);
  auto const moved = "1." + digits + "E" + std::to_string(exponent + static_cast<int>(digits.size()));
  RC_ASSERT(canonical(moved) == canonical(number));
  RC_ASSERT(same_as_read(moved, number));
  auto const value = std::strtod(number.c_str(), nullptr);
  if (std::isinf(value)) {
    RC_ASSERT(same_as_read(number, "1.7976931348623157e308"));
  } else {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%.17g", value);
    RC_ASSERT(same_as_read(number, std::string_view(text.data())));
  }
}

RC_GTEST_PROP(Canonical, IsOneForAllTextsOfAValue, ()) {
  auto const value = *test::any_value();
  RC_ASSERT(same(*test::spelling_of(value), *test::spelling_of(value)));
}

RC_GTEST_PROP(Canonical, IsOneOnlyForEqualValues, ()) {
  auto const a = *test::any_value(1);
  auto const b = *test::any_value(1);
  auto const equal = nlohmann::json::parse(a) == nlohmann::json::parse(b);
  RC_CLASSIFY(equal);
  RC_ASSERT(same(*test::spelling_of(a), *test::spelling_of(b)) == equal);
}

RC_GTEST_PROP(Canonical, IsItsOwnCanonicalText, ()) {
  auto const text = canonical(*test::spelling_of(std::to_string(*rc::gen::inRange(-1000, 1000))));
  RC_ASSERT(canonical(text) == text);
}

} // namespace
} // namespace artifactd
