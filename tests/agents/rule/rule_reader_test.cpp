#include "agents/rule/fence.hpp"
#include "agents/rule/rule_reader.hpp"
#include "tests/agents/rule/judged.hpp"

#include <gtest/gtest.h>

namespace artifactd::extraction {
namespace {

using test::codes;
using testing::ElementsAre;
using testing::HasSubstr;

RuleReading read(std::string_view text) {
  RawText const raw{"rules/r.yaml", text};
  auto const tree = read_yaml(raw, fenced_script(text).content);
  if (!tree) {
    ADD_FAILURE() << to_terminal(tree.error().front(), Colour::off);
    return {};
  }
  return read_rule(raw, *tree);
}

/// The only finding for a rule with these lines in addition to its name and glob.
Finding reading_fault(std::string const& lines) {
  auto const reading = read("name: r\nglob: '*.csv'\n" + lines);
  EXPECT_EQ(reading.findings.size(), 1U) << lines;
  EXPECT_FALSE(reading.rule) << lines;
  return reading.findings.empty() ? Finding{} : reading.findings.front();
}

TEST(RuleReader, ReadsEveryPart) {
  auto const reading = read("version: 1\nname: client_reports\nglob: \"**/*.csv\"\nextract:\n  client:\n"
                            "    from: segment(-4)\n    pattern: 'client_(.*)'\n    type: integer\n"
                            "    normalize: strip_leading_zeros\n    default: {a: [1, 1.5, true, null, x]}\n"
                            "  whole: {from: full_path}\ntag: reports\npriority: 7\n");
  ASSERT_TRUE(reading.rule);
  EXPECT_TRUE(reading.findings.empty());
  auto const& rule = *reading.rule;
  EXPECT_EQ(rule.name, "client_reports");
  EXPECT_EQ(rule.glob.text(), "**/*.csv");
  EXPECT_EQ(rule.tag, "reports");
  EXPECT_EQ(rule.priority, 7);
  ASSERT_EQ(rule.fields.size(), 2U);
  auto const& client = rule.fields[0];
  EXPECT_EQ(client.source.kind, SourceKind::segment);
  EXPECT_EQ(client.source.index, -4);
  EXPECT_EQ(client.pattern->expression(), "client_(.*)");
  EXPECT_EQ(client.type, FieldType::integer);
  EXPECT_EQ(client.normalisation, Normalisation::strip_leading_zeros);
  EXPECT_EQ(client.fallback->dump(), R"({"a":[1,1.5,true,null,"x"]})");
  EXPECT_EQ(rule.fields[1].source.kind, SourceKind::full_path);
}

TEST(RuleReader, OnlyNameAndGlobAreNeeded) {
  for (std::string const more : {"", "extract:\n", "extract: null\n", "extract: {}\n"}) {
    auto const reading = read("name: r\nglob: x\n" + more);
    ASSERT_TRUE(reading.rule) << more;
    EXPECT_EQ(reading.rule->priority, 100);
    EXPECT_TRUE(reading.rule->fields.empty());
  }
}

TEST(RuleReader, ReportsEverythingThatIsWrong) {
  auto const reading =
      read("name: 7\nversion: 2\ntag: A\nextract:\n  x:\n    pattern: '('\n    type: int\n  w: z\n");
  EXPECT_FALSE(reading.rule);
  std::vector<std::string> pointers;
  for (auto const& each : reading.findings)
    pointers.push_back(*each.pointer);
  EXPECT_THAT(pointers,
              testing::UnorderedElementsAre("/version", "/name", "", "/extract/x", "/extract/x/pattern",
                                            "/extract/x/type", "/extract/w", "/tag"));
}

TEST(RuleReader, SaysWhereWhatAndHow) {
  auto const finding = reading_fault("extract:\n  client:\n    from: folder(-4)   # wrong\n");
  EXPECT_EQ(finding.code, "SCHEMA_VIOLATION");
  EXPECT_EQ(finding.tier, Tier::schema);
  EXPECT_EQ(finding.message, "'extract.client.from' has invalid value \"folder(-4)\"");
  EXPECT_EQ(finding.pointer, "/extract/client/from");
  EXPECT_EQ(finding.line, 5U);
  EXPECT_EQ(finding.column, 11U);
  EXPECT_EQ(finding.expected, "one of \"segment(N)\", \"filename\", \"full_path\", \"rel_path\"");
  EXPECT_EQ(finding.found, "\"folder(-4)\"");
  EXPECT_THAT(finding.hint, HasSubstr("\"segment(-4)\""));
  EXPECT_THAT(finding.excerpt, HasSubstr("from: folder(-4)"));
}

TEST(RuleReader, SuggestsTheSourceThatWasMeant) {
  auto const hint = [](std::string const& from) {
    return reading_fault("extract:\n  x:\n    from: " + from + "\n").hint;
  };
  EXPECT_THAT(hint("segment[-2]"), HasSubstr("segment(-2)"));
  EXPECT_THAT(hint("segment -2"), HasSubstr("segment(-2)"));
  EXPECT_THAT(hint("file_name"), HasSubstr("filename"));
  EXPECT_THAT(hint("fullpath"), HasSubstr("full_path"));
}

TEST(RuleReader, ANCHORWordsMatchWhole) {
  for (std::string const from : {"\"filename\\n\"", "' filename'", "'segment(1) '", "'segment(+1)'",
                                 "'segment()'", "'segment(١)'", "'xsegment(1)'"})
    EXPECT_EQ(reading_fault("extract:\n  x:\n    from: " + from + "\n").pointer, "/extract/x/from") << from;
  EXPECT_EQ(reading_fault("tag: \"x\\n\"\n").pointer, "/tag");
}

TEST(RuleReader, NAMEIsSmallLettersDigitsAndUnderscore) {
  for (std::string const name : {"Mission Data", "1a", "_a", "a-b", "''", "ä"}) {
    auto const reading = read("name: " + name + "\nglob: x\n");
    ASSERT_EQ(codes(reading.findings), std::vector<std::string>{"SCHEMA_VIOLATION"}) << name;
    EXPECT_EQ(reading.findings[0].pointer, "/name");
  }
  EXPECT_THAT(read("name: Mission Data\nglob: x\n").findings[0].hint, HasSubstr("\"mission_data\""));
  EXPECT_TRUE(read("name: a1_b\nglob: x\n").rule);
}

TEST(RuleReader, WRAPIsRefused) {
  auto const reading = read("version: 1\nrules:\n  - name: r\n    glob: x\n");
  ASSERT_THAT(codes(reading.findings), ElementsAre("SCHEMA_VIOLATION"));
  EXPECT_EQ(reading.findings[0].pointer, "/rules");
  EXPECT_THAT(read("- name: r\n  glob: x\n").findings[0].hint, HasSubstr("dash"));
  EXPECT_THAT(codes(read("Here is a rule").findings), ElementsAre("SCHEMA_VIOLATION"));
}

TEST(RuleReader, EXTRAKeysAreOneWarningEach) {
  auto const reading = read("name: r\nglob: x\nauthor: me\npriorty: 5\nextract:\n  x:\n    from: filename\n"
                            "    capture: a\n    validate: b\n");
  ASSERT_TRUE(reading.rule);
  EXPECT_THAT(codes(reading.findings),
              ElementsAre("rule.unknown_key", "rule.unknown_key", "rule.unknown_key", "rule.unknown_key"));
  for (auto const& each : reading.findings)
    EXPECT_EQ(each.severity, Severity::warning);
  EXPECT_EQ(reading.findings[0].pointer, "/author");
  EXPECT_EQ(reading.findings[0].line, 3U);
  EXPECT_THAT(reading.findings[1].hint, HasSubstr("\"priority\""));
  EXPECT_THAT(reading.findings[2].hint, HasSubstr("\"pattern\""));
}

TEST(RuleReader, YAML11AsksForQuotes) {
  for (std::string const lines :
       {"extract:\n  x:\n    from: no\n", "tag: on\n", "extract:\n  0144:\n    from: filename\n",
        "extract:\n  x:\n    from: filename\n    default: 12:30\n", "extract: off\n",
        "extract:\n  x:\n    from: filename\n    default: [2024-01-15]\n", "<<: {}\n", "priority: 0144\n",
        "priority: 1_0\n", "extract:\n  x:\n    from: filename\n    type: y\n"}) {
    auto const finding = reading_fault(lines);
    EXPECT_EQ(finding.code, "SCHEMA_VIOLATION") << lines;
    EXPECT_FALSE(finding.hint.empty());
  }
  EXPECT_THAT(reading_fault("tag: on\n").hint, HasSubstr("\"on\""));
  EXPECT_TRUE(
      read("name: \"no\"\nglob: x\ntag: 'on'\nextract:\n  'y': {from: filename, default: '0144'}\n").rule);
}

TEST(RuleReader, ValuesOfAnotherTypeAskForQuotes) {
  auto const finding = reading_fault("extract:\n  x:\n    from: filename\n    pattern: 2024\n");
  EXPECT_EQ(finding.found, "2024 (an integer)");
  EXPECT_THAT(finding.hint, HasSubstr("quotes"));
  EXPECT_EQ(reading_fault("extract:\n  7:\n    from: filename\n").pointer, "/extract/7");
  EXPECT_EQ(reading_fault("extract: [x]\n").pointer, "/extract");
  EXPECT_EQ(reading_fault("extract:\n  x: filename\n").pointer, "/extract/x");
  EXPECT_EQ(reading_fault("tag:\n").pointer, "/tag");
}

TEST(RuleReader, NamesWrongIndentation) {
  auto const reading = read("name: r\nglob: x\nextract:\n  id:\n  from: segment(-3)\n");
  ASSERT_EQ(reading.findings.size(), 2U);
  EXPECT_THAT(reading.findings[0].hint, HasSubstr("Indent"));
  EXPECT_THAT(reading.findings[1].hint, HasSubstr("\"from\" belongs below a field's name"));
}

TEST(RuleReader, NamesACommentThatAteTheValue) {
  auto const reading = read("name: r\nglob: #x/*.csv\n");
  EXPECT_THAT(reading.findings.at(0).hint, HasSubstr("comment"));
  EXPECT_THAT(reading_fault("extract:\n  x:\n    from: filename\n    pattern: a( #1)\n").hint,
              HasSubstr("comment"));
}

TEST(RuleReader, NumbersHaveBounds) {
  for (std::string const lines :
       {"priority: -1\n", "priority: 1001\n", "priority: 99999999999999999999\n", "priority: 1.0\n",
        "priority: '5'\n", "version: 2\n", "version: \"1\"\n", "version: 1.0\n"})
    EXPECT_EQ(reading_fault(lines).code, "SCHEMA_VIOLATION") << lines;
  EXPECT_EQ(read("name: r\nglob: x\npriority: 0\n").rule->priority, 0);
  EXPECT_EQ(read("name: r\nglob: x\npriority: 1000\n").rule->priority, 1000);
}

TEST(RuleReader, RE2RefusesWhatIsNotLinear) {
  auto const invalid = [](std::string const& pattern) {
    auto const finding =
        reading_fault("extract:\n  x:\n    from: filename\n    pattern: '" + pattern + "'\n");
    EXPECT_EQ(finding.code, "INVALID_REGEX") << pattern;
    EXPECT_EQ(finding.pointer, "/extract/x/pattern");
    EXPECT_THAT(finding.message, HasSubstr("Field 'x' has invalid regex: "));
    return finding.hint;
  };
  EXPECT_THAT(invalid("(?=a)b"), HasSubstr("Lookaround"));
  EXPECT_THAT(invalid("(?<!a)b"), HasSubstr("Lookaround"));
  EXPECT_THAT(invalid(R"((a)\1)"), HasSubstr("Back-reference"));
  invalid("(a");
  invalid("[a");
  invalid("a{1001}");
  invalid("((a{100}){100}){100}");
}

TEST(RuleReader, GLOBERRIsASchemaViolationAtTheGlob) {
  auto const reading = read("name: r\nglob: \"data/a**/x.csv\"\n");
  ASSERT_THAT(codes(reading.findings), ElementsAre("SCHEMA_VIOLATION"));
  EXPECT_EQ(reading.findings[0].pointer, "/glob");
  EXPECT_EQ(reading.findings[0].column, 14U);
  for (std::string const glob : {"'[a'", "'{a'", "'a**'", "''"})
    EXPECT_EQ(read("name: r\nglob: " + glob + "\n").findings.at(0).pointer, "/glob") << glob;
}

TEST(RuleReader, FieldsAreBounded) {
  std::string text = "extract:\n";
  for (int i = 0; i < 101; ++i)
    text += "  f" + std::to_string(i) + ": {from: filename}\n";
  EXPECT_EQ(reading_fault(text).pointer, "/extract");
}

TEST(RuleReader, FindingsAreShortWhateverTheyAreAbout) {
  std::string const key(1000, 'k'); // YAML allows 1024
  std::string const value(20'000, 'v');
  auto const reading = read("name: r\nglob: x\n" + key + ": 1\nextract:\n  " + key + ":\n    from: " + value +
                            "\n    pattern: '[" + value + "'\n");
  ASSERT_EQ(reading.findings.size(), 3U);
  for (auto const& each : reading.findings)
    EXPECT_LT(to_instruction(each).size(), 2000U);
}

TEST(RuleReader, FindingsAreBounded) {
  std::string text = "name: r\nglob: x\n";
  for (int i = 0; i < 500; ++i)
    text += "k" + std::to_string(i) + ": 1\n";
  auto const reading = read(text);
  EXPECT_EQ(reading.findings.size(), 100U);
  EXPECT_TRUE(reading.rule);
}

} // namespace
} // namespace artifactd::extraction
