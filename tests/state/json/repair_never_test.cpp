// What is never repaired, with the reason given; and that no hostile text is expensive.
#include "state/json/repair.hpp"

#include <ctime>
#include <gmock/gmock.h>
#include <ostream>

namespace artifactd::json {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

constexpr Limits shallow{.depth = 64};

struct Doubt {
  std::string text;
  std::string reason; ///< a substring
};

void PrintTo(Doubt const& doubt, std::ostream* out) {
  *out << testing::PrintToString(doubt.text);
}

class Doubts : public testing::TestWithParam<Doubt> {};

TEST_P(Doubts, AreLeftToTheWriter) {
  auto const repaired = repair(GetParam().text, shallow);
  ASSERT_FALSE(repaired) << repaired->text;
  EXPECT_EQ(repaired.error().fault, Fault::invalid);
  EXPECT_THAT(repaired.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    CutOff, Doubts,
    testing::Values(
        Doubt{"", "line 1, column 1: expected a JSON object, found an empty text"},
        Doubt{"\uFEFF", "an empty text"},
        Doubt{"// only", "column 8: expected a JSON object, found an empty text"},
        Doubt{"{\"score\":12", "line 1, column 12: expected ',' or '}', found the end of the text"},
        Doubt{"[{\"from\": 1}, {\"transi", "expected a closing double quote"},
        Doubt{"[1, 2,", "expected a value"}, Doubt{"{\"a\": [1, 2}", "found '}'"},
        Doubt{"```json\n{\"a\": 1}\n", "found '`'"}, Doubt{"{\"a\": 1}\n```\n", "found '`'"},
        Doubt{"```json\n{\"a\": 1\n```", "the end of the text"},
        Doubt{"Here is the JSON:\n{\"a\": 1,", "line 2, column 9: expected a key in double quotes"},
        Doubt{"[1] /* done", "found '/'"}, Doubt{"{\"a\": 1, // \"b\": 2 }", "the end of the text"},
        Doubt{"[Tru", "found 'Tru'"}));

INSTANTIATE_TEST_SUITE_P(
    PutIn, Doubts,
    testing::Values(Doubt{"{\"a\" 1}", "expected ':'"}, Doubt{"{\"a\": 1 \"b\": 2}", "expected ',' or '}'"},
                    Doubt{"[1 2]", "expected ',' or ']'"},
                    Doubt{"[1/**/2]", "line 1, column 7: expected ',' or ']'"},
                    Doubt{"[1/**//**/2]", "column 11"}, Doubt{"[tr/**/ue]", ""}, Doubt{"[12//\n3]", ""},
                    Doubt{"{name: \"x\"}", "found 'name'"}, Doubt{"{\"a\": hello}", "found 'hello'"},
                    Doubt{"{'a': 1}", "found '''"}, Doubt{"['// no']", "found '''"}, Doubt{"{“a”: 1}", ""},
                    Doubt{"\"a\": 1", "the end of the text"},
                    Doubt{"{\"a\": \"he said \"no\" to\"}", "found 'no'"},
                    Doubt{"{\"a\": }", "expected a value"}, Doubt{"{\"a\", \"b\"}", "expected ':'"},
                    Doubt{"{\"a\" = 1}", "found '='"}, Doubt{"[1;]", ""},
                    Doubt{"{\"a\": 1}}", "the end of the text"}, Doubt{"[1}]", "found '}'"}));

INSTANTIATE_TEST_SUITE_P(
    Words, Doubts,
    testing::Values(Doubt{"[NaN]", "found 'NaN'"}, Doubt{"[-Infinity]", "'-Infinity'"},
                    Doubt{"[undefined]", ""}, Doubt{"{None: 1}", "a key in double quotes"},
                    Doubt{"[Nonesuch]", ""}, Doubt{"[-None]", ""}, Doubt{"[TRUE]", ""}, Doubt{"None", ""},
                    Doubt{"True // yes", ""}, Doubt{"[None None]", ""}, Doubt{"[\"a\"None]", ""},
                    Doubt{"{\"a\": True\"b\"}", ""}, Doubt{"[007]", "'007'"}, Doubt{"[0x1F]", "'0x1F'"},
                    Doubt{"[+1]", ""}, Doubt{"[.5]", ""}, Doubt{"[1.]", ""}, Doubt{"[1_000]", ""}));

INSTANTIATE_TEST_SUITE_P(Commas, Doubts,
                         testing::Values(Doubt{"[,]", "expected a value or ']'"}, Doubt{"{,}", ""},
                                         Doubt{"[1,,]", "column 4: expected a value"}, Doubt{"[,1]", ""},
                                         Doubt{"{\"a\":,}", "found ','"}, Doubt{"{\"a\": 1},", ""},
                                         Doubt{"[1,2],", ""}, Doubt{"1,", ""}, Doubt{"[1,}", ""},
                                         Doubt{"[1, ...]", "found '...'"}, Doubt{"[1, …]", ""},
                                         Doubt{"[/**/,]", ""}));

INSTANTIATE_TEST_SUITE_P(
    Comments, Doubts,
    testing::Values(Doubt{"[1] # one", "found '#'"}, Doubt{"# here is\n[1]", "found '#'"},
                    Doubt{"{\"a\": 1, # one\n}", "found '#'"}, Doubt{"[1, /* a /* b */ c */ 2]", ""},
                    Doubt{"[1, // a\r2]", "found '/'"}, Doubt{"[1, // a\u20282\n]", "found '/'"},
                    Doubt{"[1, // a\u20292\n]", "found '/'"}, Doubt{"[1]\n/* not done", "found '/'"},
                    Doubt{"{\n \"a\": \"x,\n \"//\": \"comment\"\n}", "found '/'"},
                    Doubt{"[\"foo\" // bar\"\n]", "found '/'"}, Doubt{"[1, <!-- no --> 2]", "found '<'"},
                    Doubt{"[6/2]", ""}, Doubt{"/[1]/", ""}, Doubt{"[\"a\" /* 5\" */]", ""}));

INSTANTIATE_TEST_SUITE_P(
    Strings, Doubts,
    testing::Values(Doubt{"[\"a\\\nb\"]", R"(found '\\x0a')"}, Doubt{"[\"C:\\Users\"]", "'\\U'"},
                    Doubt{"[\"\0\"]"s, "control character 0x00"}, Doubt{"[\"a\nb]", "the end of the text"},
                    Doubt{"[\n\x01 1]", ""}, Doubt{"[\"\\ud800\n\"]", ""},
                    Doubt{"[\"\xff\"]", "line 1, column 3: the text is not UTF-8"},
                    Doubt{"[1] // \xc3", "column 9: the text is not UTF-8"},
                    Doubt{"[1,\n2] /* \xed\xa0\x80 */", "line 2, column 7"},
                    Doubt{"\xff\xfe[\0]\0"s, "not UTF-8"}, Doubt{"[\0001\0]\0"s, "expected"}));

INSTANTIATE_TEST_SUITE_P(
    MoreThanOne, Doubts,
    testing::Values(Doubt{"{\"a\":1}\n{\"a\":2}", "the end of the text"}, Doubt{"[1]\n[2]", ""},
                    Doubt{"1\n2", ""}, Doubt{"null\n{\"a\":1}", ""}, Doubt{"{\"a\":1}\ntrue", ""},
                    Doubt{"{\"a\":1}\n\"b\"", ""}, Doubt{"{\"a\":1}\n12", ""},
                    Doubt{"First of all:\n{\"a\":1}\nAnd then:\n{\"a\":2}", ""},
                    Doubt{"As in the study [1]:\n{\"a\":1}", ""}, Doubt{"```\n{}\n```\n```\n{}\n```", ""},
                    Doubt{"```json\n{}\n```\nor it is\n```json\n[]\n```", ""},
                    Doubt{"Here it is, as {}:\n```\n[1]\n```", ""},
                    Doubt{"```\n[1]\n```\nand the {} too", ""},
                    Doubt{"{\"a\":1,\"a\":2}", "line 1, column 8: the object has the key \"a\" twice"},
                    Doubt{"{/* x */\"a\":1,\n\"b\":{\"c\":1,\n\"\\u0063\":2,}}",
                          "line 3, column 1: the object has the key \"c\" twice"},
                    Doubt{"{\"a\nb\": 1, \"a\\nb\": 2}", "twice"}));

INSTANTIATE_TEST_SUITE_P(
    Talk, Doubts,
    testing::Values(
        Doubt{"I'm sorry, but I can't help with that.", "expected a JSON document, found 'I'"},
        Doubt{"The answer is 42.", ""}, Doubt{"I can't answer that [1].", ""},
        Doubt{"As I said, see: [1]", ""}, Doubt{"I cannot write {\"a\": 1} for you.", ""},
        Doubt{"The object is {\"a\": 1}", ""}, Doubt{"To be done:\n- [ ] write it\n", ""},
        Doubt{"It prints: {}", ""}, Doubt{"Use the placeholder: {name}", ""}, Doubt{"items:\n[1, 2]", ""},
        Doubt{"score: 12\nand so on:\n[1]", ""}, Doubt{"- name: Ann\n- the items\n[1]", ""},
        Doubt{"Answer: {\"a\": 1}", ""}, Doubt{"\"the items\":\n[1, 2]", ""},
        Doubt{"as in <the json>\n{}", ""}, Doubt{"const config =\n{}", ""}, Doubt{"set it \\ to\n{}", ""},
        Doubt{"| a b | c |\n{}", ""}, Doubt{"Here it is ```json\n{}", ""}, Doubt{"Here it is ~~~\n{}", ""},
        Doubt{"It rang\a the bell\n{}", ""}, Doubt{"the score: 12\nthe rest: {\"a\": 1}", ""},
        Doubt{"as in a.b.{\"a\": 1}", ""}, Doubt{"As they said: [\"a\"]", ""}, Doubt{"json\n{\"a\": 1}", ""},
        Doubt{"const config = {\"a\": 1}", ""}, Doubt{"{\"a\": 1};", ""}, Doubt{"{\"a\": 1} and so on", ""},
        Doubt{"\"items\": [1, 2]", ""}, Doubt{"\"the items\":\n[1]\n}", ""}, Doubt{"<json>\n{}\n</json>", ""},
        Doubt{"And it goes on...\n{}", ""}, Doubt{"{}\nand so on…", ""}, Doubt{"f({\"a\": 1})", ""},
        Doubt{"`{\"a\": 1}`", ""}, Doubt{"Here it is: `{\"a\": 1}`", ""}, Doubt{"## The result\n{}", ""},
        Doubt{"Done it\n---\n{}", ""}));

INSTANTIATE_TEST_SUITE_P(
    Fences, Doubts,
    testing::Values(Doubt{"```json {\"a\": 1} ```", ""}, Doubt{"```json title=a\n{}\n```", ""},
                    Doubt{"```\n{}\n~~~", ""}, Doubt{"````\n{}\n```", ""}, Doubt{"```\n{}\n````", ""},
                    Doubt{"````\n```\n{}\n```\n````", ""}, Doubt{"    ```\n{}\n    ```", ""},
                    Doubt{"``\n{}\n``", ""}, Doubt{"```\n```", ""}, Doubt{"```\nHere it is:\n{}\n```", ""},
                    Doubt{"```\n{\"a\": \"raw\n```\n\"}\n```", ""}, Doubt{"```\n{}\n``` \"x\"", ""}));

TEST(Repair, KeepsToTheDepthAllowed) {
  auto const nested = [](std::size_t depth) {
    return std::string(depth, '[') + "1," + std::string(depth, ']');
  };
  EXPECT_TRUE(repair(nested(64), shallow));
  auto const deeper = repair(nested(65), shallow);
  ASSERT_FALSE(deeper);
  EXPECT_THAT(deeper.error().message, HasSubstr("at most 64 open brackets"));
}

TEST(Repair, KeepsToItsLimits) {
  auto const raw = [](std::size_t count) { return "[\"" + std::string(count, '\n') + "\"]"; };
  auto const most = repair(raw(most_repairs));
  ASSERT_TRUE(most);
  EXPECT_EQ(most->repairs.size(), most_repairs);
  auto const more = repair(raw(most_repairs + 1));
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().fault, Fault::too_large);

  std::string const longest = "[1,]" + std::string(longest_repairable - 4, ' ');
  EXPECT_TRUE(repair(longest));
  auto const longer = repair(longest + ' ');
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().fault, Fault::too_large);
}

/// Three million bytes each take a few milliseconds; quadratic time would take minutes.
TEST(Repair, TakesNoLongerForHostileTexts) {
  for (auto const& unit : std::initializer_list<std::string>{
           "[",    "{\"a\":", "/*",   "/*/",    "//", "// a\n",    "`",    "```\n", "```json\n[\n", "~~~",
           "\"",   "\"\n",    "\\\"", "\n",     ",",  "[1,",       "[1,]", "a ",    "a b\n",        "None ",
           "a:\n", "{}\n",    "é",    "\uFEFF", "\r", " /* \" */", "'",    "\0"s}) {
    std::string text;
    while (text.size() < 3'000'000)
      text += unit;
    for (auto const* const front : {"", "[", "Here it is:\n", "Here it is: {\"a\": \"", "```\n"}) {
      auto const begin = std::clock();
      EXPECT_FALSE(repair(front + text, shallow)) << front << unit;
      EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 10) << front << unit;
    }
  }
}

} // namespace
} // namespace artifactd::json
