#include "merge/canonical.hpp"
#include "tests/merge/json_gen.hpp"

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
