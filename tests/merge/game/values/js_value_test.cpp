#include "merge/game/values/js_members.hpp"
#include "merge/game/values/js_number.hpp"
#include "merge/game/values/js_text.hpp"
#include "merge/game/values/js_value.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace artifactd::game {
namespace {

constexpr double js_infinity = std::numeric_limits<double>::infinity();
constexpr double js_nan = std::numeric_limits<double>::quiet_NaN();

TEST(NumberText, IsWhatJavascriptPrints) {
  std::vector<std::pair<double, std::string>> const cases = {
      {0, "0"},
      {-0.0, "0"},
      {3, "3"},
      {-3.5, "-3.5"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {100, "100"},
      {123456.789, "123456.789"},
      {1e20, "100000000000000000000"},
      {123456789012345680000.0, "123456789012345680000"},
      {1e21, "1e+21"},
      {-1.5e21, "-1.5e+21"},
      {1e-6, "0.000001"},
      {1.25e-6, "0.00000125"},
      {1e-7, "1e-7"},
      {1.5e-9, "1.5e-9"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {9007199254740993.0, "9007199254740992"},
      {js_infinity, "Infinity"},
      {-js_infinity, "-Infinity"},
      {js_nan, "NaN"},
  };
  for (auto const& [number, text] : cases)
    EXPECT_EQ(number_text(number), text);
}

TEST(TextNumber, TakesOneNumberFromEndToEnd) {
  std::vector<std::pair<std::string, double>> const cases = {
      {"", 0},
      {" \n\t\v\f\r", 0},
      {"\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff", 0},
      {"12", 12},
      {" 12\n", 12},
      {"\u30007\ufeff", 7},
      {"+12", 12},
      {"-12.5e-1", -1.25},
      {"5.", 5},
      {".5", 0.5},
      {"007", 7},
      {"0x1F", 31},
      {"0B11", 3},
      {"0o17", 15},
      {"0x20000000000001", 9007199254740992.0},
      {"0x20000000000003", 9007199254740996.0},
      {"0x10000000000000800000000001", 0x1.0000000000001p100},
      {"1e400", js_infinity},
      {"-1e400", -js_infinity},
      {"1e-400", 0},
      {"0e999999999999999999999", 0},
      {"1e999999999999999999999", js_infinity},
      {"1e-99999999999999999999", 0},
      {"0.000000000000000000000000000001e335", 1e305},
      {"Infinity", js_infinity},
      {"+Infinity", js_infinity},
      {"-Infinity", -js_infinity},
  };
  for (auto const& [text, number] : cases)
    EXPECT_EQ(text_number(text), number) << text;
  EXPECT_TRUE(std::signbit(text_number("-0")));
}

TEST(TextNumber, IsNotANumberForAnythingElse) {
  for (auto const* text :
       {"x",   "1 2",   "1x",    "1e",  "1e+", ".",   "+",   "-",        "--1",       "0x",     "0xg",
        "0b2", "-0x10", "1_000", "1,5", "inf", "nan", "NaN", "infinity", "Infinityx", "\u200b1"})
    EXPECT_TRUE(std::isnan(text_number(text))) << text;
}

TEST(LeadingNumber, IsTheLongestNumberInFront) {
  std::vector<std::pair<std::string, double>> const cases = {
      {"12 points", 12},
      {"  -3.5x", -3.5},
      {"5.", 5},
      {".5.5", 0.5},
      {"1e3x", 1000},
      {"1e", 1},
      {"1e+", 1},
      {"0x10", 0},
      {"1_000", 1},
      {"+3", 3},
      {"-Infinityx", -js_infinity},
      {"1e400", js_infinity},
  };
  for (auto const& [text, number] : cases)
    EXPECT_EQ(leading_number(text), number) << text;
  for (auto const* text : {"", " ", "x1", ".", "-", "e5", "nan", "inf"})
    EXPECT_TRUE(std::isnan(leading_number(text))) << text;
}

RC_GTEST_PROP(NumberText, ReadsBackAsTheNumberItWas, (double number)) {
  RC_PRE(std::isfinite(number));
  RC_ASSERT(text_number(number_text(number)) == number);
  RC_ASSERT(leading_number(number_text(number) + "!") == number);
}

RC_GTEST_PROP(TextNumber, TakesAnyText, (std::string const& text)) {
  auto const whole = text_number(text);
  RC_ASSERT(std::isnan(whole) || text.empty() || whole == 0 || std::isnan(leading_number(text)) ||
            leading_number(text) == whole || text.find_first_of("xXoObB") != text.npos);
}

TEST(Number, IsWholeWhereItCanBe) {
  EXPECT_EQ(number(3.0).dump(), "3");
  EXPECT_EQ(number(-3.0).dump(), "-3");
  EXPECT_EQ(number(3.5).dump(), "3.5");
  EXPECT_EQ(number(9007199254740992.0).dump(), "9007199254740992");
  EXPECT_TRUE(number(9007199254740994.0).is_number_float());
  EXPECT_TRUE(number(0.0).is_number_integer());
  EXPECT_TRUE(number(-0.0).is_number_float());
  EXPECT_TRUE(std::isnan(number(js_nan).get<double>()));
  EXPECT_EQ(number(js_infinity).get<double>(), js_infinity);
}

TEST(NumberOf, CoercesEveryKind) {
  EXPECT_TRUE(std::isnan(number_of(undefined())));
  EXPECT_EQ(number_of(nullptr), 0);
  EXPECT_EQ(number_of(true), 1);
  EXPECT_EQ(number_of(18446744073709551615U), 18446744073709551616.0);
  EXPECT_EQ(number_of(" 7 "), 7);
  EXPECT_EQ(number_of(Value::array()), 0);
  EXPECT_EQ(number_of(Value::parse("[[[\"5\"]]]")), 5);
  EXPECT_TRUE(std::isnan(number_of(Value::parse("[1,2]"))));
  EXPECT_TRUE(std::isnan(number_of(Value::object())));
}

TEST(FloatOf, GoesByTheText) {
  EXPECT_TRUE(std::isnan(float_of(nullptr)));
  EXPECT_TRUE(std::isnan(float_of(true)));
  EXPECT_TRUE(std::isnan(float_of("")));
  EXPECT_TRUE(std::isnan(float_of(undefined())));
  EXPECT_EQ(float_of(Value::parse("[4, 5]")), 4);
  EXPECT_FALSE(std::signbit(float_of(-0.0)));
}

TEST(TextOf, IsWhatStringGives) {
  EXPECT_EQ(text_of(undefined()), "undefined");
  EXPECT_EQ(text_of(nullptr), "null");
  EXPECT_EQ(text_of(false), "false");
  EXPECT_EQ(text_of(1.0), "1");
  EXPECT_EQ(text_of(18446744073709551615U), "18446744073709552000");
  EXPECT_EQ(text_of(Value::object()), "[object Object]");
  EXPECT_EQ(text_of(Value::parse(R"([1,null,["a",[],[null,null]],{}])")), "1,,a,,,,[object Object]");
}

TEST(TextOf, DoesNotMindDepth) {
  Value deep = "x";
  for (int level = 0; level < 200'000; ++level) {
    auto outer = Value::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_EQ(text_of(deep), "x");
}

TEST(Truth, DiffersOverEmptyListsAlone) {
  for (auto const* text : {"null", "false", "0", "0.0", "-0.0", "\"\""}) {
    EXPECT_FALSE(truthy(Value::parse(text))) << text;
    EXPECT_FALSE(js_truthy(Value::parse(text))) << text;
  }
  for (auto const* text : {"true", "1", "-1", "0.5", "\"0\"", "\"false\"", "[0]", "{}"}) {
    EXPECT_TRUE(truthy(Value::parse(text))) << text;
    EXPECT_TRUE(js_truthy(Value::parse(text))) << text;
  }
  EXPECT_FALSE(js_truthy(undefined()));
  EXPECT_FALSE(js_truthy(js_nan));
  EXPECT_FALSE(truthy(Value::array()));
  EXPECT_TRUE(js_truthy(Value::array()));
}

TEST(Equality, OfObjectsIsBeingTheSame) {
  auto const object = Value::parse(R"({"a": [1]})");
  auto const twin = Value::parse(object.dump());
  EXPECT_TRUE(strictly_equal(object, object));
  EXPECT_TRUE(loosely_equal(object["a"], object["a"]));
  EXPECT_FALSE(strictly_equal(object, twin));
  EXPECT_FALSE(loosely_equal(object["a"], twin["a"]));
}

TEST(Equality, KnowsUndefined) {
  EXPECT_TRUE(strictly_equal(undefined(), undefined()));
  EXPECT_FALSE(strictly_equal(undefined(), nullptr));
  EXPECT_TRUE(loosely_equal(undefined(), nullptr));
  EXPECT_FALSE(loosely_equal(undefined(), false));
  EXPECT_FALSE(loosely_equal(js_nan, js_nan));
}

TEST(Compare, TakesTextsByTheirUnits) {
  EXPECT_TRUE(std::is_lt(compare("10", "9")));
  EXPECT_TRUE(std::is_gt(compare("10", 9)));
  EXPECT_TRUE(std::is_lt(compare("\U0001f600", "\uffee")));
  EXPECT_TRUE(std::is_lt(compare("\ud7ff", "\U0001f600")));
  EXPECT_TRUE(std::is_lt(compare("\uffee", "\uffef")));
  EXPECT_TRUE(std::is_lt(compare("\U0001f600", "\U0001f601")));
  EXPECT_TRUE(std::is_eq(compare(nullptr, false)));
  EXPECT_EQ(compare(undefined(), 0), std::partial_ordering::unordered);
  EXPECT_EQ(compare("x", 0), std::partial_ordering::unordered);
}

TEST(Units, AreTwoBeyondTheBasicPlane) {
  EXPECT_EQ(unit_count("a\u00e9\u65e5\U0001f600"), 5U);
  EXPECT_EQ(unit_range("a\U0001f600b", 1, 3), "\U0001f600");
  EXPECT_EQ(unit_range("a\U0001f600b", 2, 9), "\ufffdb");
  EXPECT_EQ(unit_range("a\U0001f600b", 0, 2), "a\ufffd");
  EXPECT_EQ(unit_range("abc", 2, 1), "");
  EXPECT_EQ(unit_range("a\U0001f600b", 2, 2), "");
  EXPECT_THAT(units_of("a\U0001f600\u00e9"), testing::ElementsAre("a", "\ufffd", "\ufffd", "\u00e9"));
}

RC_GTEST_PROP(Units, CutATextInTwoAnywhere, ()) {
  std::string text;
  for (int characters = *rc::gen::inRange(0, 8); characters > 0; --characters)
    text += *rc::gen::element<std::string>("a", "\u00e9", "\u65e5", "\U0001f600");
  auto const count = unit_count(text);
  auto const at = *rc::gen::inRange<std::size_t>(0, count + 1);
  auto const first = unit_range(text, 0, at);
  auto const second = unit_range(text, at, count);
  RC_ASSERT(unit_count(first) == at);
  RC_ASSERT(unit_count(second) == count - at);
  RC_ASSERT(first.contains("\ufffd") || first + second == text);
  RC_ASSERT(units_of(text).size() == count);
}

RC_GTEST_PROP(Units, OfAnyBytesCanBeCountedAndCut, (std::string const& bytes)) {
  auto const count = unit_count(bytes);
  RC_ASSERT(unit_range(bytes, 0, count).size() <= bytes.size() * 3);
  RC_ASSERT(std::is_eq(compare_units(bytes, bytes)));
}

TEST(Property, FindsOnlyWhatAValueHasItself) {
  auto const value = Value::parse(R"({"list": ["a", "b"], "text": "xy", "": 1, "length": 9})");
  EXPECT_EQ(*property_of(value, ""), 1);
  EXPECT_EQ(*property_of(value, "length"), 9);
  EXPECT_EQ(*property_of(value["list"], "1"), "b");
  EXPECT_EQ(*property_of(value["list"], "length"), 2);
  EXPECT_EQ(*property_of(value["text"], "0"), "x");
  EXPECT_EQ(*property_of(value["text"], "length"), 2);
  EXPECT_TRUE(is_undefined(*property_of(value, "constructor")));
  for (auto const* key : {"2", "01", "-1", "1.0", "", "x", "99999999999999999999", "4294967295"}) {
    EXPECT_TRUE(is_undefined(*property_of(value["list"], key))) << key;
    EXPECT_TRUE(is_undefined(*property_of(value["text"], key))) << key;
  }
  EXPECT_TRUE(is_undefined(*property_of(5, "length")));
}

TEST(Members, ComeWithWholeNumbersFirst) {
  auto const object = Value::parse(R"({"b": 1, "10": 2, "a": 3, "9": 4, "01": 5, "4294967295": 6})");
  std::string order;
  for (auto const* member : members_in_order(object))
    order += member->first + " ";
  EXPECT_EQ(order, "9 10 b a 01 4294967295 ");
  EXPECT_EQ(values_of("ab").size(), 2U);
  EXPECT_EQ(values_of(5).size(), 0U);
}

} // namespace
} // namespace artifactd::game
