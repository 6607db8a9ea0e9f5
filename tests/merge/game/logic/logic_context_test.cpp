#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_context.hpp"

#include <gmock/gmock.h>

namespace artifactd::game {
namespace {

TEST(LogicContext, IsTheStateAndWhatTheRouterComputes) {
  auto const state = Value::parse(R"({
    "players": {"u1": {"actionRequired": true}, "u2": {"actionRequired": false}, "u3": {}},
    "game": {"currentPhase": "play"}, "other": 1})");
  EXPECT_EQ(logic_context(state).dump(),
            R"({"game":{"currentPhase":"play"},)"
            R"("players":{"u1":{"actionRequired":true},"u2":{"actionRequired":false},"u3":{}},)"
            R"("playersCount":3,"playersRequiringActionCount":1,"allPlayersCompletedActions":false})");
}

TEST(LogicContext, CountsWhateverIsTrueInJavascript) {
  auto const state = Value::parse(R"({"players": {
    "a": {"actionRequired": 1}, "b": {"actionRequired": "no"}, "c": {"actionRequired": []}, "d": {"actionRequired": {}},
    "e": {"actionRequired": 0}, "f": {"actionRequired": ""}, "g": {"actionRequired": null}, "h": null, "i": 7}})");
  auto const context = logic_context(state);
  EXPECT_EQ(context["playersCount"], 9);
  EXPECT_EQ(context["playersRequiringActionCount"], 4);
}

TEST(LogicContext, WithoutPlayersHasAllActionsCompleted) {
  for (auto const* text :
       {R"({"game": {}, "players": {}})", R"({"game": {}})", R"({"players": null})", "{}", "[]", "null"}) {
    auto const context = logic_context(Value::parse(text));
    EXPECT_EQ(context["playersCount"], 0) << text;
    EXPECT_EQ(context["playersRequiringActionCount"], 0) << text;
    EXPECT_EQ(context["allPlayersCompletedActions"], true) << text;
  }
  EXPECT_FALSE(logic_context(Value::parse("{}")).contains("game"));
}

TEST(LogicContext, ComputesTheFieldsItNames) {
  EXPECT_THAT(computed_fields(), testing::ElementsAre("playersCount", "playersRequiringActionCount",
                                                      "allPlayersCompletedActions"));
  auto const context = logic_context(Value::object());
  EXPECT_EQ(context.size(), computed_fields().size());
  for (auto const& field : computed_fields())
    EXPECT_TRUE(context.contains(field)) << field;
}

TEST(LogicContext, OfAStateThatIsTooDeepIsUndefined) {
  auto deep = Value::object();
  for (int level = 0; level < 100'000; ++level) {
    auto outer = Value::object();
    outer["game"] = std::move(deep);
    deep = std::move(outer);
  }
  EXPECT_TRUE(is_undefined(logic_context(deep)));
}

TEST(LogicContext, IsWhatPreconditionsAreAbout) {
  auto const context =
      logic_context(Value::parse(R"({"game": {"round": 2}, "players": {"u1": {"score": 3}}})"));
  EXPECT_TRUE(holds(
      Value::parse(R"({"and": [{"var": "allPlayersCompletedActions"}, {"==": [{"var": "playersCount"}, 1]},
                                            {"anyPlayer": ["score", ">", {"var": "game.round"}]}]})"),
      context));
}

} // namespace
} // namespace artifactd::game
