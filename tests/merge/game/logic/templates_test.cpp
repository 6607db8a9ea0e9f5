#include "merge/game/logic/templates.hpp"
#include "merge/game/values/value_extent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::game {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> placeholder_names(std::string_view text) {
  std::vector<std::string> names;
  for (auto const& each : placeholders(text))
    names.emplace_back(each.name);
  return names;
}

/// The outcome as JSON text.
std::string resolved(std::string_view value, std::string_view scope) {
  auto const outcome = resolve_templates(Value::parse(value), Value::parse(scope));
  return outcome ? outcome->dump() : outcome.error().message;
}

TEST(Templates, AreFoundWithTheirPlaces) {
  auto const found = placeholders("a {{ name }} b{{x.y}}");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].begin, 2U);
  EXPECT_EQ(found[0].end, 12U);
  EXPECT_EQ(found[0].name, "name");
  EXPECT_EQ(found[1].name, "x.y");
}

TEST(Templates, NeedANameAndBothEnds) {
  EXPECT_THAT(placeholder_names("{{}} {{  }} {{a {b}} }}"), ElementsAre("a {b"));
  EXPECT_THAT(placeholder_names("{{a {{b}} c}}"), ElementsAre("b"));
  EXPECT_THAT(placeholder_names("{{{x}}}"), ElementsAre("x"));
  EXPECT_THAT(placeholder_names("}}{{a"), IsEmpty());
}

TEST(Templates, DotsInsideThemDoNotSplitAPath) {
  EXPECT_THAT(template_path_segments("players.{{game.winner.id}}.score"),
              ElementsAre("players", "{{game.winner.id}}", "score"));
  EXPECT_THAT(template_path_segments("{{a.b}}"), ElementsAre("{{a.b}}"));
  EXPECT_THAT(template_path_segments("{{a.b"), ElementsAre("{{a", "b"));
  EXPECT_THAT(template_path_segments("x{{a.b}}y.z."), ElementsAre("x{{a.b}}y", "z", ""));
  EXPECT_THAT(template_path_segments(""), ElementsAre(""));
}

TEST(Templates, ASegmentIsLiteralOrOneTemplate) {
  for (auto const* mixed : {"p{{n}}", "{{n}}x", "{{a}}{{b}}", "{{list}}[0]", "[{{i}}]", " {{n}}"})
    EXPECT_TRUE(is_mixed_segment(mixed)) << mixed;
  for (auto const* sound : {"score", "{{winnerId}}", "{{ a.b }}", "", "hand[0]", "{{", "a}}b", "{{}}x"})
    EXPECT_FALSE(is_mixed_segment(sound)) << sound;
}

TEST(Templates, AWholeTemplateTakesTheValueWithItsType) {
  EXPECT_EQ(resolved(R"({"value": "{{n}}"})", R"({"n": 3})"), R"({"value":3})");
  EXPECT_EQ(resolved(R"("{{o}}")", R"({"o": {"a": [1]}})"), R"({"a":[1]})");
  EXPECT_EQ(resolved(R"("{{n}}")", R"({"n": null})"), "null");
}

TEST(Templates, InALongerTextTheValueIsPrinted) {
  EXPECT_EQ(resolved(R"("{{a}} beats {{b}}!")", R"({"a": "rock", "b": 2.5})"), R"("rock beats 2.5!")");
  EXPECT_EQ(
      resolved(R"("<{{l}}|{{n}}|{{t}}|{{o}}>")", R"({"l": [1, null, "x"], "n": null, "t": true, "o": {}})"),
      R"("<1,,x|null|true|[object Object]>")");
}

TEST(Templates, UnknownNamesStay) {
  EXPECT_EQ(resolved(R"(["{{who}}", "{{who}} and {{a}}"])", R"({"a": 1})"), R"(["{{who}}","{{who}} and 1"])");
}

TEST(Templates, NamesAreMembersOrPathsThroughTheScope) {
  auto const* scope =
      R"({"input": {"choice": "rock", "list": [7, 8]}, "game.round": 4, "game": {"round": 5}})";
  EXPECT_EQ(resolved(R"("{{input.choice}}")", scope), R"("rock")");
  EXPECT_EQ(resolved(R"("{{input.list[1]}}")", scope), "8");
  EXPECT_EQ(resolved(R"("{{input.list.length}} left")", scope), R"("2 left")");
  EXPECT_EQ(resolved(R"("{{game.round}}")", scope), "4");
  EXPECT_EQ(resolved(R"("{{constructor}}{{__proto__.x}}")", scope), R"("{{constructor}}{{__proto__.x}}")");
}

TEST(Templates, KeysAndWhatWasPutInAreLeftAlone) {
  EXPECT_EQ(resolved(R"({"{{a}}": "{{a}}", "b": "x{{a}}"})", R"({"a": "{{b}}", "b": 1})"),
            R"({"{{a}}":"{{b}}","b":"x{{b}}"})");
}

TEST(Templates, TheOutcomeIsBounded) {
  Value const scope{{"big", std::string(1 << 20, 'x')}};
  std::string bomb;
  for (int i = 0; i < 20; ++i)
    bomb += "{{big}} ";
  auto const text = resolve_templates(bomb, scope);
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().fault, Fault::too_large);
  auto const list = resolve_templates(Value::array_t(20, "{{big}}"), scope);
  ASSERT_FALSE(list.has_value());
  EXPECT_EQ(list.error().fault, Fault::too_large);
}

TEST(Templates, TheOutcomeIsNoDeeperThanAState) {
  Value deep = "{{x}}";
  for (std::size_t i = 0; i < deepest_state; ++i)
    deep = Value::array({std::move(deep)});
  EXPECT_TRUE(resolve_templates(deep, {{"x", 1}}).has_value());
  EXPECT_FALSE(resolve_templates(deep, {{"x", Value::array()}}).has_value());
  EXPECT_FALSE(resolve_templates(Value::array({deep}), {{"x", 1}}).has_value());
}

TEST(Templates, PlayersByPositionBecomeAliases) {
  EXPECT_EQ(with_positional_templates("{{p1id}} {{P2Id}} {{player10ID}} {{ p3id }}"),
            "player1 player2 player10 player3");
  EXPECT_EQ(with_positional_templates("players.{{p1id}}.score"), "players.player1.score");
  EXPECT_EQ(with_positional_templates("players.p1.score + players.p22.x"),
            "players.player1.score + players.player22.x");
}

TEST(Templates, OnlyIdsAndPathsArePositional) {
  for (auto const* same : {"{{p1Name}}", "{{pid}}", "{{player1}}", "{{p1ids}}", "players.p1",
                           "players.px.score", "p1.score", "players.player1.x", "{{playerId}}"})
    EXPECT_EQ(with_positional_templates(same), same);
}

TEST(NarrativeMarkers, AreFoundInOrderEachOnce) {
  EXPECT_THAT(marker_keys("!___ NARRATIVE:INTRO ___! x !___ NARRATIVE:Round_2 ___!!___ NARRATIVE:INTRO ___!"),
              ElementsAre("INTRO", "Round_2"));
}

TEST(NarrativeMarkers, AreWrittenExactlySo) {
  EXPECT_THAT(
      marker_keys("!___ NARRATIVE: A ___! !___ NARRATIVE:A-B ___! !___NARRATIVE:A___! !___ NARRATIVE: ___! "
                  "!___ narrative:A ___! !___ NARRATIVE:A"),
      IsEmpty());
  EXPECT_THAT(marker_keys("!___ NARRATIVE:!___ NARRATIVE:K ___!"), ElementsAre("K"));
}

RC_GTEST_PROP(Templates, AnyTextIsItselfWhereNothingIsKnown, (std::string const& text)) {
  RC_ASSERT(resolve_templates(text, Value::object()).value() == Value(text));
}

RC_GTEST_PROP(Templates, SegmentsJoinedWithDotsAreThePath, ()) {
  std::string path;
  for (int parts = *rc::gen::inRange(0, 8); parts > 0; --parts)
    path += *rc::gen::element<std::string>(".", "a", "{{", "}}", "{{b.c}}", "{", "}", "[0]");
  std::string joined;
  char const* separator = "";
  for (auto segment : template_path_segments(path)) {
    joined.append(separator).append(segment);
    separator = ".";
  }
  RC_ASSERT(joined == path);
}

} // namespace
} // namespace artifactd::game
