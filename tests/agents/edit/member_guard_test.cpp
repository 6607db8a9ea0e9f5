// What a model may change in a fragment: what an error points at, and nothing else.
#include "agents/edit/model/member_guard.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/game/fragment.hpp"
#include "tests/agents/edit/injected_run.hpp"
#include "tests/support/game_corpus.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

game::Game broken_game(std::string const& game, InjectedJson edits) {
  return game::Game(broken_files({.pattern = "",
                                  .name = "guarded",
                                  .game = game,
                                  .errors = {},
                                  .repaired = {},
                                  .edits = std::move(edits)}));
}

/// What the guard says about the fragment with parts of it changed.
class Guarded {
public:
  Guarded(game::Game game, std::string const& address)
      : game_(std::move(game)), address_(must(game::parse_address(address))),
        before_(InjectedJson::parse(must(game::extract_fragment(game_, address_)))) {}

  [[nodiscard]] std::vector<std::string> with(std::string const& pointer, InjectedJson const& value) const {
    auto after = before_;
    after[InjectedJson::json_pointer(pointer)] = value;
    return faults(after);
  }
  [[nodiscard]] std::vector<std::string> without(std::string const& member) const {
    auto after = before_;
    after.erase(member);
    return faults(after);
  }
  [[nodiscard]] InjectedJson const& before() const { return before_; }
  [[nodiscard]] std::vector<std::string> faults(InjectedJson const& after,
                                                std::vector<std::string> errors = {}) const {
    if (errors.empty()) errors = game::error_messages(game_);
    return editor::MemberGuard(game_, address_, errors, game::validate(game_)).faults(before_, after);
  }

private:
  game::Game game_;
  game::FragmentAddress address_;
  InjectedJson before_;
};

Guarded led_astray() {
  return {broken_game("three-omens", InjectedJson::parse(R"([{"file": "transitions.json", "op": "set",
              "pointer": "/transitions/4/toPhase", "value": "dusk"}])")),
          "transitions.next_round"};
}

TEST(MemberGuard, LetsChangeWhatAnErrorPointsAt) {
  EXPECT_THAT(led_astray().with("/toPhase", "choose"), IsEmpty());
}

TEST(MemberGuard, KeepsPreconditionsThatNoErrorPointsAt) {
  auto const guarded = led_astray();
  EXPECT_THAT(guarded.with("/preconditions", InjectedJson::array()),
              ElementsAre(AllOf(HasSubstr("/preconditions/0 must not be removed"),
                                HasSubstr("no error points at it")),
                          HasSubstr("/preconditions/1 must not be removed")));
  EXPECT_THAT(guarded.with("/preconditions", InjectedJson::array({guarded.before()["preconditions"][1]})),
              ElementsAre(HasSubstr("/preconditions/0 must not be removed")));
  EXPECT_THAT(guarded.without("preconditions"), ElementsAre(HasSubstr("/preconditions must not be removed")));
  EXPECT_THAT(guarded.with("/preconditions/1/logic", {{"==", {1, 1}}}),
              ElementsAre(HasSubstr("/preconditions/1/logic/allPlayers must not be removed")));
}

TEST(MemberGuard, KeepsTheOtherEndOfATransition) {
  EXPECT_THAT(led_astray().with("/fromPhase", "init"),
              ElementsAre(HasSubstr("/fromPhase has to stay as it is")));
}

TEST(MemberGuard, LetsMembersAndElementsCome) {
  auto const guarded = led_astray();
  EXPECT_THAT(guarded.with("/condition", "in the evening"), IsEmpty());
  EXPECT_THAT(guarded.with("/checkedFields/2", "game.gameEnded"), IsEmpty());
  EXPECT_THAT(guarded.with("/preconditions/2", {{"id", "more"}}), IsEmpty());
}

Guarded with_null_logic() {
  return {broken_game("three-omens", InjectedJson::parse(R"([{"file": "transitions.json", "op": "set",
              "pointer": "/transitions/4/preconditions/0/logic", "value": null}])")),
          "transitions.next_round"};
}

TEST(MemberGuard, TellsTheElementAnErrorIsInFromTheOthers) {
  auto const guarded = with_null_logic();
  EXPECT_THAT(guarded.with("/preconditions/0/logic", {{"<", {{{"var", "game.round"}}, 7}}}), IsEmpty());
  EXPECT_THAT(guarded.with("/checkedFields", InjectedJson::array()), IsEmpty()) << "they follow the logic";
  EXPECT_THAT(guarded.with("/preconditions", InjectedJson::array({guarded.before()["preconditions"][1]})),
              IsEmpty())
      << "it may go";
  EXPECT_THAT(guarded.with("/preconditions/1/logic", true), ElementsAre(HasSubstr("/preconditions/1/logic")));
  EXPECT_THAT(guarded.with("/toPhase", "finished"), ElementsAre(HasSubstr("/toPhase")));
}

TEST(MemberGuard, GuardsAPreconditionOfItsOwnAddress) {
  auto const game = [] {
    return broken_game("three-omens", InjectedJson::parse(R"([{"file": "transitions.json", "op": "set",
              "pointer": "/transitions/4/preconditions/0/logic", "value": null}])"));
  };
  EXPECT_THAT(Guarded(game(), "transitions.next_round.preconditions.rounds_left").with("/logic", true),
              IsEmpty());
}

TEST(MemberGuard, TellsAnOperationFromTheOthers) {
  Guarded const guarded(
      broken_game("three-omens", InjectedJson::parse(R"([{"file": "instructions.json", "op": "set",
              "pointer": "/transitions/next_round/stateDelta/0/op", "value": "incerment"}])")),
      "instructions.transitions.next_round");
  EXPECT_THAT(guarded.with("/stateDelta/0", {{"op", "increment"}, {"path", "game.round"}, {"value", 1}}),
              IsEmpty());
  EXPECT_THAT(guarded.with("/messages/public/template", "x"),
              ElementsAre(HasSubstr("/messages/public/template")));
  EXPECT_THAT(guarded.without("messages"), ElementsAre(HasSubstr("/messages must not be removed")));
}

/// An error that a check found before an earlier change of the same plan, and no longer finds.
TEST(MemberGuard, KnowsErrorsThatAreGoneByNow) {
  auto const astray = led_astray();
  game::Game const sound(game_files("three-omens"));
  auto const was =
      broken_game("three-omens", InjectedJson::parse(R"([{"file": "transitions.json", "op": "set",
              "pointer": "/transitions/4/toPhase", "value": "dusk"}])"));
  auto const known = game::validate(was);
  auto const errors = game::error_messages(was);
  game::FragmentAddress const address{game::FragmentAddress::Form::transition, "next_round"};
  editor::MemberGuard const guard(sound, address, errors, known);
  auto const before = InjectedJson::parse(must(game::extract_fragment(sound, address)));
  auto after = before;
  after["fromPhase"] = "init";
  EXPECT_THAT(guard.faults(before, after), ElementsAre(HasSubstr("/fromPhase")));
}

TEST(MemberGuard, LeavesFreeWhatOnlySomebodyTells) {
  auto const guarded = led_astray();
  auto after = guarded.before();
  after["preconditions"] = InjectedJson::array();
  after["fromPhase"] = "init";
  EXPECT_THAT(guarded.faults(after, {"Wanted: rounds without end"}), IsEmpty());
}

TEST(MemberGuard, MindsNoOrderOfMembers) {
  auto const guarded = led_astray();
  auto reversed = InjectedJson::object();
  for (auto member = guarded.before().rbegin(); member != guarded.before().rend(); ++member)
    reversed[member.key()] = member.value();
  EXPECT_THAT(guarded.faults(reversed), IsEmpty());
}

} // namespace
} // namespace artifactd::test
