#include "state/json/diagnose.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace artifactd::json {
namespace {

using namespace std::string_literals;

constexpr Limits artifact{.depth = 64};

struct Diagnosis {
  std::string text;
  std::string code;
  std::size_t line;
  std::size_t column;
  std::string pointer;
  std::string message; ///< a substring
  std::string hint;    ///< a substring
};

void PrintTo(Diagnosis const& diagnosis, std::ostream* out) {
  *out << diagnosis.code;
}

class Mistakes : public testing::TestWithParam<Diagnosis> {};

TEST_P(Mistakes, AreNamedWhereTheyAreWithTheirCure) {
  Diagnosis const& due = GetParam();
  auto const findings = syntax_findings("x.json", due.text, artifact);
  ASSERT_EQ(findings.size(), 1U) << due.text;
  Finding const& finding = findings.front();
  EXPECT_EQ(finding.code, due.code) << due.text;
  EXPECT_EQ(finding.line, due.line) << due.text;
  EXPECT_EQ(finding.column, due.column) << due.text;
  EXPECT_EQ(finding.pointer, due.pointer) << due.text;
  EXPECT_NE(finding.message.find(due.message), std::string::npos) << finding.message;
  EXPECT_NE(finding.hint.find(due.hint), std::string::npos) << finding.hint;
  EXPECT_EQ(finding.file, "x.json");
  EXPECT_FALSE(finding.expected.empty());
  EXPECT_FALSE(finding.found.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Decoration, Mistakes,
    testing::Values(
        Diagnosis{"```json\n{\"a\":1}\n```\n", "json.unexpected", 1, 1, "", "code fence",
                  "before the JSON and the ``` after"},
        Diagnosis{"{\"a\":1}\n```\n", "json.trailing", 2, 1, "", "code fence", "Remove the line"},
        Diagnosis{"// hi\n{}", "json.unexpected", 1, 1, "", "comment", "Remove the comment"},
        Diagnosis{"{\n  \"a\": 1, // one\n  \"b\": 2\n}", "json.unexpected", 2, 11, "", "'//'",
                  "Remove the comment"},
        Diagnosis{"{\"a\": /* x */ 1}", "json.unexpected", 1, 7, "/a", "'/*'", "Remove the comment"},
        Diagnosis{"[1 # one\n]", "json.unexpected", 1, 4, "/0", "'#'", "Remove the comment"},
        Diagnosis{"{\"a\": [1, ...]}", "json.unexpected", 1, 11, "/a/1", "ellipsis", "Write everything out"},
        Diagnosis{"{\"a\": <value>}", "json.unexpected", 1, 7, "/a", "angle brackets", "with the value"},
        Diagnosis{"{\"a\": {{x}}}", "json.unexpected", 1, 8, "/a", "two opening braces", "placeholder"},
        Diagnosis{"{\\\"a\\\": 1}", "json.unexpected", 1, 2, "", "backslash outside", "escaped"},
        Diagnosis{"{\u00a0\"a\": 1}", "json.unexpected", 1, 2, "", "U+00A0", "plain spaces"},
        Diagnosis{"{\"a\"：1}", "json.unexpected", 1, 5, "", "not the character", "':'"}));

INSTANTIATE_TEST_SUITE_P(
    Structure, Mistakes,
    testing::Values(Diagnosis{"{\n  \"a\": 1,\n}", "json.unexpected", 3, 1, "",
                              "comma before the closing '}'", "comma on line 2"},
                    Diagnosis{"[1,2,]", "json.unexpected", 1, 6, "/2", "comma before the closing ']'",
                              "Remove the comma"},
                    Diagnosis{"{\"claims\":[1,}", "json.unexpected", 1, 14, "/claims/1",
                              "comma before the closing '}'",
                              "Remove the comma on line 1, and write ']' before the '}'."},
                    Diagnosis{"{\n \"a\": \"x\"\n \"b\": 2}", "json.unexpected", 3, 2, "/a",
                              "comma is missing between two members", "end of line 2"},
                    Diagnosis{"[\"a\" \"b\"]", "json.unexpected", 1, 6, "/0",
                              "comma is missing between two elements", "before \"b\""},
                    Diagnosis{"{\"a\":1,,\"b\":2}", "json.unexpected", 1, 8, "", "two commas", "Remove one"},
                    Diagnosis{"{\"a\", \"b\"}", "json.unexpected", 1, 5, "", "has no value", "array"},
                    Diagnosis{"{\"a\" = 1}", "json.unexpected", 1, 6, "", "'='", "':'"},
                    Diagnosis{"{\"a\" 1}", "json.unexpected", 1, 6, "", "':' after a key is missing", "':'"},
                    Diagnosis{"[\"a\": 1]", "json.unexpected", 1, 5, "/0", "array holds a key", "braces"},
                    Diagnosis{"{\"a\":\n [1, 2\n}", "json.unexpected", 3, 1, "/a/1",
                              "does not close the '[' of line 2", "']' there first"},
                    Diagnosis{"{\"a\": }", "json.unexpected", 1, 7, "/a", "value is missing", "null"},
                    Diagnosis{"{\"a\": \"he said \"hello\" to\"}", "json.unexpected", 1, 17, "/a",
                              "string ends before", "Escape double quotes"},
                    Diagnosis{"{\"a\": \"x\" + \"y\"}", "json.unexpected", 1, 11, "/a", "'+'", "one string"},
                    Diagnosis{"{\"a\": 1;}", "json.number", 1, 8, "/a", "semicolons", "commas"}));

INSTANTIATE_TEST_SUITE_P(
    Words, Mistakes,
    testing::Values(
        Diagnosis{"{'a': 1}", "json.unexpected", 1, 2, "", "single quote", "double quotes"},
        Diagnosis{"{\"a\": 'x'}", "json.unexpected", 1, 7, "/a", "single quote", "double quotes"},
        Diagnosis{"{“a”: 1}", "json.unexpected", 1, 2, "", "typographic quote", "plain double quotes"},
        Diagnosis{"{\"a\": `x`}", "json.unexpected", 1, 7, "/a", "backtick", "double quotes"},
        Diagnosis{"{name: 1}", "json.unexpected", 1, 2, "", "key 'name' is not in quotes", "\"name\""},
        Diagnosis{"{\"a\": NaN}", "json.unexpected", 1, 7, "/a", "'NaN'", "no such number"},
        Diagnosis{"{\"a\": -Infinity}", "json.number", 1, 8, "/a", "'-Infinity'", "no such number"},
        Diagnosis{"{\"a\": undefined}", "json.unexpected", 1, 7, "/a", "'undefined'", "Write null"},
        Diagnosis{"{\"a\": None}", "json.unexpected", 1, 7, "/a", "'None'", "Write null"},
        Diagnosis{"{\"a\": True}", "json.literal", 1, 7, "/a", "'True'", "Write true"},
        Diagnosis{"{\"a\": nan}", "json.literal", 1, 8, "/a", "'nan'", "no such number"},
        Diagnosis{"{\"a\": nul}", "json.literal", 1, 10, "/a", "'nul'", "true, false or null"},
        Diagnosis{"{\"a\": hello}", "json.unexpected", 1, 7, "/a", "'hello'", "double quotes"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Mistakes,
    testing::Values(Diagnosis{"[01]", "json.number", 1, 3, "/0", "leading zero", "string"},
                    Diagnosis{"[+1]", "json.number", 1, 2, "/0", "plus sign", "Remove"},
                    Diagnosis{"[.5]", "json.number", 1, 2, "/0", "begins with its decimal point", "0.5"},
                    Diagnosis{"[1.]", "json.number", 1, 4, "/0", "ends with its decimal point", "1.0"},
                    Diagnosis{"[0x1F]", "json.number", 1, 3, "/0", "'0x1F' is hexadecimal", "decimal"},
                    Diagnosis{"[1_000]", "json.number", 1, 3, "/0", "underscores", "without underscores"},
                    Diagnosis{"[2024-01-01]", "json.number", 1, 6, "/0", "'2024-01-01' is not a number",
                              "double quotes"},
                    Diagnosis{"[1e]", "json.number", 1, 4, "/0", "empty exponent", "digits"},
                    Diagnosis{"[-]", "json.number", 1, 3, "/0", "after the minus sign", "digits"}));

INSTANTIATE_TEST_SUITE_P(
    Strings, Mistakes,
    testing::Values(
        Diagnosis{"{\"a\": \"line\nbreak\"}", "json.control", 1, 12, "/a", "line break", "\\n"},
        Diagnosis{"{\"a\": \"tab\there\"}", "json.control", 1, 11, "/a", "tab", "\\t"},
        Diagnosis{"{\"a\": \"\x1b[31m\"}", "json.control", 1, 8, "/a", "0x1B", "\\u001b"},
        Diagnosis{"{\"p\": \"C:\\Users\"}", "json.escape", 1, 10, "/p", "backslash before 'Users'", "\\\\"},
        Diagnosis{"{\"p\": \"C:\\users\"}", "json.escape", 1, 10, "/p", "not followed by hexadecimal",
                  "\\\\"},
        Diagnosis{"{\"p\": \"\\u12\"}", "json.escape", 1, 8, "/p", "2 hexadecimal digits", "four"},
        Diagnosis{"{\"p\": \"it\\'s\"}", "json.escape", 1, 10, "/p", "\\'", "without a backslash"},
        Diagnosis{"[\"\\ud800\"]", "json.surrogate", 1, 3, "/0", "\\ud800 is half", "both halves"}));

INSTANTIATE_TEST_SUITE_P(
    Containers, Mistakes,
    testing::Values(
        Diagnosis{"", "json.empty", 1, 1, "", "no JSON", "Write one JSON object"},
        Diagnosis{" \n ", "json.empty", 1, 1, "", "no JSON", "Write one JSON object"},
        Diagnosis{"\0\0\0\0"s, "json.unexpected", 1, 1, "", "NUL bytes", "whole file again"},
        Diagnosis{"\xEF\xBB\xBF{}", "json.bom", 1, 1, "", "byte order mark", "without BOM"},
        Diagnosis{"{\0\"\0a\0\"\0:\0001\0}\0"s, "json.encoding", 1, 2, "", "UTF-16LE", "UTF-8"},
        Diagnosis{"\0{\0}"s, "json.encoding", 1, 1, "", "UTF-16BE", "UTF-8"},
        Diagnosis{"{\"a\": \"caf\xE9\"}", "json.encoding", 1, 11, "/a", "0xE9", "'é'"},
        Diagnosis{"{\"a\": \"\xC0\x80\"}", "json.encoding", 1, 8, "/a", "more bytes than it needs",
                  "shortest"},
        Diagnosis{"{\"a\": \"\xED\xA0\x80\"}", "json.encoding", 1, 8, "/a", "surrogate pair", "UTF-16"},
        Diagnosis{"\x1f\x8b\x08zz", "json.unexpected", 1, 1, "", "gzip", "plain UTF-8"},
        Diagnosis{"PK\x03\x04zz", "json.unexpected", 1, 1, "", "zip archive", "plain UTF-8"},
        Diagnosis{"<html>", "json.unexpected", 1, 1, "", "HTML", "without tags"},
        Diagnosis{"---\na: 1", "json.number", 1, 2, "", "YAML", "JSON"},
        Diagnosis{"Here is the JSON:\n\n{\"a\": 1}", "json.unexpected", 1, 1, "", "text before the JSON",
                  "'{' on line 3"},
        Diagnosis{"name: Bob Smith\n", "json.literal", 1, 2, "", "text, not JSON", "nothing else"}));

INSTANTIATE_TEST_SUITE_P(
    Endings, Mistakes,
    testing::Values(
        Diagnosis{"{\n \"a\": [1, {\"b\": \"cut", "json.truncated", 2, 21, "/a/1/b",
                  "the '[' of line 2, the '{' of line 2 and the string of line 2", "cut off"},
        Diagnosis{"{\"a\": {\"b\": 1}\n", "json.truncated", 1, 15, "/a", "'{' of line 1 is open",
                  "} is missing"},
        Diagnosis{"[tru", "json.truncated", 1, 5, "/0", "open", "cut off"},
        Diagnosis{"{\"a\":1}\nHope this helps!", "json.trailing", 2, 1, "", "follows the document",
                  "after the JSON"},
        Diagnosis{"{\"a\":1}\n{\"a\":2}\n", "json.trailing", 2, 1, "", "second document", "one JSON object"},
        Diagnosis{"{\"a\":1}\0\0\0"s, "json.trailing", 1, 8, "", "3 NUL bytes", "whole file again"},
        Diagnosis{"{\"a\":1}\0"s, "json.trailing", 1, 8, "", "1 NUL byte follows", "whole file again"},
        Diagnosis{"{\"a\": 1}}", "json.trailing", 1, 9, "", "closes nothing", "Remove it"},
        Diagnosis{std::string(70, '[') + std::string(70, ']'), "json.depth", 1, 65,
                  [] {
                    std::string pointer;
                    for (int i = 0; i < 64; ++i)
                      pointer += "/0";
                    return pointer;
                  }(),
                  "more than 64 levels", "flatter"}));

TEST(Diagnose, FindsNothingInASoundText) {
  EXPECT_TRUE(syntax_findings("x.json", R"({"a":[{"b":1},{"b":2}],"b":{"a":{}}})", artifact).empty());
  EXPECT_TRUE(syntax_findings("x.json", std::string(64, '[') + std::string(64, ']'), artifact).empty());
}

TEST(Diagnose, ReportsEveryDuplicateKeyAtEveryDepth) {
  std::string const text = "{\"a\":1,\n\"b/~\":[{\"x\":1,\"\\u0078\":2,\"x\":3}],\n\"a\":{\"a\":1}}";
  auto const findings = syntax_findings("x.json", text, artifact);
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].pointer, "/b~1~0/0/x");
  EXPECT_EQ(findings[0].line, 2U);
  EXPECT_EQ(findings[0].column, 15U);
  EXPECT_EQ(findings[1].pointer, "/b~1~0/0/x");
  EXPECT_EQ(findings[1].column, 26U);
  EXPECT_EQ(findings[2].pointer, "/a");
  EXPECT_EQ(findings[2].line, 3U);
  for (Finding const& finding : findings)
    EXPECT_EQ(finding.code, "json.duplicate_key");
  EXPECT_NE(findings[2].hint.find("on line 1"), std::string::npos);
}

TEST(Diagnose, BoundsWhatItSaysAboutManyDuplicates) {
  std::string text = "{\"" + std::string(20'000, 'k') + "\":{\"a\":0";
  for (int i = 0; i < 5000; ++i)
    text += ",\"a\":0";
  text += "}}";
  auto const findings = syntax_findings("x.json", text, artifact);
  ASSERT_EQ(findings.size(), 100U);
  EXPECT_NE(findings.back().message.find("4900 more"), std::string::npos) << findings.back().message;
  EXPECT_FALSE(findings.back().pointer);
}

TEST(Diagnose, CountsColumnsInCharacters) {
  std::string const text = "{\"é€😀\": x}";
  Position const position = position_of(text, text.find('x'));
  EXPECT_EQ(position.line, 1U);
  EXPECT_EQ(position.column, 9U);
  EXPECT_EQ(position_of("a\r\nb\n\nc", 6).line, 4U);
  EXPECT_EQ(position_of("a\xff\xffx", 3).column, 4U);
  EXPECT_EQ(position_of("ab", 99).column, 3U);
}

TEST(Diagnose, ShowsTheLineWithACaretBelow) {
  EXPECT_EQ(excerpt("{\n\t\"é\": x\r\n}", 9), " \"é\": x\n      ^");
  EXPECT_EQ(excerpt("[1", 2), "[1\n  ^");
  EXPECT_EQ(excerpt("", 0), "\n^");
  EXPECT_EQ(excerpt("a\x1b\xffx", 3), "a\\x1b\\xffx\n         ^");
  std::string const wide = std::string(500, 'a') + "!" + std::string(500, 'b');
  EXPECT_EQ(excerpt(wide, 500),
            "…" + std::string(60, 'a') + "!" + std::string(39, 'b') + "…\n" + std::string(61, ' ') + "^");
}

TEST(Diagnose, CutsLongLinesBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += "€";
  for (std::size_t byte = 0; byte <= text.size(); byte += 3) {
    EXPECT_EQ(excerpt(text, byte).find("\\x"), std::string::npos) << byte;
  }
}

TEST(Diagnose, PointsIntoTheInnermostValueBegun) {
  std::string const text = R"({"a~b/c":[10,{"k":"v","":[true]}]})";
  EXPECT_EQ(pointer_at(text, 0), "");
  EXPECT_EQ(pointer_at(text, 3), "");
  EXPECT_EQ(pointer_at(text, text.find("10")), "/a~0b~1c/0");
  EXPECT_EQ(pointer_at(text, text.find("{\"k")), "/a~0b~1c/1");
  EXPECT_EQ(pointer_at(text, text.find("v\"")), "/a~0b~1c/1/k");
  EXPECT_EQ(pointer_at(text, text.find("true")), "/a~0b~1c/1//0");
  EXPECT_EQ(pointer_at(text, text.size()), "");
}

} // namespace
} // namespace artifactd::json
