#include "agents/turn/limits.hpp"
#include "agents/turn/rules/consequences.hpp"
#include "state/dice/draws.hpp"
#include "tests/agents/turn/engine_corpus.hpp"

#include <gtest/gtest.h>
#include <map>

namespace artifactd::turn {
namespace {

/// Everyday Tension: thresholds 16 and 10, and a clock of six.
constexpr char const* everyday = R"({
  "checks": {"expression": "1d20+@stat", "bands": [
    {"at_least": 10, "label": "mixed", "ops": [{"op": "increment", "path": "pressure_clock", "value": 1}]},
    {"label": "failure", "ops": [{"op": "increment", "path": "pressure_clock", "value": 1}]},
    {"at_least": 16, "label": "clean success"}]},
  "clocks": [{"path": "pressure_clock", "at": 6, "event": "scene_shift"}],
  "time": {"path": "minutes_left", "per_turn": -1, "unit": "minute"}})";
/// Inner Chorus: thresholds 18 and 12, for the dominant aspect.
constexpr char const* chorus = R"({
  "checks": {"expression": "1d20+@stat", "stat": "dominant", "bands": [
    {"at_least": 18, "label": "aspect overrides"}, {"at_least": 12, "label": "aspect influences"},
    {"label": "natural reaction"}]}})";

StateRules rules_with(char const* mechanics) {
  return rules_of(Json::parse(R"({"type": "object", "required": ["pressure_clock"], "properties": {
    "pressure_clock": {"type": "integer", "minimum": 0, "maximum": 6},
    "minutes_left": {"type": "integer", "minimum": 0, "maximum": 7}}})"),
                  Json::parse(mechanics));
}

std::vector<Character> cast_with_stats() {
  Character lena;
  lena.id = "lena";
  lena.stat_block =
      Json::parse(R"({"warmth": 2, "logic": 8, "empathy": 7, "volition": 3, "shame": -4, "rhetoric": 6,
                                    "note": "x", "ease": 1.5})");
  Character persona;
  persona.id = "user-persona";
  persona.stat_block = Json::parse(R"({"warmth": 0, "logic": 0})");
  return {lena, persona};
}

ReadChecks asked(char const* mechanics, std::string const& request) {
  return read_checks(read_mechanics(Json::parse(mechanics)).mechanics, cast_with_stats(),
                     Json::parse(request));
}

/// The pointers of the faults.
std::string faults_of(ReadChecks const& read) {
  std::string pointers;
  for (auto const& each : read.faults)
    pointers += (pointers.empty() ? "" : " ") + each.substr(0, each.find(": "));
  return pointers;
}

std::string band_label(char const* mechanics, std::int64_t total) {
  auto const read = read_mechanics(Json::parse(mechanics));
  return band_of(read.mechanics.checks->bands, total)->label;
}

TEST(Checks, BandsOfEverydayTensionBeginAtTenAndSixteen) {
  std::map<int, std::string> const expected = {{-3, "failure"}, {9, "failure"},        {10, "mixed"},
                                               {15, "mixed"},   {16, "clean success"}, {40, "clean success"}};
  for (auto const& [total, label] : expected)
    EXPECT_EQ(band_label(everyday, total), label) << total;
}

TEST(Checks, BandsOfInnerChorusBeginAtTwelveAndEighteen) {
  std::map<int, std::string> const expected = {{11, "natural reaction"},
                                               {12, "aspect influences"},
                                               {17, "aspect influences"},
                                               {18, "aspect overrides"}};
  for (auto const& [total, label] : expected)
    EXPECT_EQ(band_label(chorus, total), label) << total;
}

TEST(Checks, TakeTheNumberFromTheFrozenStatBlock) {
  auto const read = asked(everyday, R"([{"character_id": "lena", "stat": "warmth", "reason": "first words"},
                                        {"character_id": "lena", "stat": "shame", "reason": "a look"}])");
  ASSERT_TRUE(read.faults.empty()) << read.faults.front();
  EXPECT_EQ(read.checks[0].expression, "1d20+2");
  EXPECT_EQ(read.checks[1].expression, "1d20+(-4)");
  EXPECT_EQ(read.checks[0].bands.front().label, "clean success");
  EXPECT_EQ(read.checks[0].reason, "first words");
}

TEST(Checks, RollWithTheSeedOfTheirPlaceInTheTurn) {
  auto const read = asked("{}", R"(["1d20+3", {"expression": "2d12+3", "reason": "r"}, "3d6-1"])");
  auto const rolled = roll_checks(read.checks, "4f0c1d", 1);
  ASSERT_EQ(rolled.rolls.size(), 3U);
  EXPECT_EQ(rolled.rolls[0].rolled.total, 17);
  EXPECT_EQ(rolled.rolls[1].rolled.total, 12);
  EXPECT_EQ(rolled.rolls[2].rolled.total, 9);
  EXPECT_EQ(rolled.rolls[0].rolled.seed, dice::roll_seed("4f0c1d", 1, 0));
  EXPECT_EQ(roll_checks(read.checks, "4f0c1d", 1, 2).rolls[1].rolled.seed,
            dice::roll_seed("4f0c1d", 1, 1, 2));
}

TEST(Checks, TheBandFollowsFromTheTotalAlone) {
  auto const read = asked("{}", R"([{"expression": "1d20+3", "character_id": "lena", "reason": "r", "bands":
      [{"label": "failure"}, {"at_least": 18, "label": "bold"}, {"at_least": 17, "label": "bare"}]}])");
  auto const rolled = roll_checks(read.checks, "4f0c1d", 1).rolls.at(0);
  EXPECT_EQ(rolled.rolled.total, 17);
  EXPECT_EQ(rolled.band, "bare");
  EXPECT_EQ(context_json(rolled), Json::parse(R"({"character_id": "lena", "reason": "r", "bands":
      [{"at_least": 18, "label": "bold"}, {"at_least": 17, "label": "bare"}, {"label": "failure"}],
      "band": "bare"})"));
}

TEST(Checks, AModelThatSendsWhatIsTheRulesetsIsRefused) {
  for (auto const* lie :
       {R"("expression": "1d20+20")", R"("modifier": 12)", R"("bands": [{"label": "bold success"}])",
        R"("ops": [{"op": "set"}])", R"("total": 20)", R"("outcome": "success")"}) {
    auto const read =
        asked(everyday, std::string(R"([{"character_id": "lena", "stat": "warmth", )") + lie + "}]");
    std::string const member(lie + 1, std::string_view(lie).find('"', 1) - 1);
    EXPECT_EQ(faults_of(read), "/dice_request/0/" + member);
  }
  EXPECT_EQ(faults_of(asked(everyday, R"(["1d20+9"])")),
            "/dice_request/0/expression /dice_request/0/character_id");
}

TEST(Checks, AModelThatTicksTheClockItselfIsRefused) {
  auto const rules = rules_with(everyday);
  StoryState const base{Json::parse(R"({"pressure_clock": 2})"), {}};
  for (auto const* op : {R"([{"op": "increment", "path": "pressure_clock", "value": 1}])",
                         R"([{"op": "set", "path": "/pressure_clock", "value": 0}])",
                         R"([{"op": "set", "path": "minutes_left", "value": 7}])"})
    EXPECT_TRUE(apply_ops(rules, base, Json::parse(op), OpsBy::model)
                    .faults.at(0)
                    .starts_with("/state_ops/0/path: "));
}

TEST(Checks, TheDominantAspectIsTheHighest) {
  auto const read = asked(chorus, R"([{"character_id": "lena", "reason": "ambiguity"}])");
  ASSERT_TRUE(read.faults.empty()) << read.faults.front();
  EXPECT_EQ(read.checks[0].stat, "logic");
  EXPECT_EQ(read.checks[0].expression, "1d20+8");
  EXPECT_EQ(dominant_stat(Json::parse(R"({"a": 1, "b": 3, "c": 3})")), "b");
  EXPECT_EQ(dominant_stat(Json::parse(R"({"a": "x"})")), "");
}

TEST(Checks, AModelThatCallsALesserAspectDominantIsRefused) {
  EXPECT_EQ(faults_of(asked(chorus, R"([{"character_id": "lena", "stat": "volition"}])")),
            "/dice_request/0/stat");
  EXPECT_EQ(faults_of(asked(chorus, R"([{"character_id": "lena", "stat": "rhetoric"}])")),
            "/dice_request/0/stat")
      << "higher by two is clearly higher";
  auto const near = asked(chorus, R"([{"character_id": "lena", "stat": "empathy"}])");
  ASSERT_TRUE(near.faults.empty()) << "by less than two, logic is not clearly higher";
  EXPECT_EQ(near.checks[0].expression, "1d20+7");
}

TEST(Checks, AnAspectOverridesFromEighteenOnWhateverTheModelSays) {
  auto const read = asked(chorus, R"([{"character_id": "lena", "reason": "stress"}])");
  bool overrides = false;
  bool natural = false;
  for (std::uint64_t turn = 1; turn <= 60; ++turn) {
    auto const roll = roll_checks(read.checks, "a story", turn).rolls.at(0);
    auto const total = roll.rolled.total;
    EXPECT_EQ(roll.band, total >= 18   ? "aspect overrides"
                         : total >= 12 ? "aspect influences"
                                       : "natural reaction");
    overrides = overrides || total >= 18;
    natural = natural || total < 12;
  }
  EXPECT_TRUE(overrides && natural);
}

TEST(Checks, SayWhatIsWrongWithARequest) {
  std::vector<std::tuple<char const*, char const*, char const*>> const cases = {
      {everyday, R"([{"character_id": "lenna", "stat": "warmth"}])", "/dice_request/0/character_id"},
      {everyday, R"([{"character_id": "lena", "stat": "warmht"}])", "/dice_request/0/stat"},
      {everyday, R"([{"character_id": "lena", "stat": "ease"}])", "/dice_request/0/stat"},
      {everyday, R"([{"character_id": "lena"}])", "/dice_request/0/stat"},
      {everyday, R"([{"stat": "warmth"}])", "/dice_request/0/character_id"},
      {everyday, R"([7])", "/dice_request/0"},
      {everyday, R"({})", "/dice_request"},
      {R"({"uses_dice": false})", R"(["1d20"])", "/dice_request"},
      {R"({"uses_dice": false})", R"([])", ""},
      {R"({"uses_dice": false})", "null", ""},
      {"{}", R"([{}])", "/dice_request/0/expression"},
      {"{}", R"(["20"])", "/dice_request/0/expression"},
      {"{}", R"(["1d0"])", "/dice_request/0/expression"},
      {"{}", R"(["roll high"])", "/dice_request/0/expression"},
      {"{}", R"([{"expression": "1d20+@stat"}])", "/dice_request/0/expression"},
      {"{}", R"([{"expression": "1d20+@stat", "character_id": "lena", "stat": "logic"}])", ""},
      {"{}", R"([{"expression": "1d20+@logic-@warmth", "character_id": "lena"}])", ""},
      {"{}",
       R"([{"expression": "1d20", "bands": [{"at_least": 5, "label": "a"}, {"at_least": 5, "label": "b"}]}])",
       "/dice_request/0/bands"},
      {"{}", R"([{"expression": "1d20", "bands": [{"at_least": 5.5}]}])",
       "/dice_request/0/bands/0/at_least /dice_request/0/bands/0/label"},
      {R"({"dice_formats": ["NdM+K"]})", R"(["2d12+3", "1d20", "d6", "3d6-1", "2 D 6"])", ""},
      {R"({"dice_formats": ["NdM+K"]})", R"(["4d6kh3"])", "/dice_request/0/expression"},
      {R"({"dice_formats": ["NdM+K"]})", R"(["1d6+1d6"])", "/dice_request/0/expression"},
      {R"({"dice_formats": ["NdM+K"]})",
       R"([{"expression": "1d20+@stat", "character_id": "lena", "stat": "shame"}])", ""},
      {R"({"dice_formats": ["1d20+K", "NdMkhK"]})", R"(["1d20-2", "4d6kh3"])", ""},
      {R"({"dice_formats": ["1d20+K"]})", R"(["2d20"])", "/dice_request/0/expression"},
  };
  for (auto const& [mechanics, request, faults] : cases)
    EXPECT_EQ(faults_of(asked(mechanics, request)), faults) << request;
}

TEST(Checks, AreAtMostSixteen) {
  Json request(most_checks, "1d20");
  EXPECT_EQ(asked("{}", request.dump()).checks.size(), most_checks);
  request.push_back("1d20");
  EXPECT_EQ(faults_of(asked("{}", request.dump())), "/dice_request");
}

TEST(Checks, WhatOnlyRollingShowsIsAFaultOfTheRequest) {
  auto const read = asked("{}", R"-(["1d20", "1d6/(1d1-1)"])-");
  ASSERT_TRUE(read.faults.empty());
  auto const rolled = roll_checks(read.checks, "seed", 1);
  ASSERT_EQ(rolled.faults.size(), 1U);
  EXPECT_TRUE(rolled.faults[0].starts_with("/dice_request/1/expression: ")) << rolled.faults[0];
}

/// A roll whose total is `total`, with the band of that total.
RolledCheck rolled_to(char const* mechanics, std::int64_t total) {
  auto const read = read_mechanics(Json::parse(mechanics));
  auto const* band = band_of(read.mechanics.checks->bands, total);
  return {{}, {}, band->label, band->ops};
}

TEST(Consequences, SixTicksShiftTheSceneAndTheClockGoesBack) {
  auto const rules = rules_with(everyday);
  StoryState state{Json::parse(R"({"pressure_clock": 0})"), {}};
  for (int turn = 1; turn <= 6; ++turn) {
    RolledCheck const rolls[] = {rolled_to(everyday, turn % 2 == 0 ? 5 : 12), rolled_to(everyday, 16)};
    auto const after = settle_checks(rules, state, rolls);
    ASSERT_TRUE(after.faults.empty()) << after.faults.front();
    ASSERT_EQ(after.events.size(), turn == 6 ? 1U : 0U);
    EXPECT_EQ(after.after.state["pressure_clock"], turn % 6);
    EXPECT_EQ(after.applied.size(), turn == 6 ? 2U : 1U);
    if (turn == 6) {
      EXPECT_EQ(after.events[0].event, "scene_shift");
      EXPECT_EQ(after.applied[0]["after"], 6);
    }
    state = after.after;
  }
}

TEST(Consequences, AClockThatIsOverfullShiftsTheSceneOnce) {
  auto const rules = rules_with(everyday);
  std::vector<RolledCheck> const rolls(4, rolled_to(everyday, 3));
  auto const after = settle_checks(rules, {Json::parse(R"({"pressure_clock": 4})"), {}}, rolls);
  EXPECT_EQ(after.events.size(), 1U);
  EXPECT_EQ(after.after.state["pressure_clock"], 0);
}

TEST(Consequences, AreNoneWithoutRolls) {
  auto const rules = rules_with(everyday);
  StoryState const base{Json::parse(R"({"pressure_clock": 5})"), {}};
  auto const after = settle_checks(rules, base, {});
  EXPECT_EQ(after.after, base);
  EXPECT_TRUE(after.applied.empty() && after.events.empty() && after.faults.empty());
}

TEST(Time, PassesByTheRulesetOrByRequest) {
  auto const rules = rules_with(everyday);
  StoryState const base{Json::parse(R"({"pressure_clock": 0, "minutes_left": 5})"), {}};
  EXPECT_EQ(pass_time(rules, base, nullptr).after.state["minutes_left"], 4);
  EXPECT_EQ(pass_time(rules, base, 3).after.state["minutes_left"], 2);
  EXPECT_EQ(pass_time(rules, base, 0).after, base);
  EXPECT_EQ(pass_time(rules, base, 9).tool_call, Json::parse(R"({"path": "minutes_left", "unit": "minute",
      "by": -9, "before": 5, "after": 0, "clamped": true})"));
  for (auto const& wrong : {Json(-1), Json("2"), Json(1e7), Json(0.5), Json::array()})
    EXPECT_TRUE(pass_time(rules, base, wrong).faults.at(0).starts_with("/time_request: ")) << wrong;
}

TEST(Time, IsTheModelsWhereTheRulesetKeepsNone) {
  auto const rules = rules_with(chorus);
  StoryState const base{Json::parse(R"({"pressure_clock": 0, "minutes_left": 5})"), {}};
  auto const passed = pass_time(rules, base, nullptr);
  EXPECT_TRUE(passed.tool_call.is_null() && passed.faults.empty());
  EXPECT_EQ(pass_time(rules, base, 1).faults.size(), 1U);
}

} // namespace
} // namespace artifactd::turn
