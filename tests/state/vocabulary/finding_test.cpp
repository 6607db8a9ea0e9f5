#include "state/vocabulary/finding.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

Finding trailing_comma() {
  return {.code = "json.unexpected",
          .tier = Tier::syntax,
          .severity = Severity::error,
          .file = "artifacts/a/x.json",
          .line = 3,
          .column = 5,
          .byte = 21,
          .pointer = "/entities/0",
          .message = "a value is missing after the comma",
          .expected = "a value",
          .found = "']'",
          .hint = "Remove the comma before ']'.",
          .excerpt = "  1,]\n    ^"};
}

bool equal(Finding const& a, Finding const& b) {
  return to_json(a) == to_json(b);
}

TEST(Finding, SurvivesItsJsonForm) {
  auto const full = finding_from_json(to_json(trailing_comma()));
  ASSERT_TRUE(full);
  EXPECT_TRUE(equal(*full, trailing_comma()));

  Finding const sparse = {.code = "file.none", .severity = Severity::warning, .message = "nothing there"};
  auto const again = finding_from_json(to_json(sparse));
  ASSERT_TRUE(again);
  EXPECT_TRUE(equal(*again, sparse));
  EXPECT_FALSE(again->line);
  EXPECT_FALSE(again->pointer);
}

TEST(Finding, OfAKindWithCodesOfItsOwnSurvivesItsJsonForm) {
  auto const again = finding_from_json(to_json(Finding{.code = "tally.too_high", .message = "7 of 5"}));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->code, "tally.too_high");
}

TEST(Finding, LeavesAbsentPartsOutOfItsJsonForm) {
  auto const json = to_json(Finding{.code = "file.none", .message = "nothing there"});
  EXPECT_EQ(json.dump(),
            R"({"code":"file.none","tier":"syntax","severity":"error","message":"nothing there"})");
}

TEST(Finding, KeepsTheEmptyPointerWhichIsTheWholeDocument) {
  auto json = to_json(Finding{.code = "shape.not_object", .tier = Tier::schema, .pointer = ""});
  EXPECT_EQ(json.at("pointer"), "");
  EXPECT_EQ(finding_from_json(json)->pointer, "");
}

TEST(Finding, IsNotReadFromForeignJson) {
  auto const sound = to_json(trailing_comma());
  ASSERT_TRUE(finding_from_json(sound));
  std::map<std::string, nlohmann::ordered_json> const spoilt = {
      {"code", "json nonsense"}, {"tier", "deep"}, {"severity", 1}, {"line", -1},
      {"column", "5"},           {"byte", 1.5},    {"file", {}},    {"pointer", {1}},
      {"message", true}};
  for (auto const& [name, value] : spoilt) {
    auto json = sound;
    json[name] = value;
    EXPECT_FALSE(finding_from_json(json)) << name;
  }
  EXPECT_FALSE(finding_from_json(nlohmann::ordered_json::array()));
  EXPECT_FALSE(finding_from_json(nlohmann::ordered_json::object()));
}

TEST(Finding, IsShownOnATerminalLikeACompilerDoes) {
  EXPECT_EQ(to_terminal(trailing_comma(), Colour::off),
            "artifacts/a/x.json:3:5: error: a value is missing after the comma [json.unexpected]\n"
            "      1,]\n"
            "        ^\n"
            "  expected: a value, found ']'\n"
            "  hint: Remove the comma before ']'.\n");
  EXPECT_EQ(to_terminal({.code = "file.none", .severity = Severity::warning, .message = "nothing there"},
                        Colour::off),
            "warning: nothing there [file.none]\n");
  EXPECT_EQ(to_terminal({.code = "file.none", .message = "no", .expected = "x"}, Colour::off),
            "error: no [file.none]\n  expected: x\n");
  EXPECT_EQ(to_terminal({.code = "file.none", .message = "no", .found = "x"}, Colour::off),
            "error: no [file.none]\n  found: x\n");
  EXPECT_NE(to_terminal(trailing_comma(), Colour::on).find("\x1b[1;31merror\x1b[0m"), std::string::npos);
}

TEST(Finding, TellsAModelWhereWhatAndHow) {
  EXPECT_EQ(to_instruction(trailing_comma()),
            "artifacts/a/x.json, line 3, column 5, at /entities/0: a value is missing after the comma. "
            "Expected a value, found ']'. Remove the comma before ']'.");
  EXPECT_EQ(to_instruction({.code = "file.none", .message = "nothing there"}), "nothing there.");
}

TEST(Finding, KeepsTheLinesOfATraceback) {
  Finding const finding{.code = "run.failed", .message = "it failed", .hint = "Traceback:\n  line 3\x1b\n"};
  EXPECT_EQ(to_instruction(finding), "it failed. Traceback:\n  line 3\\x1b.");
  EXPECT_EQ(to_terminal(finding, Colour::off),
            "error: it failed [run.failed]\n  hint: Traceback:\n      line 3\\x1b\n");
}

TEST(Finding, NeverPrintsWhatATerminalWouldObey) {
  Finding hostile = trailing_comma();
  hostile.file = "a\x1b]0;x\x07\n.json\xff";
  hostile.message = "\x1b[2J\r";
  hostile.found = "\u202e";
  hostile.hint = "\x9b";
  hostile.excerpt = "\x1b[31m\n^";
  std::string const all =
      to_terminal(hostile, Colour::off) + to_instruction(hostile) + to_json(hostile).dump();
  for (char const c : all)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
  EXPECT_EQ(all.find("\u202e"), std::string::npos);
  EXPECT_EQ(std::ranges::count(to_instruction(hostile), '\n'), 0);
}

} // namespace
} // namespace artifactd
