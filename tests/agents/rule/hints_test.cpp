#include "agents/rule/python/python_verdict.hpp"
#include "tests/agents/rule/judged.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Likely mistakes: each hint names the cause and what to write instead.

namespace artifactd::extraction {
namespace {

using test::codes;
using test::judged;
using test::judged_field;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The only error of a refused rule.
Finding error_of(Judgement const& judgement) {
  std::vector<Finding> errors;
  for (auto const& each : judgement.findings)
    if (each.severity == Severity::error) errors.push_back(each);
  EXPECT_EQ(errors.size(), 1U);
  return errors.empty() ? Finding{} : errors.front();
}

TEST(RuleHints, TextAroundTheRuleHasToGo) {
  std::string const rule = "name: r\nglob: '*.csv'\n";
  std::string const after = "It matches every file of a mission.";
  auto const finding = error_of(judged(rule + "\n" + after + "\n"));
  EXPECT_EQ(finding.code, "YAML_SYNTAX_ERROR");
  EXPECT_EQ(finding.message, "there is text around the YAML");
  EXPECT_EQ(finding.hint, "Line 4, \"It matches every file of a mission.\", is not part of it: remove such "
                          "lines, or put the YAML between a line ```yaml and a line ```.");
  for (std::string const& text :
       {"Sure, here you go.\n\n" + rule, rule + "**Note:** this is it.\n", rule + "- It matches all\n",
        rule + "`glob` takes all files\n", rule + "The glob matches: a: b\n", rule + "1. It matches: a: b\n",
        "I made\na rule for you\n" + rule, "```yaml\n" + rule + "Have fun with it\n```\n"})
    EXPECT_EQ(error_of(judged(text)).message, "there is text around the YAML") << text;
  EXPECT_FALSE(judged("Here you go.\n```yaml\n" + rule + "```\n" + after).refused());
}

TEST(RuleHints, ALineOfARuleIsNoTextAroundIt) {
  for (std::string const text : {"name: r\nglob *.csv\n", "name r\nglob: x\n", "mission_id\n  from: x\n",
                                 "```yaml\nname: *\n```\n", "name: r\nextract: a: b\n"})
    EXPECT_THAT(error_of(judged(text)).message, Not(HasSubstr("around"))) << text;
}

TEST(RuleHints, TypographicQuotesAreNamed) {
  auto const hint =
      "“ and ” are typographic quotes and count as part of the value. Put the value in quotes: '**/*.csv'.";
  EXPECT_EQ(error_of(judged("name: r\nglob: “**/*.csv”\n")).hint, hint);
  EXPECT_EQ(error_of(judged("name: r\nglob: „data/*.csv“\n")).hint,
            "„ and “ are typographic quotes and count as part of the value. Put the value in quotes: "
            "'data/*.csv'.");
  EXPECT_THAT(error_of(judged_field({"from: “filename”"}, "/a/b.csv")).hint, HasSubstr("'filename'"));
  EXPECT_THAT(error_of(judged_field({"from: filename", "pattern: ‘[a’"}, "/a/b.csv")).hint,
              HasSubstr("typographic quotes and count as part of the value. Put the value in quotes: '[a'."));
  EXPECT_THAT(error_of(judged_field({"from: filename", "pattern: “b”"}, "/a/b.csv")).hint,
              HasSubstr("“ and ” are typographic quotes"));
  EXPECT_THAT(error_of(judged("name: “r”\nglob: x\n")).hint, HasSubstr("Put the value in quotes: 'r'."));
  EXPECT_THAT(error_of(judged("name: r\nglob: ”a**\n")).hint,
              HasSubstr("” is a typographic quote and counts as part"));
}

TEST(RuleHints, LineBreaksWrittenAsTwoCharactersAreNamed) {
  auto const hint =
      R"(The line breaks are written as the two characters \n. Write real ones, one "key: value" per line.)";
  for (std::string const text :
       {R"(name: r\nglob: "*.csv"\nextract:\n  x:\n    from: filename)", R"(glob: **/*.csv\nname: r)",
        R"(glob: "*.csv"\nname: r)", R"("name: r\nglob: '*.csv'\n")"})
    EXPECT_EQ(error_of(judged(text)).hint, hint) << text;
  EXPECT_THAT(error_of(judged("name: r\nglob: \"\\d\"\n")).hint, HasSubstr("single quotes"));
}

TEST(RuleHints, AWrapperIsNamed) {
  for (std::string const key : {"rule", "extraction_rule"}) {
    auto const finding = error_of(judged(key + ":\n  name: r\n  glob: '*.csv'\n"));
    EXPECT_EQ(finding.pointer, "/" + key);
    EXPECT_EQ(finding.hint, "Remove \"" + key + ":\", and move name, glob and extract to the left margin.");
  }
  EXPECT_EQ(error_of(judged("version: 1\nrule:\n  - name: r\n    glob: x\n")).hint,
            "Remove \"rule:\" and the dash, and move name, glob and extract to the left margin.");
  EXPECT_FALSE(judged("name: r\nglob: '*.csv'\nrule: {name: x}\n").refused());
}

TEST(RuleHints, NothingIsNoSyntaxError) {
  for (std::string const text : {"", "# to do\n", "---\n", "```yaml\n\n```\n"}) {
    auto const finding = error_of(judged(text));
    EXPECT_EQ(finding.code, "SCHEMA_VIOLATION") << text;
    EXPECT_EQ(finding.message, "there is no rule: the file has only blanks and comments");
    EXPECT_EQ(finding.pointer, "");
  }
}

TEST(RuleHints, FieldsAreBelowExtract) {
  auto const below = judged("name: r\nglob: '*.csv'\nfields:\n  x: {from: filename}\n");
  EXPECT_FALSE(below.refused());
  EXPECT_EQ(below.findings.at(0).hint,
            "Did you mean \"extract\"? Write each field's name with a colon below it, "
            "and the field's from below that.");
  auto const between = judged(
      "name: r\nglob: '*.csv'\nextract:\n  fields:\n    x: {from: filename}\n    y: {from: filename}\n");
  EXPECT_THAT(codes(between.findings), ElementsAre("SCHEMA_VIOLATION"));
  EXPECT_EQ(between.findings.at(0).pointer, "/extract/fields");
  EXPECT_EQ(between.findings.at(0).hint,
            "\"fields\" is read as the name of a field. Remove \"fields:\" and write "
            "the fields directly below extract, two spaces further left.");
}

TEST(RuleHints, AParentIsTheSegmentThatIsMeant) {
  auto const hint = [](std::string const& from) {
    return error_of(judged_field({"from: " + from}, "/a/b/c.csv")).hint;
  };
  EXPECT_EQ(hint("parent(2)"),
            "Did you mean \"segment(-3)\"? segment(-1) is the file name, segment(-2) its folder, "
            "segment(-3) the folder above that.");
  for (auto const& [from, meant] :
       std::vector<std::pair<std::string, std::string>>{{"parent(1)", "segment(-2)"},
                                                        {"parent(0)", "segment(-2)"},
                                                        {"'parents[0]'", "segment(-2)"},
                                                        {"'parents[1]'", "segment(-3)"},
                                                        {"parent", "segment(-2)"},
                                                        {"grandparent", "segment(-3)"},
                                                        {"dirname", "segment(-2)"},
                                                        {"basename", "filename"},
                                                        {"folder(-4)", "segment(-4)"}})
    EXPECT_THAT(hint(from), HasSubstr("Did you mean \"" + meant + "\"?")) << from;
}

TEST(RuleHints, APatternOnTheWrongSegmentIsTold) {
  std::string const path = "/data/mission_042/2024-01-15/readings.csv";
  auto const one = error_of(judged_field({"from: segment(-2)", "pattern: 'mission_(\\d+)'"}, path));
  EXPECT_EQ(one.code, "EMPTY_EXTRACTION");
  EXPECT_THAT(one.hint,
              HasSubstr("x: the pattern finds no match in \"2024-01-15\"; segment(-3), \"mission_042\", "
                        "fits: write from: segment(-3)"));
  auto const two = error_of(judged_field({"from: filename", "pattern: '\\d\\d'"}, path));
  EXPECT_THAT(two.hint,
              HasSubstr("segment(-2), \"2024-01-15\", segment(-3), \"mission_042\", fit: write from: with "
                        "the one you mean"));
  EXPECT_THAT(error_of(judged_field({"from: filename", "pattern: zzz"}, path)).hint, Not(HasSubstr("fit")));
}

TEST(RuleHints, AValueOfTheWrongSegmentIsTold) {
  std::string const path = "/data/mission_042/2024-01-15/readings.csv";
  auto const finding = error_of(judged_field({"from: filename", "type: date"}, path));
  EXPECT_EQ(finding.code, "TYPE_COERCION_FAILED");
  EXPECT_EQ(finding.hint, "segment(-2), \"2024-01-15\", fits: write from: segment(-2).");
}

TEST(RuleHints, AnotherTypeIsOneCauseAndOneFinding) {
  EXPECT_THAT(codes(judged_field({"from: filename", "type: date"}, "/a/b.csv").findings),
              ElementsAre("TYPE_COERCION_FAILED"));
  EXPECT_THAT(codes(judged_field({"from: filename", "pattern: zzz"}, "/a/b.csv").findings),
              ElementsAre("EMPTY_EXTRACTION"));
}

TEST(RuleHints, AFieldMayBeCalledLikeABoolean) {
  for (std::string const name : {"n", "x", "y", "N", "Y", "no", "on", "yes", "off", "No", "OFF"}) {
    auto const judgement =
        judged("name: r\nglob: '*.csv'\nextract:\n  " + name + ": {from: filename}\n", {"/a/b.csv"});
    ASSERT_THAT(judgement.findings, IsEmpty()) << name;
    EXPECT_EQ(judgement.trial.preview.at(0).extracted.dump(), "{\"" + name + "\":\"b.csv\"}");
  }
  for (std::string const name : {"true", "0144", "2024-01-15", "<<", "~", "7"})
    EXPECT_TRUE(judged("name: r\nglob: '*.csv'\nextract:\n  " + name + ": {from: filename}\n").refused())
        << name;
}

TEST(RuleHints, ExtractorsMayNotOpenFiles) {
  auto const verdict = [](std::string_view text) {
    std::vector<std::string> const paths{"/data/a.csv"};
    auto judged = judge_python(PythonSource::whole("rules/x.py", text), paths, {});
    return judged && judged->findings.size() == 1 ? judged->findings.front() : Finding{};
  };
  auto const opened = verdict("def extract(path):\n  with open(path) as f:\n    return {'a': f.read()}\n");
  EXPECT_EQ(opened.code, "SCHEMA_VIOLATION");
  EXPECT_EQ(opened.hint, "Extractors get the path only; they may not open files.");
  auto const read =
      verdict("from pathlib import Path\n\ndef extract(path):\n  return {'a': Path(path).read_text()}\n");
  EXPECT_EQ(read.code, "RUNTIME_ERROR");
  EXPECT_EQ(read.message,
            "extractors get the path only; they may not open files (FileNotFoundError: [Errno 2] No "
            "such file or directory: '/data/a.csv')");
  EXPECT_EQ(read.hint, "Take what you need from the path itself: its folders and its name.");
  EXPECT_EQ(read.line, 4U);
  auto const other = verdict("def extract(path):\n  raise OSError('disk')\n");
  EXPECT_EQ(other.message, "OSError: disk");
  EXPECT_THAT(other.hint, HasSubstr("Traceback"));
}

} // namespace
} // namespace artifactd::extraction
