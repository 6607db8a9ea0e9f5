// What a model's plan can ask for, and the result: fragments that are added, renamed or removed, changes that
// help nothing, addresses that are nearly right, and errors that no check can prove resolved.
#include "agents/edit/edit_run.hpp"
#include "agents/edit/model/artifact_config.hpp"
#include "agents/edit/model/plan_contract.hpp"
#include "agents/edit/run_record.hpp"
#include "merge/game/artifacts.hpp"
#include "merge/game/fragment.hpp"
#include "tests/agents/edit/injected_run.hpp"
#include "tests/support/answering_model.hpp"
#include "tests/support/game_session.hpp"

#include <gmock/gmock.h>
#include <map>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

InjectedJson change(std::string const& address, InjectedJson const& more = {}) {
  return InjectedJson::parse(planned(address, more))["changes"][0];
}

/// Answers with the plan and the fragments that the test specifies.
class Planning : public testing::Test {
protected:
  Planning() { dir_.put_sound("three-omens"); }

  /// The change addresses only the first error.
  void plan(std::string const& address, InjectedJson more = InjectedJson::object()) {
    if (!more.contains("errorsAddressed")) more["errorsAddressed"] = {"1"};
    changes_.push_back(change(address, more));
  }
  /// Also specifies the fragment that the model writes.
  void plan_to_write(std::string const& address, InjectedJson const& fragment,
                     InjectedJson more = InjectedJson::object()) {
    plan(address, std::move(more));
    fragments_[address] = fragment;
  }

  Result<editor::EditOutcome> edit(std::vector<std::string> reported = {}) {
    AnsweringModel model([&](model::Request const& request) { return answer(request); });
    editor::EditOrder order{.agent = name("game"),
                            .engine = editor::Engine::model,
                            .reported = std::move(reported),
                            .models = {.coordinator = "answering-1", .fragments = "answering-1"}};
    editor::EditPolicy policy;
    policy.models.open = source_of(model);
    auto outcome = editor::edit_artifacts(dir_.session(), order, dir_.kg, policy, editor::Publishing::yes,
                                          editor::Retrying::no);
    asked_ = model.asked();
    return outcome;
  }

  [[nodiscard]] std::string fragment_at(std::string const& address) const {
    auto const game = game::game_of(dir_.artifacts());
    return game::extract_fragment(game, must(game::parse_address(address))).value_or("nothing");
  }
  [[nodiscard]] InjectedJson changed(std::string const& address, std::string const& pointer,
                                     InjectedJson const& value) const {
    auto fragment = InjectedJson::parse(fragment_at(address));
    fragment[InjectedJson::json_pointer(pointer)] = value;
    return fragment;
  }
  [[nodiscard]] InjectedJson verdict(editor::EditOutcome const& outcome) const {
    return must(editor::read_run_json(dir_.session(), outcome.run, "verdict.json"));
  }

  GameSession dir_;
  std::vector<model::Request> asked_;

private:
  std::string answer(model::Request const& request) const {
    if (request.system == editor::coordinator_prompt())
      return InjectedJson{{"diagnosis", "A fault."}, {"confidence", "high"}, {"changes", changes_}}.dump();
    for (auto const& [address, fragment] : fragments_)
      if (request.messages.front().text.contains(" " + address + ","))
        return InjectedJson{{"fragment", fragment.dump()}}.dump();
    return "nobody wrote it down";
  }

  std::vector<InjectedJson> changes_;
  std::map<std::string, InjectedJson> fragments_;
};

InjectedJson instruction(std::string const& id) {
  return {{"id", id}, {"transitionName", id}, {"stateDelta", InjectedJson::array()}};
}

InjectedJson transition(std::string const& id, std::string const& from, std::string const& to) {
  return {{"id", id},
          {"fromPhase", from},
          {"toPhase", to},
          {"checkedFields", InjectedJson::array()},
          {"preconditions", InjectedJson::array()}};
}

TEST_F(Planning, AddAPhaseWithEverythingItNeeds) {
  plan("transitions.phases.dusk");
  plan_to_write("transitions.phaseMetadata.dusk", {{"phase", "dusk"}, {"requiresPlayerInput", false}});
  plan_to_write("transitions.next_round", changed("transitions.next_round", "/toPhase", "dusk"));
  plan_to_write("transitions.leave_dusk", transition("leave_dusk", "dusk", "choose"));
  plan_to_write("instructions.transitions.leave_dusk", instruction("leave_dusk"));
  auto const outcome = must(edit({"The game has no evening"}));
  ASSERT_EQ(outcome.end, editor::EditEnd::published)
      << outcome.reason << testing::PrintToString(outcome.repair.remaining);
  EXPECT_THAT(dir_.errors(), IsEmpty());
  EXPECT_EQ(fragment_at("transitions.phases.dusk"), R"("dusk")");
  EXPECT_THAT(dir_.read("artifacts/game/transitions.json"),
              HasSubstr(R"("phases": ["init", "choose", "reveal", "finished","dusk"])"));
  EXPECT_THAT(asked_, SizeIs(5)) << "the plan says all there is to a phase";
}

TEST_F(Planning, RenameAPhase) {
  plan_to_write("transitions.phases.reveal", "unveil");
  plan_to_write("transitions.phaseMetadata.reveal",
                changed("transitions.phaseMetadata.reveal", "/phase", "unveil"));
  plan_to_write("transitions.show_omens", changed("transitions.show_omens", "/toPhase", "unveil"));
  for (auto const* id : {"crown_seer", "fire_goes_out", "next_round"})
    plan_to_write(std::string("transitions.") + id,
                  changed(std::string("transitions.") + id, "/fromPhase", "unveil"));
  auto const outcome = must(edit({"Phase 'reveal' should have another name"}));
  ASSERT_EQ(outcome.end, editor::EditEnd::published)
      << testing::PrintToString(outcome.repair.attempts.at(0).undone);
  EXPECT_EQ(fragment_at("transitions.phases"), R"(["init", "choose", "unveil", "finished"])");
  EXPECT_EQ(fragment_at("transitions.phaseMetadata.unveil"),
            R"({ "phase": "unveil", "requiresPlayerInput": false })");
  EXPECT_THAT(dir_.read("artifacts/game/transitions.json"), Not(HasSubstr(R"("reveal",)")));
}

TEST_F(Planning, RepairWhatTheMetadataSayOfAPhase) {
  auto const sound = dir_.read("artifacts/game/transitions.json");
  auto slip = sound;
  slip.replace(slip.find(R"("phase": "choose", "requiresPlayerInput": true)"), 46,
               R"("phase": "chose", "requiresPlayerInput": true)");
  dir_.write("artifacts/game/transitions.json", slip);
  // Nobody acts in that phase now, so playing the game also finds a fault.
  plan_to_write("transitions.phaseMetadata.chose",
                changed("transitions.phaseMetadata.chose", "/phase", "choose"),
                {{"errorsAddressed", {"1", "2"}}});
  auto const outcome = must(edit({"The metadata speak of a phase there is not"}));
  ASSERT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
  EXPECT_EQ(dir_.read("artifacts/game/transitions.json"), sound);
  EXPECT_THAT(asked_.at(1).messages.front().text, HasSubstr("\"expectedSeconds\": 20"));
}

TEST_F(Planning, DeleteAFragmentWithoutAskingAnybodyElse) {
  auto const sound = dir_.read("artifacts/game/instructions.json");
  auto const phase = InjectedJson::parse(fragment_at("instructions.playerPhases.choose"));
  auto more = phase;
  more["playerActions"].push_back(phase["playerActions"][0]);
  more["playerActions"][1]["id"] = "sulk";
  auto whole = InjectedJson::parse(sound);
  whole["playerPhases"]["choose"] = more;
  dir_.write("artifacts/game/instructions.json", whole.dump(2));
  plan("instructions.playerPhases.choose.sulk", {{"operation", "delete"}});
  auto const outcome = must(edit({"Action 'sulk' is none of this game's"}));
  ASSERT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
  EXPECT_EQ(InjectedJson::parse(dir_.read("artifacts/game/instructions.json")), InjectedJson::parse(sound));
  EXPECT_THAT(asked_, SizeIs(1));
  auto const kept = must(editor::read_run_json(dir_.session(), outcome.run, "plan-1.json"));
  EXPECT_EQ(kept["changes"][0]["operation"], "delete");
}

TEST_F(Planning, DeleteNothingThatIsNeeded) {
  auto const before = dir_.texts();
  plan("transitions.show_omens", {{"operation", "delete"}});
  auto const outcome = must(edit({"Transition 'show_omens' is none of this game's"}));
  EXPECT_EQ(outcome.end, editor::EditEnd::unrepaired);
  EXPECT_EQ(dir_.texts(), before);
}

TEST_F(Planning, ResolveNothingAwayFromTheErrorsPlace) {
  plan_to_write("instructions.transitions.next_round",
                changed("instructions.transitions.next_round", "/transitionName", "Once more"));
  auto const outcome = must(edit({"Transition 'crown_seer' stateDelta scores the wrong player"}));
  EXPECT_EQ(outcome.end, editor::EditEnd::unrepaired);
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_THAT(outcome.repair.attempts.at(0).undone,
              ElementsAre(HasSubstr("no change is at the place the error names")));
  EXPECT_THAT(outcome.repair.unproven, IsEmpty());
}

TEST_F(Planning, SayWhatNoCheckCanProve) {
  plan_to_write("instructions.transitions.crown_seer",
                changed("instructions.transitions.crown_seer", "/transitionName", "The first among seers"));
  std::string const error = "Transition 'crown_seer' speaks of a king";
  auto const outcome = must(edit({error}));
  ASSERT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
  EXPECT_THAT(outcome.repair.unproven, ElementsAre(error));
  EXPECT_EQ(verdict(outcome)["unproven"], InjectedJson::array({error}));
}

TEST_F(Planning, AtAPhaseAlsoTheTransitionsAroundItAreItsPlace) {
  plan_to_write("instructions.transitions.next_round",
                changed("instructions.transitions.next_round", "/transitionName", "Once more"));
  auto const outcome = must(edit({"Phase 'choose' does not say that players act"}));
  EXPECT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
}

class NeedlessChanges : public Planning {
protected:
  NeedlessChanges() {
    dir_.put_broken("op-missing"); // two errors, both of the same operation
    auto fragment = changed("instructions.transitions.next_round", "/stateDelta/0",
                            {{"op", "increment"}, {"path", "game.round"}, {"value", 1}});
    plan_to_write("instructions.transitions.next_round", fragment);
  }
};

TEST_F(NeedlessChanges, AreNotPublished) {
  plan("schema.game.mood", {{"schemaField", {{"type", "string"}}}, {"description", "Add a mood"}});
  plan_to_write("instructions.transitions.fire_goes_out",
                changed("instructions.transitions.fire_goes_out", "/imageContentSpec", "zebras"));
  auto const outcome = must(edit());
  ASSERT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
  EXPECT_THAT(dir_.changed(), ElementsAre("instructions.json"));
  EXPECT_EQ(fragment_at("schema.game.mood"), "nothing");
  EXPECT_THAT(fragment_at("instructions.transitions.fire_goes_out"), Not(HasSubstr("zebras")));
  auto const told = verdict(outcome);
  ASSERT_EQ(told["changes"].size(), 1U) << told["changes"];
  EXPECT_EQ(told["changes"][0]["fragment"], "instructions.transitions.next_round");
  EXPECT_THAT(outcome.repair.attempts.at(0).undone, ElementsAre(HasSubstr("nothing is worse without it"),
                                                                HasSubstr("Add a mood: nothing is worse")));
}

TEST_F(NeedlessChanges, AreLeftOutAlsoWhereTheyDelete) {
  plan("transitions.next_round.preconditions.rounds_left", {{"operation", "delete"}});
  auto const outcome = must(edit());
  ASSERT_EQ(outcome.end, editor::EditEnd::published) << outcome.reason;
  EXPECT_THAT(dir_.changed(), ElementsAre("instructions.json")) << "what resolves nothing is left out";
}

/// What the contract says about a plan with this one change, after `times` checks.
std::vector<std::string> said_to(std::string const& address, int times = 1,
                                 InjectedJson const& more = InjectedJson::object()) {
  GameSession dir;
  dir.put_broken("op-missing");
  auto const game = game::game_of(dir.artifacts());
  game::SchemaFields const fields(game.schema());
  auto const errors = dir.errors();
  editor::Evidence const evidence{game, fields, errors};
  auto const contract = editor::plan_contract(evidence);
  std::vector<std::string> faults;
  for (int i = 0; i < times; ++i)
    faults = contract.check(InjectedJson::parse(planned(address, more)));
  return faults;
}

TEST(PlannedAddresses, ThatAreNearlyRightAreSentBackWithTheRightOne) {
  auto const meant = [](std::string const& it) {
    return ElementsAre(AllOf(HasSubstr("/changes/0/fragmentAddress"), HasSubstr("did you mean " + it + "?")));
  };
  EXPECT_THAT(said_to("instructions.transitions.next_rouns"), meant("instructions.transitions.next_round"));
  EXPECT_THAT(said_to("transitions.crown-seer"), meant("transitions.crown_seer"));
  EXPECT_THAT(said_to("transitions.next_round.preconditions.round_left"),
              meant("transitions.next_round.preconditions.rounds_left"));
  EXPECT_THAT(said_to("instructions.playerPhases.chose.pick_omen"),
              meant("instructions.playerPhases.choose.pick_omen"));
  EXPECT_THAT(said_to("transitions.phases.revael"), meant("transitions.phases.reveal"));
  EXPECT_THAT(said_to("schema.game.rouond", 1, {{"schemaField", {{"type", "number"}}}}),
              meant("schema.game.round"));
}

TEST(PlannedAddresses, ThatAreNamedAgainAreMeant) {
  EXPECT_THAT(said_to("instructions.transitions.next_rouns", 2), IsEmpty());
}

TEST(PlannedAddresses, OfNewFragmentsAreNotDoubted) {
  EXPECT_THAT(said_to("transitions.evening_falls"), IsEmpty());
  EXPECT_THAT(said_to("transitions.phases.dusk"), IsEmpty());
  EXPECT_THAT(said_to("schema.players.mood", 1, {{"schemaField", {{"type", "string"}}}}), IsEmpty());
}

TEST(PlannedAddresses, OfDeletionsAreThere) {
  EXPECT_THAT(said_to("transitions.crown_seer", 2, {{"operation", "delete"}}), IsEmpty());
  EXPECT_THAT(said_to("transitions.crown_sear", 2, {{"operation", "delete"}}),
              ElementsAre(AllOf(HasSubstr("there is no transitions.crown_sear"), HasSubstr("crown_seer"))));
  EXPECT_THAT(said_to("transitions", 1, {{"operation", "delete"}}),
              ElementsAre(HasSubstr("a delete names one")));
}

TEST(PlannedAddresses, AreAllNamedInThePrompt) {
  std::string const prompt(editor::coordinator_prompt());
  for (auto const* form : {"schema.<field>", "transitions.<id>", "transitions.phases.<phase>",
                           "transitions.phaseMetadata.<phase>", "instructions.transitions.<id>",
                           "instructions.playerPhases.<phase>.<action>", "\"delete\""})
    EXPECT_THAT(prompt, HasSubstr(form));
}

} // namespace
} // namespace artifactd::test
