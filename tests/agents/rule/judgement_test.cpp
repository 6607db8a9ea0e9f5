#include "agents/rule/judgement.hpp"
#include "agents/rule/winner.hpp"
#include "tests/agents/rule/judged.hpp"
#include "tests/support/peak_memory.hpp"

#include <chrono>
#include <gmock/gmock.h>

namespace artifactd::extraction {
namespace {

using test::codes;
using test::judged;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> const missions = {"/data/mission_042/2024-01-15/readings.csv",
                                           "/data/mission_042/2024-01-15/telemetry.csv"};

TEST(Judgement, Example1SyntaxErrorAndItsRecovery) {
  auto const as_printed =
      judged("name: mission_data\nglob: **/mission_*/\?\?\?\?-\?\?-\?\?/*.csv\nextract:\n"
             "  mission_id                        # <- Missing colon\n    from: segment(-3)\n",
             missions);
  EXPECT_EQ(as_printed.tier, Tier::syntax);
  ASSERT_THAT(codes(as_printed.findings), ElementsAre("YAML_SYNTAX_ERROR"));
  EXPECT_EQ(as_printed.findings[0].line, 2U);
  EXPECT_EQ(short_message(as_printed.findings[0]), "syntax error (line 2)");
  EXPECT_THAT(as_printed.findings[0].hint, HasSubstr("'**/mission_*/\?\?\?\?-\?\?-\?\?/*.csv'"));

  auto const quoted =
      judged("name: mission_data\nglob: \"**/mission_*/\?\?\?\?-\?\?-\?\?/*.csv\"\nextract:\n"
             "  mission_id                        # <- Missing colon\n    from: segment(-3)\n",
             missions);
  ASSERT_THAT(codes(quoted.findings), ElementsAre("YAML_SYNTAX_ERROR"));
  EXPECT_EQ(short_message(quoted.findings[0]), "syntax error (line 5)");
  EXPECT_THAT(quoted.findings[0].hint, HasSubstr("Line 4 has no colon: write \"mission_id:\""));
  EXPECT_EQ(quoted.findings[0].pointer, "/extract");

  auto const recovered =
      judged("name: mission_data\nglob: \"**/mission_*/\?\?\?\?-\?\?-\?\?/*.csv\"\nextract:\n"
             "  mission_id:\n    from: segment(-3)\ntag: mission_data\n",
             missions);
  EXPECT_FALSE(recovered.refused());
  EXPECT_EQ(recovered.tier, Tier::semantic);
  ASSERT_EQ(recovered.trial.preview.size(), 2U);
  EXPECT_EQ(recovered.trial.preview[0].path, missions[0]);
  EXPECT_EQ(recovered.trial.preview[0].extracted.dump(), R"({"mission_id":"mission_042"})");
}

TEST(Judgement, Example2SchemaErrorAndItsRecovery) {
  std::vector<std::string> const clients = {"/archive/client_ABC/2024/Q1/report.csv"};
  auto const rule = [](std::string const& from) {
    return "name: client_reports\nglob: \"**/client_*/\?\?\?\?/Q\?/*.csv\"\nextract:\n  client:\n    from: " +
           from + "\n    pattern: \"client_(.*)\"\n";
  };
  auto const refused = judged(rule("folder(-4)              # <- Wrong! Should be segment(-4)"), clients);
  EXPECT_EQ(refused.tier, Tier::schema);
  ASSERT_THAT(codes(refused.findings), ElementsAre("SCHEMA_VIOLATION"));
  EXPECT_EQ(refused.findings[0].message, "'extract.client.from' has invalid value \"folder(-4)\"");
  EXPECT_EQ(short_message(refused.findings[0]), "schema error (extract.client.from)");
  EXPECT_FALSE(refused.rule);

  auto const recovered = judged(rule("segment(-4)"), clients);
  EXPECT_FALSE(recovered.refused());
  EXPECT_EQ(recovered.trial.preview.at(0).extracted.dump(), R"({"client":"ABC"})");
}

TEST(Judgement, Example3SemanticErrorAndTheEditThatCuresIt) {
  std::vector<std::string> const paths = {"/x/data/2024/q1/processed/a.csv", "/x/data/2024/processed/b.csv"};
  auto const rule = [](std::string const& glob) {
    return "name: complex_rule\nglob: \"" + glob + "\"\nextract:\n  file: {from: filename}\n";
  };
  auto const refused = judged(rule("**/data/*/files/*.csv"), paths);
  EXPECT_EQ(refused.tier, Tier::semantic);
  ASSERT_THAT(codes(refused.findings), ElementsAre("GLOB_MISMATCH"));
  EXPECT_EQ(refused.findings[0].message, "Glob '**/data/*/files/*.csv' doesn't match any sample paths");
  EXPECT_EQ(short_message(refused.findings[0]), "glob didn't match samples");
  EXPECT_EQ(refused.findings[0].pointer, "/glob");
  EXPECT_EQ(refused.findings[0].line, 2U);
  EXPECT_THAT(refused.trial.preview, IsEmpty());
  EXPECT_FALSE(judged(rule("**/data/**/processed/*.csv"), paths).refused());
}

TEST(Judgement, GlobMismatchShowsThreeSamplesAndAGlobThatWouldMatch) {
  std::vector<std::string> const paths = {
      "/data/mission_042/2024-01-15/readings.csv", "/data/mission_053/2024-01-16/telemetry.csv",
      "/data/mission_064/2024-01-17/x.csv", "/data/mission_065/2024-01-17/y.csv"};
  auto const refused = judged("name: r\nglob: \"**/mission/\?\?\?\?-\?\?-\?\?/*.csv\"\n", paths);
  auto const& finding = refused.findings.at(0);
  EXPECT_THAT(finding.found, HasSubstr("\"/data/mission_064/2024-01-17/x.csv\" and 1 more"));
  EXPECT_THAT(finding.hint, HasSubstr("/data/mission_{number}/{date}/*.csv"));
  std::string const suggested = "/data/mission_*/\?\?\?\?-\?\?-\?\?/*.csv";
  EXPECT_THAT(finding.hint, HasSubstr("'" + suggested + "'"));
  EXPECT_FALSE(judged("name: r\nglob: '" + suggested + "'\n", paths).refused());
}

TEST(Judgement, EmptyExtractionNeedsEveryMatchedSampleEmpty) {
  std::string const rule = "name: r\nglob: '*.csv'\nextract:\n  x: {from: filename, pattern: 'm_([0-9]+)'}\n";
  auto const refused = judged(rule, {"/a/x.csv", "/a/z.csv", "/a/m_1.txt"});
  ASSERT_THAT(codes(refused.findings), ElementsAre("EMPTY_EXTRACTION"));
  EXPECT_EQ(refused.findings[0].message, "Rule matches files but extracts no fields");
  EXPECT_EQ(short_message(refused.findings[0]), "extracted no fields");
  EXPECT_THAT(refused.findings[0].hint, HasSubstr("x: the pattern finds no match in \"x.csv\""));
  EXPECT_FALSE(judged(rule, {"/a/x.csv", "/a/m_1.csv"}).refused());
  EXPECT_FALSE(judged("name: r\nglob: '*.csv'\nextract: null\n", {"/a/x.csv"}).refused());
  EXPECT_FALSE(judged("name: r\nglob: '*.csv'\nextract: {}\n", {"/a/x.csv"}).refused());
}

TEST(Judgement, ANYFAILOneSampleOfAnotherTypeIsEnough) {
  std::string const rule =
      "name: r\nglob: '*'\nextract:\n  day: {from: segment(-2), type: date}\n  f: {from: filename}\n";
  auto const refused = judged(rule, {"/a/2024-01-15/x", "/a/2024-13-15/y", "/a/2024-14-15/z"});
  ASSERT_THAT(codes(refused.findings), ElementsAre("TYPE_COERCION_FAILED"));
  EXPECT_EQ(refused.findings[0].pointer, "/extract/day/type");
  EXPECT_THAT(refused.findings[0].message, HasSubstr("in 2 of the sample paths: \"2024-13-15\""));
  EXPECT_FALSE(judged(rule, {"/a/2024-01-15/x"}).refused());
}

TEST(Judgement, PreviewsTheFirstFiveThatMatch) {
  std::vector<std::string> paths = {"/a/no.txt"};
  for (int i = 0; i < 9; ++i)
    paths.push_back("/a/" + std::to_string(i) + ".csv");
  auto const judgement =
      judged("name: r\nglob: '*.csv'\nextract:\n  b: {from: filename}\n  a: {from: segment(0)}\n", paths);
  ASSERT_EQ(judgement.trial.preview.size(), 5U);
  EXPECT_EQ(judgement.trial.preview[4].path, "/a/4.csv");
  EXPECT_EQ(judgement.trial.preview[4].extracted.dump(), R"({"b":"4.csv","a":"a"})");
  EXPECT_EQ(judgement.trial.statuses.size(), 10U);
}

TEST(Judgement, TheFirstFailingTierEndsIt) {
  EXPECT_EQ(judged("name: R\nglob: 'nothing'\nextract: *x\n").tier, Tier::syntax);
  auto const schema = judged("name: R\nglob: 'nothing'\n");
  EXPECT_EQ(schema.tier, Tier::schema);
  EXPECT_THAT(schema.trial.statuses, IsEmpty());
  EXPECT_EQ(judged("name: r\nglob: 'nothing'\n").tier, Tier::semantic);
}

TEST(Judgement, EXTRAWarningsGoWithAnAcceptedRule) {
  auto const judgement = judged("name: r\nglob: '*.csv'\nauthor: me\n");
  EXPECT_FALSE(judgement.refused());
  EXPECT_THAT(codes(judgement.findings), ElementsAre("rule.unknown_key"));
}

TEST(Judgement, SamplesAreJudgedInTheirTiers) {
  RawText const sound{"rules/r.yaml", "name: r\nglob: x\n"};
  auto const of = [&](Samples const& samples) { return judge_rule(sound, Form::yaml, samples); };
  EXPECT_EQ(of(read_samples("s", "{")).tier, Tier::syntax);
  EXPECT_EQ(of(read_samples("s", "{}")).tier, Tier::schema);
  EXPECT_EQ(of(no_samples("s")).tier, Tier::semantic);
  EXPECT_THAT(codes(of({}).findings), ElementsAre("samples.missing"));
  auto const both = judge_rule({"rules/r.yaml", "a: *"}, Form::yaml, read_samples("s", "{"));
  EXPECT_EQ(both.findings.size(), 2U);
}

TEST(Judgement, UTF8IsTheOnlyEncoding) {
  std::string const latin = "name: r\nglob: \"\xE4.csv\"\n";
  auto const judgement = judged(latin);
  ASSERT_THAT(codes(judgement.findings), ElementsAre("ENCODING_ERROR"));
  EXPECT_EQ(judgement.tier, Tier::syntax);
  EXPECT_EQ(judgement.findings[0].byte, 15U);
  EXPECT_EQ(judgement.findings[0].message, "invalid UTF-8 sequence at position 15");
  EXPECT_EQ(short_message(judgement.findings[0]), judgement.findings[0].message);
  using namespace std::string_view_literals;
  for (auto const text : {"\xFF\xFEn\0a\0"sv, "n\0a\0m\0e\0"sv, "name: \xC3"sv, "name: \xE2\x82"sv,
                          "na\0me"sv, "\xED\xA0\x80"sv})
    EXPECT_THAT(codes(judged(text).findings), ElementsAre("ENCODING_ERROR"));
  EXPECT_FALSE(judged("\xEF\xBB\xBFname: r\nglob: '*.csv'\n").refused());
}

TEST(Judgement, FENCERawOutputIsJudgedByItsLanguage) {
  auto const samples = test::samples({"/a.csv"});
  auto const judge = [&](std::string_view text) {
    return judge_rule({"rules/r.txt", text}, Form::text, samples);
  };
  auto const rule = judge("Sure:\n```yaml\nname: r\nglob: '*.csv'\n```\n");
  EXPECT_EQ(rule.language, Language::yaml);
  EXPECT_TRUE(rule.rule);
  auto const python = judge("```python\ndef extract(path):\n    return {}\n```");
  EXPECT_EQ(python.language, Language::python);
  EXPECT_FALSE(python.rule);
  EXPECT_THAT(python.findings, IsEmpty());
  EXPECT_EQ(judge_rule({"rules/r.yaml", "```python\nx\n```"}, Form::yaml, samples).language, Language::yaml);
}

TEST(Judgement, TextsAreBounded) {
  EXPECT_THAT(codes(judged(std::string(64 * 1024 + 1, ' ')).findings), ElementsAre("file.too_large"));
}

TEST(Judgement, ShortMessagesAreForASpinner) {
  EXPECT_EQ(short_message({.code = "SCHEMA_VIOLATION", .pointer = ""}), "schema error (root)");
  EXPECT_EQ(short_message({.code = "SCHEMA_VIOLATION", .pointer = "/extract/a~1b~0/from"}),
            "schema error (extract.a/b~.from)");
  EXPECT_EQ(short_message({.code = "RUNTIME_ERROR", .message = "boom"}), "execution error");
  EXPECT_EQ(short_message({.code = "PYTHON_SYNTAX_ERROR", .message = "unexpected indent"}),
            "unexpected indent");
}

TEST(Judgement, ALIASBombCostsNeitherTimeNorMemory) {
  std::string bomb = "name: r\nglob: '*.csv'\ndefault: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; bomb.size() < 60'000; ++i) {
    auto const former = "*a" + std::to_string(i - 1);
    bomb += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + former;
    for (int j = 0; j < 8; ++j)
      bomb += "," + former;
    bomb += "]\n";
  }
  auto const before = test::peak_memory();
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_THAT(codes(judged(bomb).findings), ElementsAre("YAML_SYNTAX_ERROR"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_LT(test::peak_memory() - before, 64 * 1024); // KiB
}

Rule rule_of(std::string const& name, std::string const& glob, int priority) {
  auto judgement =
      judged("name: " + name + "\nglob: '" + glob + "'\npriority: " + std::to_string(priority) + "\n",
             {"/a/x.csv", "/a/x.txt"});
  EXPECT_FALSE(judgement.refused());
  return *std::move(judgement.rule);
}

TEST(Winner, WINRULEIsTheHighestPriorityThenTheFirstNameByBytes) {
  std::vector<Rule> rules;
  rules.push_back(rule_of("b", "*.csv", 100));
  rules.push_back(rule_of("a_1", "*.csv", 100));
  rules.push_back(rule_of("a1", "*.csv", 100));
  rules.push_back(rule_of("z", "*.txt", 900));
  rules.push_back(rule_of("low", "*", 1));
  auto const of = [&](std::string_view path) {
    auto const* rule = winner(rules, *sample_path(path, ""));
    return rule == nullptr ? "" : rule->name;
  };
  EXPECT_EQ(of("/a/x.csv"), "a1"); // '1' sorts before '_'
  EXPECT_EQ(of("/a/x.txt"), "z");
  EXPECT_EQ(of("/a/x"), "low");
  rules.pop_back();
  EXPECT_EQ(of("/a/x"), "");
  std::ranges::reverse(rules);
  EXPECT_EQ(of("/a/x.csv"), "a1");
}

} // namespace
} // namespace artifactd::extraction
