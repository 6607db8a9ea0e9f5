#include "agents/common/play_values.hpp"
#include "merge/play/runtime/runtime.hpp"
#include "tests/support/scripted_model.hpp"
#include "tests/support/told_play.hpp"

#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;
using test::ScriptedModel;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A race that has been won; only a model can say by whom.
class WonRace : public testing::Test {
protected:
  WonRace()
      : told(told_play(Value::parse(R"({"game": "race", "draws": {"game.die": "high"}, "script": []})"))),
        game(told.files), runtime(game, {"ada", "ben"}), transition(home(runtime.program())),
        row(runtime.start()) {
    auto state = runtime.program().layout().state(row, runtime.pool());
    state["game"]["currentPhase"] = "move";
    for (auto const* player : {"ada", "ben"})
      state["players"][player] = {{"place", 3}, {"actionRequired", false}};
    row = runtime.program().layout().row(state, runtime.pool()).value();
  }

  static PlayTransition const& home(Program const& program) {
    return *std::ranges::find_if(program.transitions(),
                                 [](auto const& each) { return each.declared->id == "home"; });
  }
  std::expected<Chosen, std::string> ask(ScriptedModel& model) {
    Chosen chosen;
    chosen.open.resize(transition.instruction->names.size(), runtime.pool().id_of("ada")); // what chance says
    return ask_for_values(model,
                          {runtime, row, true, *transition.instruction, chosen,
                           [this](Chosen const& all) { return step_of(runtime, transition, all); }},
                          {.deadline = Moment::max()});
  }

  ToldPlay told;
  game::Game game;
  Runtime runtime;
  PlayTransition const& transition;
  Row row;
};

TEST_F(WonRace, AModelSaysWhoWonIt) {
  ScriptedModel model;
  model.says(R"({"winnerId": "ben"})");
  auto const chosen = ask(model);
  ASSERT_TRUE(chosen) << chosen.error();
  auto const next = take(runtime, row, true, step_of(runtime, transition, *chosen));
  ASSERT_TRUE(next);
  EXPECT_EQ(runtime.program().layout().state(*next, runtime.pool())["players"]["ben"]["isGameWinner"], true);
  auto const& prompt = model.asked()[0].messages[0].text;
  EXPECT_THAT(prompt, HasSubstr("MEMBERS ASKED FOR: winnerId"));
  EXPECT_THAT(prompt, HasSubstr(R"("transitionId":"home")"));
  EXPECT_THAT(prompt, Not(HasSubstr(R"("value":"ada")"))) << "the answer of chance is not shown";
}

TEST_F(WonRace, ItSaysSoByNameAndAsTheStepCanTakeIt) {
  ScriptedModel model;
  model.says(R"({"winner": "ben"})").says(R"({"winnerId": "eve"})").says(R"({"winnerId": "ada"})");
  auto const chosen = ask(model);
  ASSERT_TRUE(chosen) << chosen.error();
  ASSERT_EQ(model.asked().size(), 3U);
  EXPECT_THAT(model.asked()[2].messages.back().text, HasSubstr("the step fails"));
}

TEST_F(WonRace, WhatItCannotSayIsSaidWhy) {
  ScriptedModel model;
  model.says("no").says("no").says("no");
  auto const chosen = ask(model);
  ASSERT_FALSE(chosen);
  EXPECT_FALSE(chosen.error().empty());
}

} // namespace
