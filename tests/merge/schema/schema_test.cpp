#include "merge/schema/schema.hpp"
#include "tests/merge/json_gen.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Result<CompiledSchema> compile(std::string_view schema) {
  return CompiledSchema::compile({.text = std::string(schema), .shown = "s.json"});
}

std::vector<Finding> judged(std::string_view schema, std::string_view text) {
  return must(must(compile(schema)).findings("a.json", text));
}

std::string message(Result<CompiledSchema> const& compiled) {
  return compiled ? "none" : compiled.error().message;
}

auto at(std::size_t line, std::size_t column, std::string const& pointer) {
  return AllOf(Field(&Finding::line, line), Field(&Finding::column, column),
               Field(&Finding::pointer, pointer));
}

TEST(Schema, FindsWhatIsWrongAndWhere) {
  auto findings =
      judged(R"({"properties": {"items": {"items": {"properties": {"n": {"type": "integer"}}}}}})",
             "{\n  \"items\": [{\"n\": 1},\n    {\"é\": 0, \"n\": \"7\"}]\n}");
  ASSERT_THAT(findings, ElementsAre(at(3, 19, "/items/1/n")));
  auto const& finding = findings[0];
  EXPECT_EQ(finding.code, "schema.violation");
  EXPECT_EQ(finding.tier, Tier::schema);
  EXPECT_EQ(finding.file, "a.json");
  EXPECT_EQ(finding.byte, 43U);
  EXPECT_EQ(finding.message, "the value is of another type (type)");
  EXPECT_EQ(finding.expected, "a whole number");
  EXPECT_EQ(finding.found, "\"7\"");
  EXPECT_THAT(finding.hint, HasSubstr("without quotes"));
  EXPECT_THAT(finding.excerpt, HasSubstr("^"));
}

TEST(Schema, TellsAnIndexFromAKeyThatLooksLikeOne) {
  auto schema =
      R"({"additionalProperties": {"additionalProperties": {"type": "null"}, "items": {"type": "null"}}})";
  EXPECT_THAT(judged(schema, R"({"[0]": {"0": 1, "a/b~": 2}, "x": [null, 3]})"),
              ElementsAre(at(1, 15, "/[0]/0"), at(1, 26, "/[0]/a~1b~0"), at(1, 42, "/x/1")));
}

TEST(Schema, NamesTheNearestOfTheWordsThatAreAllowed) {
  auto schema =
      R"({"required": ["title"], "properties": {"state": {"enum": ["open", "closed", 7]}, "title": {}},
                    "additionalProperties": false})";
  auto findings = judged(schema, R"({"state": "clsoed", "titel": 1})");
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_THAT(findings[0].message, HasSubstr("\"title\" is missing"));
  EXPECT_THAT(findings[0].hint, HasSubstr("\"titel\""));
  EXPECT_EQ(findings[1].expected, "one of \"open\", \"closed\", 7");
  EXPECT_EQ(findings[1].hint, "Did you mean \"closed\"?");
  EXPECT_THAT(findings[2].message, HasSubstr("\"titel\" is not known"));
  EXPECT_EQ(findings[2].hint, "Did you mean \"title\"?");
  EXPECT_EQ(findings[2].column, 21U) << "the key, since the value is not at fault";
}

TEST(Schema, ReportsEveryViolationOnceInOrderUpToABound) {
  auto twice =
      judged(R"({"allOf": [{"required": ["a"]}, {"required": ["a"]}], "maxProperties": 0})", R"({"b": 1})");
  EXPECT_EQ(twice.size(), 2U);
  std::string many = "[";
  for (int i = 0; i < 500; ++i)
    many += "0,";
  EXPECT_EQ(judged(R"({"items": {"type": "string"}})", many + "0]").size(), 100U);
}

TEST(Schema, OfAlternativesReportsTheOneThatWasMeant) {
  auto schema = R"({"oneOf": [
    {"properties": {"kind": {"const": "note"}, "text": {"type": "string"}}, "required": ["kind", "text"]},
    {"properties": {"kind": {"const": "link"}, "url": {"type": "string"}}, "required": ["kind", "url"]}]})";
  EXPECT_THAT(judged(schema, R"({"kind": "link", "url": 3})"), ElementsAre(at(1, 25, "/url")));
  auto neither = judged(schema, R"({"kind": "picture"})");
  ASSERT_EQ(neither.size(), 1U);
  EXPECT_THAT(neither[0].message, HasSubstr("none of the 2 forms"));
  auto scalars = judged(R"({"anyOf": [{"type": "string"}, {"minimum": 5, "type": "number"}]})", "true");
  ASSERT_EQ(scalars.size(), 1U);
  EXPECT_EQ(scalars[0].expected, "a string; or a number");
}

TEST(Schema, ComparesNumbersByValueAndNotByHowTheyAreWritten) {
  EXPECT_THAT(judged(R"({"const": 1.10})", "11e-1"), IsEmpty());
  EXPECT_THAT(judged(R"({"type": "integer"})", "1.0"), IsEmpty());
  EXPECT_THAT(judged(R"({"enum": [9007199254740993]})", "9007199254740992"), Not(IsEmpty()));
  EXPECT_THAT(judged(R"({"type": "number", "minimum": 0})", "1e400"), IsEmpty());
  EXPECT_THAT(judged(R"({"multipleOf": 0.01})", "19.99"), IsEmpty());
  EXPECT_THAT(judged(R"({"uniqueItems": true})", R"([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])"),
              ElementsAre(at(1, 20, "/1")));
}

TEST(Schema, CountsOneThingInTheSingular) {
  EXPECT_THAT(judged(R"({"minLength": 2})", R"("x")"),
              ElementsAre(AllOf(Field(&Finding::expected, "at least 2 characters"),
                                Field(&Finding::found, "1 character"))));
  EXPECT_THAT(judged(R"({"maxProperties": 1})", R"({"a": 1, "b": 2})"),
              ElementsAre(Field(&Finding::expected, "at most 1 member")));
}

TEST(Schema, IsOfTheDraftItNamesAndOfDraft7IfItNamesNone) {
  constexpr std::string_view pair =
      R"("prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false})";
  auto const newest = R"({"$schema": "https://json-schema.org/draft/2020-12/schema", )" + std::string(pair);
  EXPECT_THAT(judged(newest, R"(["a", 1])"), IsEmpty());
  EXPECT_THAT(judged(newest, R"(["a", "b"])"), ElementsAre(at(1, 7, "/1")));
  EXPECT_THAT(judged(newest, R"(["a", 1, 2])"), ElementsAre(Field(&Finding::expected, "at most 2 elements")));
  EXPECT_EQ(judged("{" + std::string(pair), R"(["a", 1])").size(), 1U);
  auto const older =
      R"({"$schema": "http://json-schema.org/draft-07/schema#", "unevaluatedProperties": false})";
  EXPECT_THAT(judged(older, R"({"a": 1})"), IsEmpty());
}

TEST(Schema, TellsMembersThatNothingHasEvaluated) {
  auto const schema = R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
      "allOf": [{"properties": {"a": true}}], "anyOf": [{"required": ["b"], "properties": {"b": true}}, true],
      "properties": {"colour": true}, "unevaluatedProperties": false})";
  EXPECT_THAT(judged(schema, R"({"a": 1, "b": 2, "colour": 3})"), IsEmpty());
  auto const findings = judged(schema, R"({"a": 1, "color": 3})");
  ASSERT_THAT(findings, ElementsAre(at(1, 10, "/color")));
  EXPECT_THAT(findings[0].message, HasSubstr("(unevaluatedProperties)"));
  EXPECT_EQ(findings[0].hint, "Did you mean \"colour\"?");
}

TEST(Schema, TellsWhatIsWrongWithAMemberAndNotThatItIsUnknown) {
  std::string const head = R"({"$schema": "https://json-schema.org/draft/2020-12/schema", )";
  auto const referred = head + R"("$defs": {"n": {"properties": {"name": {"minLength": 1}, "age": true}}},
      "$ref": "#/$defs/n", "unevaluatedProperties": false})";
  EXPECT_THAT(judged(referred, R"({"name": "", "age": 1})"), ElementsAre(at(1, 10, "/name")));
  EXPECT_THAT(judged(referred, R"({"name": "", "size": 1})"),
              ElementsAre(at(1, 10, "/name"), at(1, 14, "/size")));
  auto const alternatives =
      head + R"("anyOf": [{"properties": {"a": {"type": "number"}}}, {"properties": {"a": {"type": "null"}}}],
      "unevaluatedProperties": false})";
  EXPECT_EQ(judged(alternatives, R"({"a": "x"})").size(), 1U);
  EXPECT_EQ(judged(alternatives, R"({"a": 1, "b": 2})").size(), 1U) << "a branch that fits knows no b";
}

TEST(Schema, WhoseDynamicReferencesNeverEndIsTroubleAndNoCrash) {
  auto schema = must(compile(R"({"$schema": "https://json-schema.org/draft/2020-12/schema",
      "$dynamicAnchor": "a", "allOf": [{"$dynamicRef": "#a"}]})"));
  EXPECT_EQ(fault(schema.findings("a.json", "{}")), "too_large");
}

TEST(Schema, JudgesHostileTextsByPatternsInLinearTime) {
  auto schema = must(
      compile(R"({"additionalProperties": {"pattern": "^(a+)+$"}, "patternProperties": {"^(b|b)*c$": {}}})"));
  auto bomb = std::string(60'000, 'a');
  EXPECT_THAT(must(schema.findings("a", "{\"x\": \"" + bomb + "\"}")), IsEmpty());
  EXPECT_EQ(must(schema.findings("a", "{\"x\": \"" + bomb + "!\"}")).size(), 1U);
  EXPECT_EQ(must(schema.findings("a", "{\"" + std::string(60'000, 'b') + "\": 1, \"y\": \"!\"}")).size(), 1U);
  EXPECT_EQ(judged(R"({"format": "date"})", '"' + std::string(60'000, '1') + '"').size(), 1U);
}

TEST(Schema, ARecursiveSchemaFollowsADocumentAsDeepAsItMayBe) {
  auto schema = must(compile(
      R"({"properties": {"c": {"$ref": "#"}, "v": {"type": "number"}}, "additionalProperties": false})"));
  std::string text, end;
  for (int i = 0; i < 250; ++i)
    text += "{\"c\": ", end += "}";
  EXPECT_THAT(must(schema.findings("a", text + "{}" + end)), IsEmpty());
  EXPECT_EQ(must(schema.findings("a", text + R"({"v": "x"})" + end)).size(), 1U);
}

TEST(Schema, OneThatMultipliesWorkIsAnErrorAndEnds) {
  auto schema = must(compile(R"({"anyOf": [{"properties": {"c": {"$ref": "#"}}, "required": ["x"]},
                                           {"properties": {"c": {"$ref": "#"}}, "required": ["y"]}]})"));
  std::string text, end;
  for (int i = 0; i < 60; ++i)
    text += "{\"c\": ", end += "}";
  auto result = schema.findings("a.json", text + "1" + end);
  EXPECT_EQ(fault(result), "too_large");
}

TEST(Schema, WhateverIsWrongInItIsAnErrorWithItsPlace) {
  EXPECT_EQ(
      message(compile("{\n  \"properties\": {\"a\": {\"type\": \"strin\"}}\n}")),
      "s.json:2:32: /properties/a/type has to be array, boolean, integer, null, number, object, string, or a "
      "list of these");
  for (auto const* schema :
       {"[]",
        "7",
        "{\"a\": 1,}",
        R"({"minLength": -1})",
        R"({"minLength": 1.5})",
        R"({"multipleOf": 0})",
        R"({"exclusiveMaximum": true})",
        R"({"required": true})",
        R"({"enum": 3})",
        R"({"items": 3})",
        R"({"anyOf": []})",
        R"({"properties": []})",
        R"({"properties": {"a": 3}})",
        R"({"$ref": 3})",
        R"({"$ref": "#/definitions/none"})",
        R"({"$ref": "#"})",
        R"({"allOf": [{"$ref": "#"}]})",
        R"({"definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}},
            "$ref": "#/definitions/a"})",
        R"({"$ref": "http://example.com/x.json"})",
        R"({"$ref": "../x.json"})",
        R"({"$ref": "/etc/passwd"})",
        R"_({"pattern": "(?=a)"})_",
        R"({"pattern": "(a)\\1"})",
        R"({"pattern": "["})",
        R"({"pattern": "a{2000}"})",
        R"({"patternProperties": {"(": {}}})",
        ""}) {
    auto compiled = compile(schema);
    EXPECT_EQ(fault(compiled), "invalid") << schema;
    EXPECT_THAT(message(compiled), testing::StartsWith("s.json:")) << schema;
  }
}

TEST(Schema, OneMadeToExhaustIsAnErrorAndNeverACrash) {
  EXPECT_EQ(fault(compile(std::string(100'000, '['))), "invalid");
  std::string chain = R"({"$ref": "#/definitions/d0", "definitions": {)";
  for (int i = 0; i < 3999; ++i)
    chain += "\"d" + std::to_string(i) + R"(": {"properties": {"p": {"$ref": "#/definitions/d)" +
             std::to_string(i + 1) + "\"}}}, ";
  EXPECT_EQ(fault(compile(chain + R"("d3999": true}})")), "none");
  EXPECT_THAT(message(compile(chain + R"("d3999": {"not": {"not": {"not": {}}}}}})")), HasSubstr("too many"));
}

TEST(Schema, NeverCrashesWhateverTheDocument) {
  auto schema = must(compile(R"({"definitions": {"any": {"anyOf": [
      {"type": "array", "items": {"$ref": "#"}, "uniqueItems": true},
      {"patternProperties": {"^[a-m]*$": {"$ref": "#"}}, "propertyNames": {"pattern": "^\\S*$"},
       "additionalProperties": {"$ref": "#"}},
      {"type": ["string", "number"], "pattern": "^(\\w+\\s?)*$", "maximum": 1000, "format": "date"}]}},
      "$ref": "#/definitions/any"})"));
  EXPECT_TRUE(rc::check([&] {
    auto text = *test::any_object_text(5);
    auto findings = must(schema.findings("a", text));
    for (auto const& finding : findings)
      RC_ASSERT(*finding.byte < text.size());
  }));
}

} // namespace
} // namespace artifactd
