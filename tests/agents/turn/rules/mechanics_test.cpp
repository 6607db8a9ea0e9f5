#include "agents/turn/rules/dice_form.hpp"
#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/stat_expression.hpp"

#include <gtest/gtest.h>
#include <tuple>

namespace artifactd::turn {
namespace {

std::string pointers_of(std::vector<std::string> const& lines) {
  std::string pointers;
  for (auto const& each : lines)
    pointers += (pointers.empty() ? "" : " ") + each.substr(0, each.find(": "));
  return pointers;
}

constexpr char const* whole_guidance = R"({
  "uses_dice": true, "dice_formats": ["NdM+K"], "summary": "Roll for tension.",
  "ops": {"allow": ["set", "append"], "paths": ["mood"]},
  "checks": {"expression": "1d20+@stat", "stat": "dominant", "margin": 3,
             "bands": [{"label": "low"}, {"at_least": 16, "label": "high", "ops": []}]},
  "clocks": [{"path": "pressure", "at": 6, "event": "shift"}],
  "time": {"path": "minutes_left", "per_turn": -1, "unit": "minute"},
  "decay": {"lambda": 0.1, "clock": "turns", "minutes_per_turn": 10}})";

TEST(Mechanics, AreReadAsTheyAreWritten) {
  auto const read = read_mechanics(Json::parse(whole_guidance));
  ASSERT_TRUE(read.faults.empty()) << read.faults.front();
  EXPECT_TRUE(read.warnings.empty());
  auto const& mechanics = read.mechanics;
  EXPECT_EQ(mechanics.dice_formats, std::vector<std::string>{"NdM+K"});
  EXPECT_EQ(mechanics.summary, "Roll for tension.");
  EXPECT_EQ(mechanics.allowed_ops, (std::vector<std::string>{"set", "append"}));
  EXPECT_EQ(mechanics.allowed_paths, std::vector<std::string>{"mood"});
  ASSERT_TRUE(mechanics.checks && mechanics.time);
  EXPECT_EQ(mechanics.checks->stat, StatChoice::dominant);
  EXPECT_EQ(mechanics.checks->margin, 3);
  EXPECT_EQ(mechanics.checks->bands.front().label, "high") << "highest first";
  EXPECT_EQ(mechanics.clocks.at(0).at, 6);
  EXPECT_EQ(mechanics.time->per_turn, -1);
  EXPECT_EQ(mechanics.decay.clock, Decay::Clock::turns);
  EXPECT_EQ(mechanics.decay.lambda, 0.1);
  EXPECT_EQ(mechanics.decay.minutes_per_turn, 10);
}

TEST(Mechanics, DecayIsReadAlone) {
  Ruleset ruleset;
  ruleset.mechanics_guidance = Json::parse(whole_guidance);
  ruleset.mechanics_guidance["clocks"] = "a fault elsewhere";
  auto const decay = read_decay(ruleset);
  EXPECT_EQ(decay.clock, Decay::Clock::turns);
  EXPECT_EQ(decay.lambda, 0.1);
  EXPECT_EQ(decay.minutes_per_turn, 10);
  EXPECT_EQ(read_decay({}).lambda, Decay().lambda);
}

TEST(Mechanics, WarnIfTheirOwnCheckHasAFormThatTheyDoNotAllow) {
  auto const warned = [](std::string const& forms) {
    return read_mechanics(Json::parse(R"({"dice_formats": )" + forms +
                                      R"(, "checks": {"expression": "4d6kh3", "bands": [{"label": "a"}]}})"))
        .warnings;
  };
  EXPECT_EQ(pointers_of(warned(R"(["NdM+K"])")), "/mechanics_guidance/checks/expression");
  EXPECT_TRUE(warned("[]").empty());
  EXPECT_TRUE(warned(R"(["NdM+K", "NdMkhK"])").empty());
}

TEST(Mechanics, HaveDefaults) {
  for (auto const& nothing : {Json(), Json::object()}) {
    auto const read = read_mechanics(nothing);
    EXPECT_TRUE(read.faults.empty() && read.warnings.empty());
    EXPECT_TRUE(read.mechanics.uses_dice);
    EXPECT_EQ(read.mechanics.decay.lambda, 0.005);
    EXPECT_EQ(read.mechanics.decay.clock, Decay::Clock::wall);
    EXPECT_FALSE(read.mechanics.checks || read.mechanics.time || read.mechanics.allowed_ops);
  }
}

TEST(Mechanics, SayWhatIsWrong) {
  std::vector<std::pair<char const*, char const*>> const cases = {
      {R"([])", ""},
      {R"({"uses_dice": "yes"})", "/uses_dice"},
      {R"({"dice_formats": "NdM"})", "/dice_formats"},
      {R"({"dice_formats": ["NdM", 5, ""]})", "/dice_formats/1 /dice_formats/2"},
      {R"({"dice_formats": ["N+K"]})", "/dice_formats"},
      {R"({"dice_formats": ["XdY"]})", "/dice_formats"},
      {R"({"summary": 5})", "/summary"},
      {R"({"ops": {"allow": ["set", "sett"]}})", "/ops/allow"},
      {R"({"ops": {"paths": ["a..b"]}})", "/ops/paths"},
      {R"({"ops": []})", "/ops"},
      {R"({"decay": {"lambda": -0.1}})", "/decay/lambda"},
      {R"({"decay": {"lambda": "0.1"}})", "/decay/lambda"},
      {R"({"decay": {"clock": "moon"}})", "/decay/clock"},
      {R"({"decay": {"minutes_per_turn": -1}})", "/decay/minutes_per_turn"},
      {R"({"clocks": {}})", "/clocks"},
      {R"({"clocks": [5, {"path": "a", "at": 0, "event": "e"}, {"path": "a", "at": 1.5, "event": ""}]})",
       "/clocks/0 /clocks/1/at /clocks/2/event /clocks/2/path /clocks/2/at"},
      {R"({"clocks": [{"path": "present", "at": 1, "event": "e"}]})", "/clocks/0/path"},
      {R"({"time": {"per_turn": 1}})", "/time/path"},
      {R"({"time": {"path": "t"}})", "/time/per_turn /time/per_turn"},
      {R"({"time": {"path": "t", "per_turn": 0}})", "/time/per_turn"},
      {R"({"checks": 5})", "/checks"},
      {R"({"checks": {"expression": "1d20"}})", "/checks/bands"},
      {R"({"checks": {"bands": [{"label": "a"}]}})", "/checks/expression"},
      {R"({"checks": {"expression": "20", "bands": [{"label": "a"}]}})", "/checks/expression"},
      {R"({"checks": {"expression": "1d20+@", "bands": [{"label": "a"}]}})", "/checks/expression"},
      {R"({"checks": {"expression": "1d20+", "bands": [{"label": "a"}]}})", "/checks/expression"},
      {R"({"checks": {"expression": "1d20", "bands": []}})", "/checks/bands"},
      {R"({"checks": {"expression": "1d20", "bands": [{"at_least": 1, "label": "a"}]}})", "/checks/bands"},
      {R"({"checks": {"expression": "1d20", "bands": [{"label": "a"}, {"label": "b"}]}})", "/checks/bands"},
      {R"({"checks": {"expression": "1d20", "bands": [{}, 7]}})", "/checks/bands/0/label /checks/bands/1"},
      {R"({"checks": {"expression": "1d20", "bands": [{"label": "a"}], "stat": "best", "margin": 0}})",
       "/checks/stat /checks/margin"},
      {R"({"uses_dice": false, "checks": {"expression": "1d20", "bands": [{"label": "a"}]}})", "/checks"},
  };
  for (auto const& [guidance, faults] : cases) {
    auto const read = read_mechanics(Json::parse(guidance), "");
    EXPECT_EQ(pointers_of(read.faults), faults) << guidance;
  }
}

TEST(Mechanics, ANumberBeyondAllNumbersIsNoLambda) {
  Json guidance;
  guidance["decay"]["lambda"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(pointers_of(read_mechanics(guidance).faults), "/mechanics_guidance/decay/lambda");
  guidance["decay"]["lambda"] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(pointers_of(read_mechanics(guidance).faults), "/mechanics_guidance/decay/lambda");
}

TEST(Mechanics, WarnOfMembersNobodyKnows) {
  auto const read =
      read_mechanics(Json::parse(R"({"use_dice": false, "decay": {"lamda": 1}, "house_rules": 1})"));
  EXPECT_TRUE(read.faults.empty());
  ASSERT_EQ(read.warnings.size(), 3U);
  EXPECT_EQ(read.warnings[0],
            "/mechanics_guidance/use_dice: \"use_dice\" is unknown here and has no effect; did "
            "you mean \"uses_dice\"?");
  EXPECT_TRUE(read.warnings[1].starts_with("/mechanics_guidance/house_rules: "));
  EXPECT_TRUE(read.warnings[2].starts_with("/mechanics_guidance/decay/lamda: "));
}

Ruleset ruleset_of(std::string const& guidance) {
  Ruleset ruleset;
  ruleset.scene_state_schema = Json::parse(R"({"properties": {
    "pressure": {"type": "integer", "minimum": 0, "maximum": 6}, "low": {"type": "integer", "minimum": 1},
    "half": {"type": "number"}, "mood": {"type": "string"},
    "place": {"properties": {"floor": {"type": "integer"}}}}})");
  ruleset.character_stat_schema = Json::parse(R"({"properties": {"warmth": {"type": "integer"}}})");
  ruleset.mechanics_guidance = Json::parse(guidance);
  return ruleset;
}

TEST(Mechanics, HaveToFitTheSchemas) {
  std::vector<std::pair<std::string, char const*>> const cases = {
      {R"({"clocks": [{"path": "pressure", "at": 6, "event": "e"}]})", ""},
      {R"({"clocks": [{"path": "pressure", "at": 7, "event": "e"}]})", "/clocks/0/at"},
      {R"({"clocks": [{"path": "presure", "at": 6, "event": "e"}]})", "/clocks/0/path"},
      {R"({"clocks": [{"path": "low", "at": 6, "event": "e"}]})", "/clocks/0/path"},
      {R"({"clocks": [{"path": "mood", "at": 6, "event": "e"}]})", "/clocks/0/path"},
      {R"({"clocks": [{"path": "half", "at": 6, "event": "e"}]})", "/clocks/0/path"},
      {R"({"time": {"path": "half", "per_turn": 0.5}})", ""},
      {R"({"time": {"path": "place.floor", "per_turn": 1}})", ""},
      {R"({"time": {"path": "place.flor", "per_turn": 1}})", "/time/path"},
      {R"({"time": {"path": "low", "per_turn": 0.5}})", "/time/per_turn"},
  };
  for (auto const& [guidance, faults] : cases) {
    auto const read = read_mechanics(ruleset_of(guidance));
    std::string const expected = *faults == '\0' ? "" : std::string("/mechanics_guidance") + faults;
    EXPECT_EQ(pointers_of(read.faults), expected) << guidance;
  }
}

TEST(Mechanics, BandsHaveToFitTheSchemas) {
  auto const with_op = [](std::string const& op, std::string const& expression = "1d20+@warmth") {
    return read_mechanics(ruleset_of(R"({"checks": {"expression": ")" + expression +
                                     R"(", "bands": [{"label": "a", "ops": [)" + op + "]}]}}"))
        .faults.size();
  };
  EXPECT_EQ(with_op(R"({"op": "increment", "path": "pressure", "value": 1})"), 0U);
  EXPECT_EQ(with_op(R"({"op": "set", "path": "mood", "value": "x"})"), 0U);
  EXPECT_EQ(with_op(R"({"op": "increment", "path": "mood", "value": 1})"), 1U);
  EXPECT_EQ(with_op(R"({"op": "increment", "path": "pressure"})"), 1U);
  EXPECT_EQ(with_op(R"({"op": "increment", "path": "presure", "value": 1})"), 1U);
  EXPECT_EQ(with_op(R"({"op": "tick", "path": "pressure", "value": 1})"), 1U);
  EXPECT_EQ(with_op(R"({"op": "append", "path": "present", "value": "lena"})"), 1U);
  EXPECT_EQ(with_op(R"({"op": "adjust_relation", "a": "lena", "b": "marc", "trust": 1})"), 1U);
  EXPECT_EQ(with_op("5"), 1U);
  EXPECT_EQ(with_op("", "1d20+@warmht"), 1U);
}

TEST(Mechanics, OfASchemaThatDoesNotCompileAreAFault) {
  auto ruleset = ruleset_of("{}");
  ruleset.scene_state_schema = Json::parse(R"({"type": "integr"})");
  EXPECT_EQ(pointers_of(read_mechanics(ruleset).faults), "/scene_state_schema");
}

TEST(StatExpressions, HaveNumbersPutIn) {
  auto const stats =
      Json::parse(R"({"shyness": 7, "chemistry": 3, "luck": -2, "half": 0.5, "text": "x", "sev": 7.0})");
  EXPECT_EQ(with_stats("1d20+(10-@shyness)+@chemistry", stats, ""), "1d20+(10-7)+3");
  EXPECT_EQ(with_stats("1d20-@stat*2", stats, "luck"), "1d20-(-2)*2");
  EXPECT_EQ(with_stats("@sev d6", stats, ""), "7 d6");
  for (auto const* wrong : {"1d20+@half", "1d20+@text", "1d20+@nobody", "1d20+@", "1d20+@stat", "@"})
    EXPECT_FALSE(with_stats(wrong, stats, "")) << wrong;
  EXPECT_EQ(stats_in("@a+@stat@"), (std::vector<std::string>{"a", "stat", ""}));
}

TEST(DiceForms, AllowWhatHasTheForm) {
  std::vector<std::tuple<char const*, char const*, bool>> const cases = {
      {"NdM+K", "2d12+3", true},    {"NdM+K", "1d20", true},    {"NdM+K", "d20", true},
      {"NdM+K", "3D6 - 1", true},   {"NdM+K", "1d20+", false},  {"NdM+K", "20", false},
      {"NdM+K", "1d20+3+1", false}, {"NdM+K", "1d20!", false},  {"NdM+K", "", false},
      {"NdM", "1d20+1", false},     {"1d20+K", "1d20-4", true}, {"1d20+K", "d20", false},
      {"1d20+K", "11d20", false},   {"NdMkhK", "4d6kh3", true}, {"NdMkhK", "4d6kl3", false},
      {"Nd6", "100d6", true},       {"NdM + K", "1d4+1", true}, {"NdM+3", "1d4+3", true},
      {"NdM+3", "1d4+4", false},
  };
  for (auto const& [form, expression, holds] : cases)
    EXPECT_EQ(has_dice_form(expression, form), holds) << form << ' ' << expression;
}

} // namespace
} // namespace artifactd::turn
