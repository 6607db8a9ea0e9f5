// What is repaired, each kind alone and several together, and the messages about it.
#include "tests/state/json/repair_flaw.hpp"

#include <gmock/gmock.h>
#include <ostream>
#include <vector>

namespace artifactd::json {
namespace {

using testing::ElementsAre;

struct Slip {
  std::string text;
  std::string repaired;
};

void PrintTo(Slip const& slip, std::ostream* out) {
  *out << testing::PrintToString(slip.text);
}

class Slips : public testing::TestWithParam<Slip> {};

TEST_P(Slips, AreRepaired) {
  auto const& [text, due] = GetParam();
  auto const repaired = repair(text, {.depth = 64});
  ASSERT_TRUE(repaired) << repaired.error().message;
  EXPECT_EQ(repaired->text, due);
  EXPECT_EQ(flaw(text, *repaired), "");
}

INSTANTIATE_TEST_SUITE_P(Marks, Slips,
                         testing::Values(Slip{"\uFEFF{}", "{}"}, Slip{"\uFEFF \n[1]\n", " \n[1]\n"},
                                         Slip{"\uFEFF\"\uFEFF\"", "\"\uFEFF\""}, Slip{"\uFEFF1", "1"}));

INSTANTIATE_TEST_SUITE_P(
    Fences, Slips,
    testing::Values(Slip{"```\n{\"a\": 1}\n```", "{\"a\": 1}\n"},
                    Slip{"```json\n{\"a\": 1}\n```\n", "{\"a\": 1}\n\n"},
                    Slip{"\n  ``` JSON5  \r\n[1]\r\n```  \r\n", "\n  [1]\r\n  \r\n"},
                    Slip{"~~~~ json\n[\"```\", \"~~~~\"]\n~~~~", "[\"```\", \"~~~~\"]\n"},
                    Slip{"```c++\n17\n```", "17\n"}, Slip{"```\n[\"a\\n```\"]\n```", "[\"a\\n```\"]\n"},
                    Slip{"Here it is:\n\n```json\n{}\n```\n", "{}\n\n"},
                    Slip{"Result:\n```\n{}\n```\n\nHope this helps!\n", "{}\n\n\n\n"},
                    Slip{"```\n{\"a\": \"raw\n ~~~\"}\n```", "{\"a\": \"raw\\n ~~~\"}\n"}));

INSTANTIATE_TEST_SUITE_P(
    Prose, Slips,
    testing::Values(Slip{"Here is the JSON:\n\n{\"a\": 1}", "{\"a\": 1}"},
                    Slip{"{\"a\": 1}\n\nHope this helps!\n", "{\"a\": 1}\n\n\n"},
                    Slip{"  Sure!\nI made two:\n  [1, 2]\n- the one\n- the other", "  [1, 2]\n"},
                    Slip{"Here is the JSON: {\"a\": 1}", "{\"a\": 1}"},
                    Slip{"Certainly, here it is. { \"a\": 1 }\n", "{ \"a\": 1 }\n"},
                    Slip{"Voilà le résultat :\n{\"é\": \"ü\"}\nVoilà.", "{\"é\": \"ü\"}\n"},
                    Slip{"Nothing was found, so it's empty:\n[]\n", "[]\n"},
                    Slip{"The `config` of https://example.org/a is\n{\"a\": \"Here is {}\"}",
                         "{\"a\": \"Here is {}\"}"},
                    Slip{"// Here is\nwhat you asked for:\n{}", "{}"},
                    Slip{"{}\n// Nothing in it\nwhatever you do.", "{}\n"}));

INSTANTIATE_TEST_SUITE_P(TrailingCommas, Slips,
                         testing::Values(Slip{"[1,]", "[1]"}, Slip{"{\"a\": 1,}", "{\"a\": 1}"},
                                         Slip{"{\n  \"a\": [\n    \"x\",\n  ],\n}\n",
                                              "{\n  \"a\": [\n    \"x\"\n  ]\n}\n"},
                                         Slip{"[[],[{},],null , ]", "[[],[{}],null  ]"},
                                         Slip{"[1, // one\n 2, /* two */ ]", "[1, \n 2  ]"},
                                         Slip{"{\"a\": \",]\",}", "{\"a\": \",]\"}"}));

INSTANTIATE_TEST_SUITE_P(
    Comments, Slips,
    testing::Values(Slip{"// first\n{}", "\n{}"}, Slip{"{} // last", "{} "},
                    Slip{"{\"a\": 1 // one\r\n}", "{\"a\": 1 \r\n}"},
                    Slip{"{/* a */\"a\"/**/:/* } */1/***/}", "{\"a\":1}"}, Slip{"[1/* one */ ,2]", "[1 ,2]"},
                    Slip{"[/*/ 1, */2]", "[2]"}, Slip{"[1,// it's 1, \"really\"\n2]", "[1,\n2]"},
                    Slip{"/* \n * {\"a\": 2}\n */\n[3]", "\n[3]"},
                    Slip{"[\"// no\", \"/* no */\", \"a\\\"// no\"] // yes",
                         "[\"// no\", \"/* no */\", \"a\\\"// no\"] "},
                    Slip{"{\"u\": \"http://x.y/*z*/\"/**/}", "{\"u\": \"http://x.y/*z*/\"}"},
                    Slip{"42 // the answer", "42 "}, Slip{"[1]/*\u2028*/", "[1]"},
                    Slip{"//\n//\n[]", "\n\n[]"}));

INSTANTIATE_TEST_SUITE_P(ControlCharacters, Slips,
                         testing::Values(Slip{"{\"a\": \"line\nbreak\"}", "{\"a\": \"line\\nbreak\"}"},
                                         Slip{"[\"a\tb\r\nc\"]", "[\"a\\tb\\r\\nc\"]"},
                                         Slip{"[\"\x1b[0m\x01\b\f\"]", "[\"\\u001b[0m\\u0001\\b\\f\"]"},
                                         Slip{"\"a\nb\"", "\"a\\nb\""},
                                         Slip{"{\"a\nb\": 1}", "{\"a\\nb\": 1}"},
                                         Slip{"[\"a\\\\\n\"]", "[\"a\\\\\\n\"]"},
                                         Slip{"[\"a,\n]// \"]", "[\"a,\\n]// \"]"},
                                         Slip{"[\"\x7f\t\"]", "[\"\x7f\\t\"]"}));

INSTANTIATE_TEST_SUITE_P(
    Constants, Slips,
    testing::Values(Slip{"{\"a\": None, \"b\": [True,False]}", "{\"a\": null, \"b\": [true,false]}"},
                    Slip{"[None/* or */,\"None\",\"True, False\"]", "[null,\"None\",\"True, False\"]"},
                    Slip{"[True]", "[true]"}));

INSTANTIATE_TEST_SUITE_P(
    Together, Slips,
    testing::Values(Slip{"\uFEFFSure, here you go:\n```json\n{\n  // the hero\n  \"name\": \"Ann\tLee\",\n  "
                         "\"dead\": False,\n}\n"
                         "```\nAnything else?",
                         "{\n  \n  \"name\": \"Ann\\tLee\",\n  \"dead\": false\n}\n\n"},
                    Slip{"The whole list: {\"a\": [None,],} // done", "{\"a\": [null]} "},
                    Slip{"/* a */ {\"b\": /* c */ True, /* d */ } /* e */", " {\"b\":  true  } "}));

INSTANTIATE_TEST_SUITE_P(Sound, Slips,
                         testing::Values(Slip{"{}", "{}"}, Slip{" [1, 2]\n", " [1, 2]\n"},
                                         Slip{"\"```json\"", "\"```json\""}, Slip{"null", "null"},
                                         Slip{"{\"a\": \"// [1,] None\"}", "{\"a\": \"// [1,] None\"}"}));

TEST(Repair, TellsEachChangeInASentence) {
  std::string const text =
      "\uFEFFHere you are:\n"
      "```json\n"
      "{\"é\": \"a\tb\r\nc\x02\", \"x\": None, // a \"longer\" remark about what it is for\n"
      " \"l\": [1, /* ]\n */ ],\n"
      "}\n"
      "```\nBye, bye.";
  auto const repaired = repair(text);
  ASSERT_TRUE(repaired) << repaired.error().message;
  std::vector<std::string> sentences;
  for (auto const& each : repaired->repairs)
    sentences.push_back(sentence(each));
  EXPECT_THAT(
      sentences,
      ElementsAre("line 1, column 1: the byte order mark is removed",
                  "line 1, column 2: the text 'Here you are:', which is not JSON, is removed",
                  "line 2, column 1: the code fence ```json is removed",
                  "line 3, column 9: the raw tab in a string is written \\t",
                  "line 3, column 11: the raw carriage return in a string is written \\r",
                  "line 3, column 12: the raw line break in a string is written \\n",
                  "line 4, column 2: the raw control character 0x02 in a string is written \\u0002",
                  "line 4, column 11: None is written null",
                  "line 4, column 17: the comment '// a \"longer\" remark about what it is fo…' is removed",
                  "line 5, column 9: the trailing comma before ']' is removed",
                  "line 5, column 11: the comment '/* ]\\x0a */' is removed",
                  "line 6, column 6: the trailing comma before '}' is removed",
                  "line 8, column 1: the code fence ``` is removed",
                  "line 9, column 1: the text 'Bye, bye.', which is not JSON, is removed"));
  EXPECT_EQ(flaw(text, *repaired), "");
}

TEST(Repair, CountsPositionsInTheTextAsItWas) {
  auto const repaired = repair("[1,\n/* a\n b */ 2,\n]");
  ASSERT_TRUE(repaired);
  ASSERT_EQ(repaired->repairs.size(), 2U);
  EXPECT_EQ(repaired->repairs[0].byte, 4U);
  EXPECT_EQ(repaired->repairs[0].size, 10U);
  EXPECT_EQ(repaired->repairs[1].byte, 16U);
  EXPECT_EQ(repaired->repairs[1].line, 3U);
  EXPECT_EQ(repaired->repairs[1].column, 8U);
}

} // namespace
} // namespace artifactd::json
