#include "agents/rule/fence.hpp"
#include "agents/yaml/yaml.hpp"
#include "agents/yaml/yaml_scalar.hpp"

#include <chrono>
#include <gtest/gtest.h>

namespace artifactd::extraction {
namespace {

std::expected<YamlTree, std::vector<Finding>> read_tree(std::string_view text) {
  return read_yaml({"rules/r.yaml", text}, fenced_script(text).content);
}

Finding fault(std::string_view text) {
  auto const reading = read_tree(text);
  if (reading) {
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  EXPECT_EQ(reading.error().front().code, "YAML_SYNTAX_ERROR");
  return reading.error().front();
}

TEST(Yaml, KeepsValuesTypesAndPlaces) {
  auto const tree = read_tree("a: 1\nb:\n  - x\n  - \"2\"\n");
  ASSERT_TRUE(tree);
  auto const& root = (*tree)[tree->root];
  ASSERT_EQ(root.members.size(), 2U);
  auto const& a = (*tree)[root.members[0].value];
  EXPECT_EQ(a.text, "1");
  EXPECT_EQ(a.type, ScalarType::integer);
  EXPECT_EQ(a.begin, 3U);
  auto const& b = (*tree)[root.members[1].value];
  ASSERT_EQ(b.items.size(), 2U);
  EXPECT_EQ((*tree)[b.items[1]].type, ScalarType::string);
  EXPECT_EQ((*tree)[b.items[1]].begin, 18U);
}

TEST(Yaml, PlacesCountBytesNotCharacters) {
  std::string_view const text = "ä: ü\nx: y\n";
  auto const tree = read_tree(text);
  ASSERT_TRUE(tree);
  auto const& y = (*tree)[(*tree)[tree->root].members[1].value];
  EXPECT_EQ(text.substr(y.begin, y.end - y.begin), "y");
}

TEST(Yaml, DUPKEYRefusesEveryRepeatedKey) {
  auto const reading = read_tree("name: a\nextract:\n  x: {from: filename}\n  'x': {}\nname: b\n");
  ASSERT_FALSE(reading);
  ASSERT_EQ(reading.error().size(), 2U);
  auto const& inner = reading.error()[0];
  EXPECT_EQ(inner.code, "YAML_SYNTAX_ERROR");
  EXPECT_EQ(inner.line, 4U);
  EXPECT_EQ(inner.pointer, "/extract/x");
  EXPECT_NE(inner.hint.find("line 3"), std::string::npos);
  EXPECT_EQ(reading.error()[1].line, 5U);
  EXPECT_EQ(reading.error()[1].pointer, "/name");
}

TEST(Yaml, ALIASIsTheSameValueAgain) {
  auto const tree = read_tree("a: &x [1, 2]\nb: *x\n");
  ASSERT_TRUE(tree);
  auto const& root = (*tree)[tree->root];
  EXPECT_EQ(root.members[0].value, root.members[1].value);
}

TEST(Yaml, ALIASRefusesLoopsAndStrangers) {
  EXPECT_NE(fault("a: &x [*x]\n").message.find("contains it"), std::string::npos);
  EXPECT_EQ(fault("a: *nothing\n").pointer, "/a");
}

TEST(Yaml, ALIASBombIsAnsweredByCounting) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 60; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j)
      bomb += (j > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  auto const begin = std::chrono::steady_clock::now();
  auto const finding = fault(bomb);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_NE(finding.message.find("too large"), std::string::npos);
  EXPECT_EQ(finding.line, 4U);
}

TEST(Yaml, ALIASCountsTextAndDepthToo) {
  std::string text = "a: &a " + std::string(30'000, 'x') + "\nb: [";
  for (int i = 0; i < 100; ++i)
    text += "*a, ";
  EXPECT_NE(fault(text + "]\n").message.find("too large"), std::string::npos);
  std::string deep = "a0: &a0 [x]\n";
  for (int i = 1; i < 100; ++i)
    deep += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  EXPECT_NE(fault(deep).message.find("nested"), std::string::npos);
}

TEST(Yaml, ALIASAllowsTenThousandNodesAndNoMore) {
  auto const items = [](int count) {
    std::string text = "[x";
    for (int i = 1; i < count; ++i)
      text += ",x";
    return text + "]";
  };
  EXPECT_TRUE(read_tree(items(9'999)));
  EXPECT_FALSE(read_tree(items(10'000)));
}

TEST(Yaml, DepthIsBounded) {
  auto const nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(read_tree(nested(64)));
  EXPECT_NE(fault(nested(65)).message.find("nested"), std::string::npos);
  EXPECT_FALSE(read_tree(std::string(64 * 1024, '[')));
  EXPECT_FALSE(read_tree(std::string(64 * 1024, '{')));
}

TEST(Yaml, IsOneDocument) {
  EXPECT_TRUE(read_tree("---\na: 1\n...\n"));
  EXPECT_EQ(fault("a: 1\n---\nb: 2\n").line, 2U);
}

TEST(Yaml, AnEmptyStreamIsNull) {
  for (std::string_view const text : {"", "\n \n", "# only a comment\n", "---\n", "```yaml\n```\n"}) {
    auto const tree = read_tree(text);
    ASSERT_TRUE(tree) << text;
    EXPECT_EQ((*tree)[tree->root].type, ScalarType::null) << text;
  }
}

TEST(Yaml, KeysAreWords) {
  fault("? [a, b]\n: 1\n");
  fault("{{x}}: 1\n");
}

TEST(Yaml, TagsAreThoseOfTheCoreSchema) {
  EXPECT_TRUE(read_tree("a: !!str 1\nb: !!int 1\nc: !!map {}\nd: !!seq []\ne: ! x\n"));
  auto const tree = read_tree("!!str 1");
  EXPECT_EQ((*tree)[tree->root].type, ScalarType::string);
  fault("a: !!python/object:os.system x\n");
  fault("a: !!int x\n");
  fault("a: !own x\n");
  fault("a: !!map []\n");
}

TEST(Yaml, YAML11WordsReadDifferentlyHaveNoType) {
  for (auto const* const text :
       {"no",   "No",    "on",    "yes",   "OFF",  "y",          "N",
        "0144", "0o144", "12:30", "1_0",   "0b11", "2024-01-15", "<<",
        "=",    "1e5",   "010",   "+0x1F", "08",   "1:30.5",     "2024-01-15T10:00:00Z"})
    EXPECT_EQ(plain_type(text), ScalarType::ambiguous) << text;
  for (auto const* const text :
       {"nope", "none", "*", "a:b", "segment(-1)", "1.2.3", "12:75x", "-", ".", "v1"})
    EXPECT_EQ(plain_type(text), ScalarType::string) << text;
  for (auto const* const text : {"0", "7", "-12", "+3", "0x1F", "100"})
    EXPECT_EQ(plain_type(text), ScalarType::integer) << text;
  for (auto const* const text : {"1.5", ".5", "-1.0", "1.5e+3", ".inf", "-.INF", ".nan"})
    EXPECT_EQ(plain_type(text), ScalarType::floating) << text;
  for (auto const* const text : {"", "~", "null", "NULL"})
    EXPECT_EQ(plain_type(text), ScalarType::null) << text;
  for (auto const* const text : {"true", "FALSE"})
    EXPECT_EQ(plain_type(text), ScalarType::boolean) << text;
}

struct Slip {
  std::string text;
  std::size_t line;
  std::string hint; ///< a substring of the hint
};

TEST(Yaml, NamesTheLikelySlip) {
  std::vector<Slip> const slips = {
      {"extract:\n  mission_id\n    from: segment(-3)\n", 3, "Line 2 has no colon: write \"mission_id:\""},
      {"extract:\n  mission_id     # the mission\n    from: x\n", 3, "Line 2 has no colon"},
      {"name: r\nglob *.csv\ntag: x\n", 3, "Line 2 has no colon: write \"glob: *.csv\""},
      {"x:\n  from segment(-3)\n  type: integer\n", 3, "Line 2 has no colon: write \"from: segment(-3)\""},
      {"name: r\nglob: *.csv\n", 2, "'*.csv'"},
      {"name: r\nglob: **/x/*.csv\n", 2, "'**/x/*.csv'"},
      {"glob: *\n", 1, "'*'"},
      {"glob: *data\n", 1, "'*data'"},
      {"x:\n  pattern: \"\\d{4}\"\n", 2, "single quotes"},
      {"x:\n\tfrom: filename\n", 2, "tabs"},
      {"x:\n  from: filename\n\ttype: date\n", 3, "tabs"},
      {"name: data: raw\n", 1, "'data: raw'"},
      {"glob: {a,b}/*.csv\n", 1, "'{a,b}/*.csv'"},
      {"glob: [ab]*.csv\n", 1, "'[ab]*.csv'"},
      {"glob: @x\n", 1, "'@x'"},
      {"glob: `x`\n", 1, "'`x`'"},
      {"glob: \"**/*.csv\nname: r\n", 3, "Close it"},
      {"glob: \"a\" b\n", 1, "one pair of quotes"},
      {"name: r\n glob: x\n", 2, ""},
      {"name: r\x01\n", 1, "Remove it"},
  };
  for (auto const& slip : slips) {
    auto const finding = fault(slip.text);
    EXPECT_EQ(finding.line, slip.line) << slip.text << to_terminal(finding, Colour::off);
    EXPECT_NE(finding.hint.find(slip.hint), std::string::npos)
        << slip.text << to_terminal(finding, Colour::off);
    EXPECT_FALSE(finding.hint.empty());
    EXPECT_FALSE(finding.expected.empty());
    EXPECT_FALSE(finding.found.empty());
    EXPECT_NE(finding.excerpt.find('^'), std::string::npos);
    EXPECT_TRUE(finding.pointer);
    EXPECT_TRUE(finding.column);
  }
}

TEST(Yaml, FENCELinesCountInTheRawOutput) {
  auto const finding = fault("Sure!\n\n```yaml\nname: r\nglob: **\n```\n");
  EXPECT_EQ(finding.line, 5U);
  EXPECT_EQ(finding.column, 7U);
  EXPECT_EQ(finding.pointer, "/glob");
  EXPECT_EQ(finding.excerpt, "glob: **\n      ^");
}

} // namespace
} // namespace artifactd::extraction
