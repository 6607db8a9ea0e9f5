#include "agents/turn/limits.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <gtest/gtest.h>

namespace artifactd::turn {
namespace {

Cast const the_cast{{"lena", "marc", "user-persona"}, "user-persona"};

SceneSchema schema_of(char const* text) {
  auto schema = SceneSchema::of(Json::parse(text));
  if (!schema) throw std::runtime_error(schema.error().message);
  return *std::move(schema);
}

std::string places(std::vector<StateFault> const& faults) {
  std::string pointers;
  for (auto const& each : faults)
    pointers += (pointers.empty() ? "" : " ") + (each.pointer.empty() ? "root" : each.pointer);
  return pointers;
}

std::string judged(char const* schema, char const* state) {
  return places(judge_state(schema_of(schema), {Json::parse(state), {}}, the_cast));
}

TEST(SceneState, HasThreeZones) {
  constexpr auto* closed = R"({"additionalProperties": false, "properties": {"n": {"type": "integer"}}})";
  constexpr auto* open = R"({"properties": {"n": {"type": "integer"}}})";
  EXPECT_EQ(judged(open, R"({"n": 1, "mood": "any"})"), "") << "others are allowed";
  EXPECT_EQ(judged(open, R"({"n": "1"})"), "/n") << "declared members are judged";
  EXPECT_EQ(judged(closed, R"({"n": 1, "mood": "any"})"), "/mood");
  EXPECT_EQ(judged(closed, R"({"n": 1, "present": ["user-persona"]})"), "") << "the engine's are taken out";
}

TEST(SceneState, EngineMembersAreJudgedWhereTheyAreDeclared) {
  constexpr auto* schema = R"({"required": ["relations"], "properties": {"present": {"maxItems": 1},
    "relations": {"items": {"properties": {"trust": {"minimum": 0}}}}}})";
  StoryState state{Json::parse(R"({"present": ["lena", "user-persona"]})"), {{"lena", "marc", -1, 0, 0}}};
  EXPECT_EQ(places(judge_state(schema_of(schema), state, the_cast)), "/present /relations/0/trust");
}

TEST(SceneState, PresentHoldsCharactersOfTheStory) {
  EXPECT_EQ(judged("{}", R"({"present": ["user-persona"]})"), "") << "no other need be there";
  EXPECT_EQ(judged("{}", R"({"present": ["lena"]})"), "/present") << "the persona always is";
  EXPECT_EQ(judged("{}", R"({"present": ["user-persona", "lenna", 5, "user-persona"]})"),
            "/present/1 /present/2 /present/3");
  EXPECT_EQ(judged("{}", R"({"present": "lena"})"), "/present");
  EXPECT_EQ(judged("{}", "[]"), "root");
}

TEST(SceneState, KeepsItsLimits) {
  auto const at_limit = [&](Json value) {
    StoryState const state{Json{{"a", std::move(value)}}, {}};
    return places(judge_state(schema_of("{}"), state, the_cast));
  };
  EXPECT_EQ(at_limit(std::string(longest_state_text, 'x')), "");
  EXPECT_EQ(at_limit(std::string(longest_state_text + 1, 'x')), "/a");
  EXPECT_EQ(at_limit(Json(longest_list, 1)), "");
  EXPECT_EQ(at_limit(Json(longest_list + 1, 1)), "/a");
  EXPECT_EQ(at_limit(Json(17, std::string(longest_state_text, 'x'))), "root");
  EXPECT_EQ(at_limit(9007199254740992), "");
  EXPECT_EQ(at_limit(9007199254740993), "/a");
  EXPECT_EQ(at_limit(-9007199254740993), "/a");
  EXPECT_EQ(at_limit(UINT64_MAX), "/a");
  EXPECT_EQ(at_limit(1e16), "/a");
}

TEST(SceneState, TheSeedsRelationsBecomeEdges) {
  auto const first = first_state(Json::parse(R"({"location": "closet", "relations": [
      {"a": "user-persona", "b": "lena", "trust": 4, "tension": 6, "closeness": 3}, {"a": "lena", "b": "marc"}]})"),
                                 the_cast);
  ASSERT_TRUE(first.faults.empty()) << first.faults.front().message;
  EXPECT_EQ(first.state.state, Json::parse(R"({"location": "closet"})"));
  EXPECT_EQ(first.state.relations,
            (std::vector<Relation>{{"lena", "marc", 0, 0, 0}, {"lena", "user-persona", 4, 6, 3}}));
}

TEST(SceneState, TheSeedsRelationsAreJudged) {
  auto const faults_of = [](char const* relations) {
    return places(first_state(Json{{"relations", Json::parse(relations)}}, the_cast).faults);
  };
  EXPECT_EQ(faults_of(R"([{"a": "lena", "b": "lena"}])"), "/relations/0/b");
  EXPECT_EQ(faults_of(R"([{"a": "lena", "b": "marc"}, {"a": "marc", "b": "lena"}])"), "/relations/1");
  EXPECT_EQ(faults_of(R"([{"a": "lena", "b": "zoe", "trust": 11}])"), "/relations/0/trust /relations/0/b");
  EXPECT_EQ(faults_of(R"([{"a": "lena"}, 5])"), "/relations/0/b /relations/1");
  EXPECT_EQ(faults_of("{}"), "/relations");
  EXPECT_EQ(faults_of("null"), "");
}

TEST(SceneState, ACharacterIsToldItsOwnRelationsAlone) {
  StoryState const state{Json{{"mood", "calm"}},
                         {{"lena", "marc", 1, 2, 3}, {"marc", "user-persona", 4, 5, 6}}};
  EXPECT_EQ(told_state(state)["relations"].size(), 2U);
  EXPECT_EQ(told_state(state, "lena")["relations"],
            Json::parse(R"([{"a": "lena", "b": "marc", "trust": 1, "tension": 2, "closeness": 3}])"));
  EXPECT_EQ(told_state(state, "marc")["relations"].size(), 2U);
  EXPECT_EQ(told_state(state, "user-persona")["relations"].size(), 1U);
  EXPECT_FALSE(told_state(state, "zoe").contains("relations"));
}

TEST(SceneState, WhoIsPresentIsInTheCastsOrder) {
  EXPECT_EQ(present(Json::parse(R"({"present": ["user-persona", "lena", "ghost"]})"), the_cast),
            (std::vector<std::string>{"lena", "user-persona"}));
  EXPECT_EQ(present(Json::object(), the_cast), the_cast.ids);
  EXPECT_TRUE(present(Json::parse(R"({"present": []})"), the_cast).empty());
}

TEST(SceneSchemas, FindWhatIsDeclaredThroughReferences) {
  auto const schema = schema_of(R"({"allOf": [{"$ref": "#/$defs/base"}], "required": ["n"],
      "properties": {"n": {"minimum": 1}, "false": false},
      "$defs": {"base": {"properties": {"n": {"type": "integer", "minimum": 0, "maximum": 5}, "o": {"$ref": "#"}}}}})");
  auto const member = schema.declared({"n"});
  ASSERT_TRUE(member);
  EXPECT_TRUE(member->whole() && member->required);
  EXPECT_EQ(member->minimum, 1);
  EXPECT_EQ(member->maximum, 5);
  EXPECT_TRUE(schema.declared({"o", "o", "n"}));
  EXPECT_FALSE(schema.declared({"m"}));
  EXPECT_FALSE(schema.declared({}));
  EXPECT_EQ(schema.names_at({"o"}), (std::vector<std::string>{"n", "false", "o"}));
}

TEST(StatePaths, AreWrittenWithDotsOrAsPointers) {
  EXPECT_EQ(parse_path("a.b").value(), (StatePath{"a", "b"}));
  EXPECT_EQ(parse_path("/a.b/c~1d/").value(), (StatePath{"a.b", "c/d", ""}));
  for (auto const* wrong : {"", ".", "a.", ".a", "a..b", "/~2"})
    EXPECT_FALSE(parse_path(wrong)) << wrong;
  EXPECT_FALSE(parse_path(std::string(longest_state_text + 1, 'a')));
  for (auto const* text : {"a", "a.b", "/a.b/c", "/", "/a~1b"})
    EXPECT_EQ(path_text(parse_path(text).value()), text);
  EXPECT_EQ(path_text(parse_path("/a/b").value()), "a.b");
}

} // namespace
} // namespace artifactd::turn
