#include "state/json/grammar.hpp"
#include "state/json/scan.hpp"

#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

namespace artifactd::json {

void PrintTo(Breach breach, std::ostream* out) {
  *out << "breach " << static_cast<int>(breach);
}

namespace {

using namespace std::string_literals;

struct BrokenCase {
  std::string text;
  Breach breach;
  std::size_t byte;
};

void PrintTo(BrokenCase const& broken, std::ostream* out) {
  *out << "breach " << static_cast<int>(broken.breach) << " at " << broken.byte;
}

class BrokenText : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenText, IsRefusedForItsBreachAtItsByte) {
  BrokenCase const& expected = GetParam();
  for (Classifier const classifier : classifiers()) {
    auto const result = scan_with(classifier, expected.text);
    ASSERT_FALSE(result) << expected.text;
    EXPECT_EQ(result.error().breach, expected.breach) << expected.text;
    EXPECT_EQ(result.error().byte, expected.byte) << expected.text;
  }
}

std::string const pad(70, ' '); // moves what follows into a second block

INSTANTIATE_TEST_SUITE_P(
    Scan, BrokenText,
    testing::Values(
        BrokenCase{"", Breach::empty, 0}, BrokenCase{" \n\t", Breach::empty, 3},
        BrokenCase{"\xEF\xBB\xBF{}", Breach::byte_order_mark, 0},
        BrokenCase{"\xFF\xFE{\0}\0"s, Breach::not_utf8, 0},
        BrokenCase{"{\0\"\0a\0\"\0"s, Breach::not_utf8, 1}, BrokenCase{"\0{\0}"s, Breach::not_utf8, 0},
        BrokenCase{"[\"a\xC3(\"]", Breach::not_utf8, 3},
        BrokenCase{"[\"\xED\xA0\x80\"]", Breach::not_utf8, 2}, BrokenCase{"[1\xFF]", Breach::not_utf8, 2},
        BrokenCase{"[\"abc\xC3", Breach::truncated, 6}, BrokenCase{"[\"abc\xE0\x80", Breach::not_utf8, 5},
        BrokenCase{"\xC3", Breach::unexpected, 0}, BrokenCase{"{}\0"s, Breach::trailing_data, 2},
        BrokenCase{"{a:1}", Breach::unexpected, 1}, BrokenCase{"{\"a\" 1}", Breach::unexpected, 5},
        BrokenCase{"{\"a\":1,}", Breach::unexpected, 7}, BrokenCase{"[1,]", Breach::unexpected, 3},
        BrokenCase{"[,1]", Breach::unexpected, 1}, BrokenCase{"[1 2]", Breach::unexpected, 3},
        BrokenCase{"{\"z\":6\"x\"}", Breach::unexpected, 6}, BrokenCase{"[1}", Breach::unexpected, 2},
        BrokenCase{"{\"a\":[}", Breach::unexpected, 6}, BrokenCase{"NaN", Breach::unexpected, 0},
        BrokenCase{"[\"a\"\"b\"]", Breach::unexpected, 4}, BrokenCase{"\"a\"b", Breach::trailing_data, 3},
        BrokenCase{"[", Breach::truncated, 1}, BrokenCase{"{\"a", Breach::truncated, 3},
        BrokenCase{"{\"a\":", Breach::truncated, 5}, BrokenCase{"[tru", Breach::truncated, 4},
        BrokenCase{"-", Breach::truncated, 1}, BrokenCase{"[1.", Breach::truncated, 3},
        BrokenCase{"\"\\u12", Breach::truncated, 5}, BrokenCase{"\"\\", Breach::truncated, 2},
        BrokenCase{"[01]", Breach::bad_number, 2}, BrokenCase{"[+1]", Breach::bad_number, 1},
        BrokenCase{"[.5]", Breach::bad_number, 1}, BrokenCase{"[1.]", Breach::bad_number, 3},
        BrokenCase{"[0x10]", Breach::bad_number, 2}, BrokenCase{"[- 1]", Breach::bad_number, 2},
        BrokenCase{"[1e]", Breach::bad_number, 3}, BrokenCase{"[tru]", Breach::bad_literal, 4},
        BrokenCase{"[True]", Breach::bad_literal, 1}, BrokenCase{"[nullx]", Breach::bad_literal, 5},
        BrokenCase{"[\"\\x\"]", Breach::bad_escape, 2}, BrokenCase{"[\"\\u12\"]", Breach::bad_escape, 2},
        BrokenCase{"[\"\\ud800\"]", Breach::lone_surrogate, 2},
        BrokenCase{"[\"\\udc00\"]", Breach::lone_surrogate, 2},
        BrokenCase{"[\"\\ud800\\u0041\"]", Breach::lone_surrogate, 2},
        BrokenCase{"[\"\\\\ud800\\udc00\"]", Breach::lone_surrogate, 9},
        BrokenCase{"[\"a\nb\"]", Breach::control_character, 3},
        BrokenCase{"[\"a\0b\"]"s, Breach::control_character, 3},
        BrokenCase{"{} {}", Breach::trailing_data, 3}, BrokenCase{"1 2", Breach::trailing_data, 2},
        BrokenCase{"{}]", Breach::trailing_data, 2}, BrokenCase{pad + "[\"" + pad, Breach::truncated, 142},
        BrokenCase{"[\"" + pad + "\\x\"]", Breach::bad_escape, 72}));

TEST(Scan, FindsTheMembersOfTheOutermostObject) {
  std::string const text = " { \"a\" : [1, {\"b\": 2}] , \"\\\"\":\"x\\\\\"\n,\"a\":-0.5e+9 } \n";
  for (Classifier const classifier : classifiers()) {
    auto const result = scan_with(classifier, text);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->type, Type::object);
    EXPECT_EQ(result->root.of(text), text.substr(1, text.size() - 3));
    std::vector<std::string_view> parts;
    for (Member const& member : result->members) {
      parts.push_back(member.key.of(text));
      parts.push_back(member.value.of(text));
    }
    EXPECT_EQ(parts, (std::vector<std::string_view>{"\"a\"", "[1, {\"b\": 2}]", "\"\\\"\"", "\"x\\\\\"",
                                                    "\"a\"", "-0.5e+9"}));
  }
}

TEST(Scan, KnowsTheTypeOfTheRoot) {
  std::vector<std::pair<std::string, Type>> const roots = {{"{}", Type::object},    {" []", Type::array},
                                                           {"\"\"", Type::string},  {"-1", Type::number},
                                                           {"true", Type::boolean}, {"null ", Type::null}};
  for (auto const& [text, type] : roots) {
    auto const result = scan(text);
    ASSERT_TRUE(result) << text;
    EXPECT_EQ(result->type, type) << text;
    EXPECT_TRUE(result->members.empty()) << text;
  }
}

TEST(Scan, CountsOpenBracketsAgainstTheLimit) {
  for (unsigned const limit : {0U, 1U, 63U, 64U, 65U, 200U, 256U}) {
    std::string const allowed = std::string(limit, '[') + std::string(limit, ']');
    std::string const deeper = '[' + allowed + ']';
    EXPECT_EQ(scan(allowed, {.depth = limit}).has_value(), limit > 0) << limit;
    auto const result = scan(deeper, {.depth = limit});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().breach, Breach::too_deep);
    EXPECT_EQ(result.error().byte, limit);
  }
}

TEST(Scan, RemembersWhichBracketsAreOpenHoweverDeep) {
  std::string opened;
  std::string closed;
  for (int i = 0; i < 1000; ++i) {
    bool const object = i % 3 == 0;
    opened += object ? "{\"k\":" : "[";
    closed.insert(0, object ? "}" : "]");
  }
  EXPECT_TRUE(scan(opened + "1" + closed, {.depth = 1000}));
  closed[500] = closed[500] == ']' ? '}' : ']';
  EXPECT_FALSE(scan(opened + "1" + closed, {.depth = 1000}));
}

TEST(Scan, SurvivesAMillionOpenBrackets) {
  auto const result = scan(std::string(1'000'000, '['), {.depth = 2'000'000});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().breach, Breach::truncated);
}

} // namespace
} // namespace artifactd::json
