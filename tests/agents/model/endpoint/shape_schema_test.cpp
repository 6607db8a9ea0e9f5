#include "agents/model/endpoint/shape_schema.hpp"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace artifactd::model {
namespace {

nlohmann::ordered_json schema_of(std::string const& text) {
  return nlohmann::ordered_json::parse(text);
}

/// Schemas, each followed by what anthropic is sent for it.
constexpr char const* adapted_schemas = R"-(
{"type":"object","properties":{"n":{"minimum":1}},"required":["n"]}
{"type":"object","properties":{"n":{"description":"(minimum: 1)"}},"required":["n"],"additionalProperties":false}
{"description":"A name.","type":"string","pattern":"^a\"$"}
{"description":"A name. (pattern: \"^a\\\"$\")","type":"string"}
{"type":"object","additionalProperties":{"type":"string"}}
{"type":"object","additionalProperties":false}
{"oneOf":[{"type":"null"},{"type":"string","minLength":1}]}
{"anyOf":[{"type":"null"},{"type":"string","description":"(minLength: 1)"}]}
{"type":"array","minItems":1,"items":{"enum":["a","b"]}}
{"type":"array","minItems":1,"items":{"enum":["a","b"]}}
{"type":"array","minItems":2}
{"type":"array","description":"(minItems: 2)"}
{"type":"string","format":"date"}
{"type":"string","format":"date"}
{"type":"string","format":"regex"}
{"type":"string","description":"(format: \"regex\")"}
{"$schema":"x","$ref":"#/$defs/a","$defs":{"a":{"type":["object","null"]}}}
{"$ref":"#/$defs/a","$defs":{"a":{"type":["object","null"],"additionalProperties":false}}}
{"allOf":[{"const":1}],"default":1}
{"allOf":[{"const":1}],"default":1}
true
true
)-";

TEST(ShapeSchema, TellsAnthropicInWordsWhatItHasNoKeywordFor) {
  std::istringstream lines(adapted_schemas);
  std::string schema;
  std::getline(lines, schema);
  for (std::string adapted; std::getline(lines, schema) && std::getline(lines, adapted);)
    EXPECT_EQ(anthropic_schema(schema_of(schema)).value().dump(), adapted);
}

TEST(ShapeSchema, TellsAnthropicNothingOfWhatMayBeAnything) {
  EXPECT_FALSE(anthropic_schema(schema_of(R"({"type":"object","properties":{"value":{}}})")));
  EXPECT_FALSE(anthropic_schema(schema_of(R"({"type":"array","items":{}})")));
}

TEST(ShapeSchema, AsksStrictlyOnlyForWhatIsRequired) {
  auto const strict = strict_schema(schema_of(
      R"({"type":"object","properties":{"s":{"type":"string","pattern":"^a","minLength":1,"default":"a"}},)"
      R"("required":["s"]})"));
  ASSERT_TRUE(strict);
  EXPECT_EQ(
      strict->dump(),
      R"-({"type":"object","properties":{"s":{"type":"string","pattern":"^a",)-"
      R"-("description":"(minLength: 1, default: \"a\")"}},"required":["s"],"additionalProperties":false})-");
  EXPECT_FALSE(
      strict_schema(schema_of(R"({"type":"object","properties":{"a":{},"b":{}},"required":["a"]})")));
  EXPECT_FALSE(strict_schema(schema_of(R"({"type":"object","properties":{"a":{}}})")));
  EXPECT_FALSE(strict_schema(
      schema_of(R"({"type":"array","items":{"anyOf":[{"type":"object","properties":{"a":{}}}]}})")));
}

} // namespace
} // namespace artifactd::model
